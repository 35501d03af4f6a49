/**
 * The `client:wake` directive: an island's script is fetched soon after the first sign that it is needed.
 *
 * - `intent`: pointer over it, focus in it, or a touch on it
 * - `pointer`: a mouse or pen enters the section around it
 * - `scroll`: the first scroll while it is in view, on narrow screens
 * - `skip`: a click, tap or key while the splash is running
 * - `load`: the page has arrived and been painted, so that nothing fetched for the island delays that; or the
 *   visitor is quicker
 *
 * Islands that only decorate (`pointer`, `scroll`) stay asleep when the visitor saves data or wants less motion.
 * Whatever woke the island has already done its work natively, so nothing needs to be replayed.
 */
import type { ClientDirective } from 'astro';
import { NARROW_BREAKPOINT_PX, WAKE_WAIT_MAX_MS } from '@/constants.ts';

export type WakeSign = 'intent' | 'pointer' | 'scroll' | 'skip' | 'load';

const prefersQuiet = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ||
  matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches;

const isInView = (element: Element) => {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
};

/** Lets the browser answer the visitor first; but not for ever, as a page may never be idle. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: WAKE_WAIT_MAX_MS });
  // Safari has none: a turn of the loop lets it answer, too.
  else setTimeout(task);
}

const wake: ClientDirective = (load, { value }, island) => {
  const sign = value as WakeSign;
  // The island itself is `display: contents`: it has no box, but its first child has.
  const box = island.firstElementChild ?? island;
  const signs: Record<WakeSign, { from: EventTarget | null; events: string[]; counts: () => boolean }> = {
    intent: { from: island, events: ['pointerover', 'focusin', 'touchstart'], counts: () => true },
    pointer: {
      from: island.closest('section'),
      events: ['pointerover'],
      counts: () => matchMedia('(pointer: fine)').matches && !prefersQuiet(),
    },
    scroll: {
      from: document,
      events: ['scroll'],
      counts: () => innerWidth < NARROW_BREAKPOINT_PX && isInView(box) && !prefersQuiet(),
    },
    skip: {
      from: document,
      events: ['pointerdown', 'keydown'],
      counts: () => document.documentElement.dataset['splash'] !== 'done',
    },
    load: { from: window, events: ['focusin', 'pointerdown'], counts: () => true },
  };
  const { from, events, counts } = signs[sign];
  const asleep = new AbortController();
  const onSign = () => {
    if (asleep.signal.aborted || !counts()) return;
    asleep.abort();
    whenIdle(() => void load().then((hydrate) => hydrate()));
  };
  for (const event of events) {
    from?.addEventListener(event, onSign, { passive: true, signal: asleep.signal });
  }
  if (sign === 'load') {
    if (document.readyState === 'complete') onSign();
    else window.addEventListener('load', onSign, { signal: asleep.signal });
  }
};

export default wake;
