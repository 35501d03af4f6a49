interface Argument {
  /** At most between the first sign of the visitor and what it leads to, in milliseconds. */
  wait: number;
}

/**
 * Waits for the first sign of the visitor, once no splash is running: a pointer, a touch, a key, a focus, a scroll.
 * Then it fetches the script that wakes islands, where the build has put that into a file (`data-runtime`), and lets
 * sections be laid out when they come near (`data-from-top`). Runs whole and alone: it is sent inside the page and may
 * reach nothing outside itself.
 */
export function awaitFirstSign({ wait }: Argument): void {
  const { dataset } = document.documentElement;
  const untouched = new AbortController();
  const follow = () => {
    if (dataset['fromTop']) dataset['fromTop'] = 'all';
    if (dataset['runtime']) void import(/* @vite-ignore */ dataset['runtime']);
  };
  const onSign = () => {
    // Whoever acts before that skips the splash, and nothing may come between a finger's going down and its click.
    if (dataset['splash'] === 'running') return;
    untouched.abort();
    // The browser answers the visitor first. Safari has no idle callback: there a turn of the event loop must do.
    if ('requestIdleCallback' in window) requestIdleCallback(follow, { timeout: wait });
    else setTimeout(follow);
  };
  for (const sign of ['pointerover', 'touchstart', 'pointerdown', 'click', 'keydown', 'focusin', 'scroll']) {
    document.addEventListener(sign, onSign, { passive: true, signal: untouched.signal });
  }
}
