interface Argument {
  /** Between arriving at the landing page and scrolling to a section, in milliseconds. */
  scrollDelay: number;
}

/**
 * Decides what is laid out when the page starts, and how it scrolls to its sections. Sent inside the page as text: it may
 * use nothing outside itself.
 *
 * - Whoever starts at the top of a page has the sections below laid out when they come near: `data-skip-layout` on the
 *   root, which `_reveal.scss` turns into `content-visibility: auto` unless less motion is wanted. With the processor
 *   slowed down four times, as on a phone, this saves 105 ms of blocked time on the landing page. A key, a link to a
 *   section or to words, and the browser's own search (which takes the focus from the window) have them all laid out, so
 *   that jumps are exact.
 * - Following a link to a section closes the menu and scrolls smoothly; arriving, reloading and going back do not. A query
 *   in the address (an advertisement's, say) is kept: without it the link would load the page anew.
 * - Arriving at a section from another page of the site: the page's top first, then the delay, then a smooth scroll.
 */
export function prepareSections({ scrollDelay }: Argument): void {
  const root = document.documentElement;
  const layOutAll = () => delete root.dataset['skipLayout'];

  // The next jump to a section is a smooth scroll past sections that are all there.
  const scrollSmoothlyNext = () => {
    layOutAll();
    // Without a fade: sections that are passed would be half transparent.
    for (const part of document.querySelectorAll('[data-reveal=waiting]'))
      part.setAttribute('data-reveal', '');
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    root.style.scrollBehavior = 'smooth';
    // Until it has arrived: while the page loads, Chrome corrects a scroll that is under way. Not longer, or going back would
    // be smooth, too.
    const arrived = 'onscrollend' in window ? 'scrollend' : 'scroll';
    document.addEventListener(arrived, () => root.style.removeProperty('scroll-behavior'), { once: true });
  };

  window.addEventListener('keydown', layOutAll);
  window.addEventListener('blur', layOutAll);
  document.addEventListener('click', ({ target, ctrlKey, metaKey, shiftKey }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    // With such a key the link opens elsewhere, and this page stays as it is.
    if (!link || ctrlKey || metaKey || shiftKey) return;
    // Not every browser has popovers.
    link.closest<HTMLElement>('[popover]')?.hidePopover?.();
    if (link.origin !== location.origin || link.pathname !== location.pathname || !link.hash) return;
    link.search = location.search;
    scrollSmoothlyNext();
  });

  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (arrival?.type !== 'navigate') return;
  const section = location.hash;
  if (!section) {
    // `location` hides the words that a link leads to (`#:~:text=`, as search engines give); in Chrome this entry has them.
    if (!arrival.name.includes(':~:')) root.dataset['skipLayout'] = '';
    return;
  }
  if (!document.referrer.startsWith(`${location.origin}/`)) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  document.addEventListener('DOMContentLoaded', () => {
    setTimeout(() => {
      scrollSmoothlyNext();
      location.replace(section);
    }, scrollDelay);
  });
}
