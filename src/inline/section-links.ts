interface Argument {
  /** Between arriving at the landing page and travelling to a section, in milliseconds. */
  scrollDelay: number;
}

/**
 * What following a link to a section needs besides the browser. Runs whole and alone: it is sent inside the page and
 * may reach nothing outside itself.
 *
 * - The menu closes when one of its links is followed.
 * - A query in the address (an advertisement's, say) is kept: without it the link would load the page anew.
 * - Arriving from another page: home first, then the delay, then a smooth scroll.
 */
export function prepareSectionLinks({ scrollDelay }: Argument): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link) return;
    // Not every browser has popovers.
    link.closest<HTMLElement>('[popover]')?.hidePopover?.();
    const leadsHere = link.origin === location.origin && link.pathname === location.pathname;
    if (leadsHere && link.hash) link.search = location.search;
  });

  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const cameFromHere = arrival?.type === 'navigate' && document.referrer.startsWith(`${location.origin}/`);
  if (!cameFromHere || !location.hash || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const section = location.hash;
  history.replaceState(history.state, '', location.pathname + location.search);
  document.addEventListener('DOMContentLoaded', () => {
    setTimeout(() => location.replace(section), scrollDelay);
  });
}
