/**
 * On navigation from another page of the site to a section: removes the fragment from the URL before the browser jumps
 * to it. The page starts at its top, and the script of `Page.astro` scrolls from there. Inlined into the head from its
 * source text (`Function.toString`): it may use nothing outside itself.
 */
export function holdSection(): void {
  const { hash, origin, pathname, search } = location;
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!hash || arrival?.type !== 'navigate' || !document.referrer.startsWith(`${origin}/`)) return;
  history.replaceState({ section: hash }, '', pathname + search);
}
