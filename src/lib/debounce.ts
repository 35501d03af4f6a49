import { SETTLE_DELAY_MS } from '@/constants';

/** Returns a function that runs `action` once it has not been called for `SETTLE_DELAY_MS`. */
export function debounce(action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, SETTLE_DELAY_MS);
  };
}
