import { SETTLE_DELAY_MS } from '@/constants';

export interface Debounced {
  call: () => void;
  cancel: () => void;
}

/** Runs `action` once `SETTLE_DELAY_MS` have passed since the last event, of scrolling for example. */
export function debounce(action: () => void): Debounced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  return {
    call() {
      cancel();
      timer = setTimeout(action, SETTLE_DELAY_MS);
    },
    cancel,
  };
}
