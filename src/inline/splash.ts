/**
 * Decides before the first paint whether this document shows the splash: the first of a visit, motion wanted. Runs
 * whole and alone: it is sent inside the page and may reach nothing outside itself.
 *
 * `data-splash` is the landing page's loading-complete flag: `running`, `skipped` by a press, a key or scrolling, `done`.
 * Style sheets time the splash itself. `data-script` says that scripts run at all.
 */
export function startSplash(): void {
  const root = document.documentElement;
  root.dataset['script'] = '';

  let isFirstOfVisit = false;
  try {
    isFirstOfVisit = !sessionStorage.getItem('splash');
    sessionStorage.setItem('splash', 'seen');
  } catch {
    // Without storage every page would be the first of its visit.
  }
  if (!isFirstOfVisit || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    root.dataset['splash'] = 'done';
    return;
  }

  root.dataset['splash'] = 'running';
  const listening = new AbortController();
  const skip = (event: Event & { key?: string }) => {
    if (root.dataset['splash'] !== 'running') return;
    root.dataset['splash'] = 'skipped';
    // A key that would scroll does not: nobody has seen the page yet.
    if (/^( |Page|Home|End|Arrow)/.test(event.key ?? '')) event.preventDefault();
  };
  const end = (event: AnimationEvent) => {
    if (!(event.target instanceof Element) || !event.target.matches('.splash')) return;
    root.dataset['splash'] = 'done';
    event.target.closest('astro-island')?.remove();
    listening.abort();
  };
  const { signal } = listening;
  // Not a finger that goes down: it may lift when the splash is gone, and press what was beneath it. A swipe is
  // cancelled once the browser scrolls with it.
  for (const event of ['click', 'pointercancel', 'wheel', 'keydown'])
    document.addEventListener(event, skip, { signal });
  document.addEventListener('animationend', end, { signal });
}
