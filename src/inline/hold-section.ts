/**
 * Arriving from another page of the site at a section: takes the section out of the address before the browser jumps there.
 * The page starts at its top, and the script of `Page.astro` scrolls from there. Sent inside the head as text: it may use
 * nothing outside itself.
 */
export function holdSection(): void {
  const { hash, origin, pathname, search } = location;
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!hash || arrival?.type !== 'navigate' || !document.referrer.startsWith(`${origin}/`)) return;
  history.replaceState({ section: hash }, '', pathname + search);
}
