/**
 * Has the first screen laid out and painted before anything else, for a visitor who starts at the top of the page.
 * Runs whole and alone: it is sent inside the page and may reach nothing outside itself.
 *
 * `data-from-top` says how far the page is; `_reveal.scss` says what that means for its sections.
 *
 * | State       | From                  | Sections below the first screen                                   |
 * | ----------- | --------------------- | ----------------------------------------------------------------- |
 * | `unpainted` | the start             | passed over, like the form; wide screens have plain backgrounds   |
 * | `painted`   | the first paint       | still passed over, but for those that reach into the first screen |
 * | `loaded`    | the end of loading    | laid out when they come near, and one after another when idle     |
 * | `all`       | the last one is ready | laid out; or, once the visitor acts, as for `loaded`              |
 */
export function layOutInTurns(): void {
  const { dataset } = document.documentElement;
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (arrival?.type !== 'navigate' || location.hash) return;
  dataset['fromTop'] = 'unpainted';

  // Safari has no idle callback.
  const whenIdle: (task: () => void) => unknown = window.requestIdleCallback ?? ((task) => setTimeout(task));
  const later = 'main > .section:not(:first-child), .marquee';

  const onPainted = () => {
    if (dataset['fromTop'] !== 'unpainted') return;
    dataset['fromTop'] = 'painted';
    for (const part of document.querySelectorAll(later)) {
      if (part.getBoundingClientRect().top < innerHeight) part.setAttribute('data-near', '');
    }
  };
  // Told of the paint once it is on the screen: what is done earlier would share the processor with it.
  new PerformanceObserver(onPainted).observe({ type: 'paint', buffered: true });

  const layOutNext = () => {
    const part = document.querySelector(`:is(${later}):not([data-laid-out])`);
    if (!part) {
      dataset['fromTop'] = 'all';
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
    if (dataset['fromTop'] !== 'all') dataset['fromTop'] = 'loaded';
    // A frame in between: Chrome takes a section that was hidden and is laid out in the same one for a jump.
    requestAnimationFrame(() => whenIdle(layOutNext));
  });
}
