/**
 * The script of every page: links to its sections, and the fade-in of its parts. Imports nothing, so that it stands in the
 * page instead of being fetched.
 */

/** Delay between opening a page and scrolling to its section, if the link was on another page. */
const SECTION_SCROLL_DELAY_MS = 100;
/** Share of a section that must be visible before it fades in. */
const REVEAL_THRESHOLD = 0.1;

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Scrolls to the target of a link, smoothly unless reduced motion is preferred, and focuses it. */
function goTo(target: HTMLElement, behavior: ScrollBehavior = prefersStill() ? 'instant' : 'smooth'): void {
  // What the scroll passes, and the target itself, would be half transparent when they come into view: they are shown
  // without a fade, also where the observer below has not run yet. The rest still fades in.
  const goal = target.getBoundingClientRect().top;
  for (const part of document.querySelectorAll('[data-reveal]')) {
    const { top, bottom } = part.getBoundingClientRect();
    const isPassed = bottom > Math.min(0, goal) && top < Math.max(0, goal);
    if (isPassed || part.closest('.section') === target) part.setAttribute('data-reveal', 'passed');
  }
  // On the entry of the history, so that it says on a return whether the scroll came to its end. Safari before 26.2 has no
  // `scrollend`.
  history.scrollRestoration = 'manual';
  for (const type of ['scrollend', 'wheel', 'touchmove'])
    document.addEventListener(type, () => (history.scrollRestoration = 'auto'), {
      once: true,
      passive: true,
    });
  target.scrollIntoView({ behavior });
  target.focus({ preventScroll: true });
}

const targetOf = (hash: string) => document.getElementById(hash.slice(1));

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest('a');
  // With a modifier key the link opens in another tab or window.
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // Browsers without popovers have no such method.
  link.closest<HTMLElement>('[popover]')?.hidePopover?.();
  if (link.origin !== location.origin || link.pathname !== location.pathname) return;
  const target = targetOf(link.hash);
  if (!target) return;
  event.preventDefault();
  // Keeps the query string (an advertisement's, for example).
  if (link.hash !== location.hash) history.pushState(null, '', location.search + link.hash);
  goTo(target);
});

// Who left while the page scrolled comes back to the target, by Back, Forward or a reload.
function finishScroll(): void {
  const target = targetOf(location.hash);
  if (history.scrollRestoration === 'manual' && target) goTo(target, 'instant');
}
finishScroll();
addEventListener('pageshow', ({ persisted }) => persisted && finishScroll());

// Set on navigation from another page of the site (`BeforePaint.astro`).
const held: unknown = history.state?.section;
if (typeof held === 'string') {
  setTimeout(() => {
    history.replaceState(null, '', location.search + held);
    const target = targetOf(held);
    if (target) goTo(target);
  }, SECTION_SCROLL_DELAY_MS);
}

/**
 * Fades parts of the page in as they come into view. A part is hidden (`waiting`) only by this script, which shows it
 * again; without it everything is visible.
 */
const onView = (entries: IntersectionObserverEntry[], observer: IntersectionObserver) => {
  for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
    // At high zoom a tenth of a tall section may exceed the viewport: then half a viewport is enough. The height is
    // the observer's, as pinch zoom and a phone's address bar change `innerHeight` alone.
    const half = (rootBounds?.height ?? innerHeight) / 2;
    const isSeen = intersectionRatio >= REVEAL_THRESHOLD || intersectionRect.height >= half;
    const isPassed = target.getAttribute('data-reveal') === 'passed';
    if (!isPassed) target.setAttribute('data-reveal', isSeen ? 'shown' : 'waiting');
    if (isPassed || isSeen) observer.unobserve(target);
  }
};
// Thresholds below a tenth are for sections of which a tenth exceeds the viewport.
const observer = new IntersectionObserver(onView, {
  threshold: [0, 1, 2, 3, 4].map((step) => (step * REVEAL_THRESHOLD) / 4),
});
for (const part of document.querySelectorAll<HTMLElement>('[data-reveal]')) {
  // Set by script, as the Content Security Policy allows no style attributes; and only where there is a delay, as
  // `--delay` is inherited: on every section, it would cause nearly the whole page's styles to be recalculated.
  const { delay } = part.dataset;
  if (delay) part.style.setProperty('--delay', `${delay}ms`);
  observer.observe(part);
}
