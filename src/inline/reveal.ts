/**
 * Fades sections in as they come into view. Runs behind the last of them, whole and alone: it is sent inside
 * the page and may reach nothing outside itself.
 *
 * A section counts as seen when the given share of it is visible, or when it fills half the window: at high
 * zoom a tall section never shows a tenth of itself. What is seen when the page arrives never waits.
 */
export function revealSections({ threshold }: { threshold: number }): void {
  const sections = document.querySelectorAll<HTMLElement>('main [data-reveal]');
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
        const fillsWindow = rootBounds && intersectionRect.height > rootBounds.height / 2;
        const isSeen = intersectionRatio >= threshold || fillsWindow;
        target.setAttribute('data-reveal', isSeen ? 'shown' : 'waiting');
        if (isSeen) observer.unobserve(target);
      }
    },
    { threshold: [0, 1, 2, 3, 4].map((step) => (step * threshold) / 4) },
  );
  for (const section of sections) {
    // Delays come from content; the security policy allows no style attributes, only this.
    section.style.setProperty('--delay', `${section.dataset['delay'] ?? 0}ms`);
    observer.observe(section);
  }
}
