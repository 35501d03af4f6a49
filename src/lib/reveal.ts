/**
 * Fades parts of the page in as they come into view. A part is hidden (`waiting`) only by this script, which shows it
 * again; without it everything is visible.
 */
export function revealOnView(): void {
  const threshold = Number(document.querySelector('main')?.dataset['revealThreshold']);
  const onView = (entries: IntersectionObserverEntry[], observer: IntersectionObserver) => {
    for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
      // At high zoom a tenth of a tall section may exceed the viewport: then half a viewport is enough. The height is
      // the observer's, as pinch zoom and a phone's address bar change `innerHeight` alone.
      const half = (rootBounds?.height ?? innerHeight) / 2;
      const isSeen = intersectionRatio >= threshold || intersectionRect.height >= half;
      const isPassed = target.getAttribute('data-reveal') === 'passed';
      if (!isPassed) target.setAttribute('data-reveal', isSeen ? 'shown' : 'waiting');
      if (isPassed || isSeen) observer.unobserve(target);
    }
  };
  // Thresholds below a tenth are for sections of which a tenth exceeds the viewport.
  const thresholds = [0, 1, 2, 3, 4].map((step) => (step * threshold) / 4);
  const observer = new IntersectionObserver(onView, { threshold: thresholds });
  for (const part of document.querySelectorAll<HTMLElement>('[data-reveal]')) {
    // Set by script, as the Content Security Policy allows no style attributes; and only where there is a delay, as
    // `--delay` is inherited: on every section, it would cause nearly the whole page's styles to be recalculated.
    const { delay } = part.dataset;
    if (delay) part.style.setProperty('--delay', `${delay}ms`);
    observer.observe(part);
  }
}

/** Shows what a scroll to `target` passes, and `target`, without a fade: they would come into view half transparent. */
export function showWithoutFade(target: HTMLElement): void {
  const goal = target.getBoundingClientRect().top;
  for (const part of document.querySelectorAll('[data-reveal=waiting]')) {
    const { top, bottom } = part.getBoundingClientRect();
    const isPassed = bottom > Math.min(0, goal) && top < Math.max(0, goal);
    if (isPassed || part.closest('.section') === target) part.setAttribute('data-reveal', 'passed');
  }
}
