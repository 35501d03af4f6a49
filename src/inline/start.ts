interface Argument {
  /** Between arriving at the landing page and travelling to a section, in milliseconds. */
  sectionScrollDelay: number;
  /** At most between the first sign of the visitor and what it leads to, in milliseconds. */
  signWait: number;
}

/**
 * What must happen before the first paint. Runs in the head of every page, whole and alone: it is sent
 * inside the page and may reach nothing outside itself.
 *
 * - says that scripts run (`data-script`), so that what only scripts can show again may be hidden
 * - decides whether this document shows the splash: the first of a visit, motion wanted (`data-splash`)
 * - ends the splash when its time is over or the visitor skips it, which is the landing page's loading-complete flag
 * - closes the menu when one of its links is followed
 * - keeps the query (an advertisement's, say) when a section of this page is followed: else the page would load anew
 * - on the first sign of the visitor, fetches the script that wakes islands, where the build has put it into a file
 * - for a visitor who starts at the top (`data-from-top`): grounds are plain and the sections further down are passed
 *   over until the first screen is painted (`unpainted`), and those below it until the page has loaded (`painted`);
 *   then (`loaded`) the browser lays out what comes near, and the rest is laid out one at a time, until there is none
 *   left or the visitor acts (`all`)
 * - arriving at a section from another page: home first, then the delay, then a smooth scroll
 */
export function startPage({ sectionScrollDelay, signWait }: Argument): void {
  const root = document.documentElement;
  const wantsMotion = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  root.dataset['script'] = '';

  let isFirstOfVisit = false;
  try {
    isFirstOfVisit = !sessionStorage.getItem('splash');
    sessionStorage.setItem('splash', 'seen');
  } catch {
    // Without storage every page would be the first of its visit.
  }

  root.dataset['splash'] = 'done';
  if (wantsMotion && isFirstOfVisit) {
    root.dataset['splash'] = 'running';
    const listening = new AbortController();
    const skip = () => {
      if (root.dataset['splash'] === 'running') root.dataset['splash'] = 'skipped';
    };
    const end = (event: AnimationEvent) => {
      if (!(event.target instanceof Element) || !event.target.matches('.splash')) return;
      root.dataset['splash'] = 'done';
      event.target.closest('astro-island')?.remove();
      listening.abort();
    };
    const { signal } = listening;
    document.addEventListener('pointerdown', skip, { signal });
    document.addEventListener('keydown', skip, { signal });
    document.addEventListener('animationend', end, { signal });
  }

  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link) return;
    link.closest<HTMLElement>('[popover]')?.hidePopover?.();
    const isHere = link.origin === location.origin && link.pathname === location.pathname;
    if (isHere && link.hash) link.search = location.search;
  });

  // Safari has no idle callback.
  const whenIdle: (task: () => void, options?: IdleRequestOptions) => unknown =
    window.requestIdleCallback ?? ((task) => setTimeout(task));

  const untouched = new AbortController();
  const onFirstSign = () => {
    untouched.abort();
    // The browser answers the visitor first.
    whenIdle(
      () => {
        const { fromTop, runtime } = root.dataset;
        if (fromTop) root.dataset['fromTop'] = 'all';
        if (runtime) void import(/* @vite-ignore */ runtime);
      },
      { timeout: signWait },
    );
  };
  for (const sign of ['pointerover', 'touchstart', 'pointerdown', 'keydown', 'focusin', 'scroll']) {
    document.addEventListener(sign, onFirstSign, { passive: true, signal: untouched.signal });
  }

  const cameFromHere = document.referrer.startsWith(`${location.origin}/`);
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isFresh = arrival?.type === 'navigate';
  if (isFresh && !location.hash) {
    root.dataset['fromTop'] = 'unpainted';
    const later = 'main > .section:not(:first-child), .marquee';
    const onPainted = () => {
      if (root.dataset['fromTop'] !== 'unpainted') return;
      root.dataset['fromTop'] = 'painted';
      for (const part of document.querySelectorAll(later)) {
        if (part.getBoundingClientRect().top < innerHeight) part.setAttribute('data-near', '');
      }
    };
    // Told of the paint once it is on the screen: what is done earlier would share the processor with it.
    new PerformanceObserver(onPainted).observe({ type: 'paint', buffered: true });
    const layOutNext = () => {
      const part = document.querySelector(`:is(${later}):not([data-laid-out])`);
      if (!part) {
        root.dataset['fromTop'] = 'all';
        return;
      }
      // Two short tasks hold a visitor up less than one long one: its styles come first.
      void getComputedStyle(part.lastElementChild ?? part).color;
      whenIdle(() => {
        part.setAttribute('data-laid-out', '');
        whenIdle(layOutNext);
      });
    };
    window.addEventListener('load', () => {
      if (root.dataset['fromTop'] !== 'all') root.dataset['fromTop'] = 'loaded';
      // A frame in between: Chrome takes a section that was hidden and is laid out in the same one for a jump.
      requestAnimationFrame(() => whenIdle(layOutNext));
    });
  }
  if (isFresh && wantsMotion && cameFromHere && location.hash) {
    const section = location.hash;
    history.replaceState(history.state, '', location.pathname);
    document.addEventListener('DOMContentLoaded', () => {
      setTimeout(() => location.replace(section), sectionScrollDelay);
    });
  }
}
