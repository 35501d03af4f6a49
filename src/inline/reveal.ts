interface Argument {
  /** Share of a section that must be visible before it fades in (0 to 1). */
  threshold: number;
}

/**
 * Fades sections in as they come into view. Sent inside the page as text, behind the last of them: it may use nothing
 * outside itself.
 *
 * Only what lies wholly below the window when the page arrives waits to be shown. A section counts as seen when the given
 * share of it is visible, or when it fills half the window: at high zoom a tall one never shows a tenth of itself.
 */
export function revealSections({ threshold }: Argument): void {
  const onView = (entries: IntersectionObserverEntry[], observer: IntersectionObserver) => {
    for (const { target, intersectionRatio, intersectionRect, boundingClientRect } of entries) {
      // The first entry of each comes at once: below the window it waits, elsewhere it is shown for good.
      const isWaiting = target.getAttribute('data-reveal') === 'waiting';
      const isSeen = intersectionRatio >= threshold || intersectionRect.height > innerHeight / 2;
      if (!isWaiting && boundingClientRect.top >= innerHeight) {
        target.setAttribute('data-reveal', 'waiting');
      } else if (!isWaiting || isSeen) {
        target.setAttribute('data-reveal', 'shown');
        observer.unobserve(target);
      }
    }
  };
  // Below the threshold, too: a tall section may fill the window without ever reaching it.
  const steps = [0, 1, 2, 3, 4].map((step) => (step * threshold) / 4);
  const observer = new IntersectionObserver(onView, { threshold: steps });
  for (const part of document.querySelectorAll<HTMLElement>('main [data-reveal]')) {
    // Delays come from content; the security policy allows no style attributes, only this.
    part.style.setProperty('--delay', `${part.dataset['delay'] ?? 0}ms`);
    observer.observe(part);
  }
}
