import { SETTLE_DELAY_MS } from '@/constants';

/** An action that waits for a burst of events to be over. */
export interface Debounced {
  /** One more event. */
  call: () => void;
  /** Forgets the burst that is under way. */
  cancel: () => void;
}

/** Has `action` done once `SETTLE_DELAY_MS` have passed since the last event of a burst, of scrolling, say. */
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
