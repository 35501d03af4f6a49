/**
 * The script of every page: links to its sections, and the fade-in of its parts. Imports nothing, so that Astro puts it into
 * the page, and it is not fetched.
 */

/** Delay between opening a page and scrolling to its section, if the link was on another page. It is specified. */
const SECTION_SCROLL_DELAY_MS = 100;
/** Share of a section that must be visible before it fades in. It is specified, too. */
const REVEAL_THRESHOLD = 0.1;

/**
 * The height of the header in pixels: `$header-height` in `_tokens.scss` (a test compares them), for text of the usual size. Where
 * text is larger, the demo button in the header comes that much later.
 */
const HEADER_HEIGHT = 64;

/** The elements of a part that fade: those of a section are its children, since its background does not fade. */
const fadingOf = (part: Element): Element[] => (part.matches('section') ? [...part.children] : [part]);

/** Sets the state of each element that fades. A selector for a section's children would restyle all in it: 6 % of a load. */
function setState(part: Element, state: 'waiting' | 'shown' | 'shown-at-once'): void {
  for (const element of fadingOf(part)) element.setAttribute('data-reveal', state);
}

const isShownAtOnce = (part: Element) =>
  fadingOf(part).some((element) => element.getAttribute('data-reveal') === 'shown-at-once');

/** Scrolls to the target of a link, smoothly unless reduced motion is preferred, and focuses it; opens a question. */
function goTo(target: HTMLElement): void {
  // What the scroll passes, and the target itself, would be half transparent when they come into view: they are
  // shown at once, without a fade, also where the observer below has not run yet. The rest still fades in.
  const targetTop = target.getBoundingClientRect().top;
  for (const part of document.querySelectorAll('[data-reveal]')) {
    const { top, bottom } = part.getBoundingClientRect();
    const isBetween = bottom > Math.min(0, targetTop) && top < Math.max(0, targetTop);
    if (isBetween || part.contains(target) || part.closest('.section') === target)
      setState(part, 'shown-at-once');
  }
  if (target instanceof HTMLDetailsElement) target.open = true;
  const { matches: reducesMotion } = matchMedia('(prefers-reduced-motion: reduce)');
  target.scrollIntoView({ behavior: reducesMotion ? 'instant' : 'smooth' });
  (target.querySelector<HTMLElement>(':scope > summary') ?? target).focus({ preventScroll: true });
}

/** What an entry of the history has from the one before: the answers that are open (`home/Questions.astro`). */
const inheritedState = () => ({ ...history.state, section: undefined });

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
  // This keeps the query string (an advertisement's, for example).
  if (link.hash !== location.hash) history.pushState(inheritedState(), '', location.search + link.hash);
  goTo(target);
});

// `BeforePaint.astro` has moved the fragment here, on navigation from another page of the site.
const hash: unknown = history.state?.section;
if (typeof hash === 'string') {
  setTimeout(() => {
    history.replaceState(inheritedState(), '', location.search + hash);
    const target = targetOf(hash);
    // This waits for a paint, as Firefox drops a smooth scroll that begins just before the first one.
    if (target) requestAnimationFrame(() => setTimeout(goTo, 0, target));
  }, SECTION_SCROLL_DELAY_MS);
}

// The header has a demo button while that at the top of the page is out of view (`Header.astro`).
const demoButton = document.querySelector('main > :first-child [href="/request-demo"]');
if (demoButton) {
  const buttonObserver = new IntersectionObserver(
    () => {
      const { top, bottom } = demoButton.getBoundingClientRect();
      const isInView = bottom > HEADER_HEIGHT && top < innerHeight;
      document.documentElement.toggleAttribute('data-demo-out-of-view', !isInView);
    },
    { rootMargin: `-${HEADER_HEIGHT}px 0px 0px` },
  );
  buttonObserver.observe(demoButton);
  // A jump may pass the button without a frame that shows it; its section is then out of view.
  buttonObserver.observe(demoButton.closest('section') ?? demoButton);
}

/**
 * Fades in the parts that have `data-reveal` as they come into view (styles in `_base.scss`). A part is hidden
 * (`waiting`) only by this script, which shows it again; without it everything is visible.
 */
const onView = (entries: IntersectionObserverEntry[], observer: IntersectionObserver) => {
  for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
    // At high zoom a tenth of a tall section may exceed the viewport: then half a viewport is enough. The height is that
    // of `rootBounds`, as pinch zoom and a phone's address bar change `innerHeight` alone.
    const half = (rootBounds?.height ?? innerHeight) / 2;
    const isSeen = intersectionRatio >= REVEAL_THRESHOLD || intersectionRect.height >= half;
    if (!isShownAtOnce(target)) setState(target, isSeen ? 'shown' : 'waiting');
    if (isShownAtOnce(target) || isSeen) observer.unobserve(target);
  }
};
// The smaller thresholds are for sections of which a tenth exceeds the viewport.
const observer = new IntersectionObserver(onView, {
  threshold: [0, 0.25, 0.5, 0.75, 1].map((share) => share * REVEAL_THRESHOLD),
});
for (const part of document.querySelectorAll<HTMLElement>('[data-reveal]')) {
  // The script sets `--delay`, as the Content Security Policy allows no style attributes; and only where there is a delay, as it
  // is inherited: on every section, it would make the browser recalculate nearly all styles of the page.
  const { delay } = part.dataset;
  if (delay) part.style.setProperty('--delay', `${delay}ms`);
  observer.observe(part);
}

// This opens on paper what `_base.scss` opens in newer browsers than Chrome 130, Safari 18.3 and Firefox 142.
if (!CSS.supports('selector(::details-content)')) {
  addEventListener('beforeprint', () => {
    for (const item of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) {
      item.dataset['printed'] = '';
      item.open = true;
    }
  });
  addEventListener('afterprint', () => {
    for (const item of document.querySelectorAll<HTMLDetailsElement>('[data-printed]')) {
      item.open = false;
      delete item.dataset['printed'];
    }
  });
}
