import { SETTLE_DELAY_MS } from '@/constants';

/**
 * Tells when a burst of window events (scrolling, resizing) is over.
 *
 * @param type the window event that comes in bursts
 * @param onSettled called once `SETTLE_DELAY_MS` have passed without another one
 * @param onEvent called for each one
 * @returns stops listening
 */
export function whenSettled(
  type: 'scroll' | 'resize',
  onSettled: () => void,
  onEvent: () => void = () => {},
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = () => {
    onEvent();
    clearTimeout(timer);
    timer = setTimeout(onSettled, SETTLE_DELAY_MS);
  };
  window.addEventListener(type, listen, { passive: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener(type, listen);
  };
}
