import { SETTLE_DELAY_MS } from '@/constants';

/** Returns a function that runs `action` once `SETTLE_DELAY_MS` have passed since its last call. */
export function debounce(action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, SETTLE_DELAY_MS);
  };
}
