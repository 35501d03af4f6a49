/**
 * The `client:wake` directive: an island's script is fetched soon after the first sign that it is needed.
 *
 * - `intent`: pointer over it, focus in it, or a touch on it
 * - `pointer`: a mouse or pen enters the section around it
 * - `scroll`: the first scroll while it is in view, on narrow screens
 * - `skip`: a click, tap, swipe, turn of the wheel or key while the splash is running
 * - `load`: the page has loaded, so that nothing fetched for the island delays its first paint; or, before that, a
 *   focus or a press anywhere
 *
 * The sign may be older than this script, which is itself fetched with the first one: each can be seen afterwards.
 *
 * Islands that only decorate (`pointer`, `scroll`) stay asleep when the visitor saves data or wants less motion.
 * Whatever woke the island has already done its work natively, so nothing needs to be replayed.
 */
import type { ClientDirective } from 'astro';
import { NARROW_BREAKPOINT_PX, WAKE_WAIT_MAX_MS } from '@/constants';

export type WakeSign = 'intent' | 'pointer' | 'scroll' | 'skip' | 'load';

interface Sign {
  from: EventTarget | null;
  events: string[];
  /** Whether such an event wakes this island, for this visitor. */
  counts: () => boolean;
  /** Whether the sign was given before anybody listened. */
  isThere: () => boolean;
}

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
  const section = island.closest('section');
  const { dataset } = document.documentElement;
  const signs: Record<WakeSign, Sign> = {
    intent: {
      from: island,
      events: ['pointerover', 'focusin', 'touchstart'],
      counts: () => true,
      isThere: () => island.matches(':hover, :focus-within'),
    },
    pointer: {
      from: section,
      events: ['pointerover'],
      counts: () => matchMedia('(pointer: fine)').matches && !prefersQuiet(),
      isThere: () => Boolean(section?.matches(':hover')),
    },
    scroll: {
      from: document,
      events: ['scroll'],
      counts: () => innerWidth < NARROW_BREAKPOINT_PX && isInView(box) && !prefersQuiet(),
      isThere: () => scrollY > 0,
    },
    skip: {
      from: document,
      events: ['click', 'pointercancel', 'wheel', 'keydown'],
      counts: () => dataset['splash'] !== 'done',
      isThere: () => dataset['splash'] === 'skipped',
    },
    load: {
      from: window,
      events: ['load', 'focusin', 'pointerdown'],
      counts: () => true,
      isThere: () => document.readyState === 'complete' || island.matches(':focus-within'),
    },
  };
  const { from, events, counts, isThere } = signs[sign];
  const asleep = new AbortController();
  const onSign = () => {
    if (asleep.signal.aborted || !counts()) return;
    asleep.abort();
    whenIdle(() => void load().then((hydrate) => hydrate()));
  };
  for (const event of events) {
    from?.addEventListener(event, onSign, { passive: true, signal: asleep.signal });
  }
  if (isThere()) onSign();
};

export default wake;
