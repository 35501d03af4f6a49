import { SETTLE_DELAY_MS } from '@/constants';

/** Returns a function that runs `action` once, when its own last call is `SETTLE_DELAY_MS` ago. */
export function debounce(action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, SETTLE_DELAY_MS);
  };
}
