import { SETTLE_DELAY_MS } from '@/constants';

/** A burst of events, such as a page makes while it scrolls. */
export interface Burst {
  /** One more event. */
  go: () => void;
  /** Forgets the burst that is under way. */
  stop: () => void;
}

/** Has `onSettled` called once `SETTLE_DELAY_MS` have passed since the last event of a burst. */
export function settling(onSettled: () => void): Burst {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    go() {
      stop();
      timer = setTimeout(onSettled, SETTLE_DELAY_MS);
    },
    stop,
  };
}
