/**
 * The `client:hydrate` directive: an island hydrates on its trigger, an event that says it is about to be needed.
 *
 * - `intent`: pointer over it, focus in it, or a touch on it
 * - `pointer`: a mouse or pen enters the section around it
 * - `scroll`: the first scroll while it is in view, on narrow screens
 * - `load`: the page has loaded, so that nothing fetched for the island delays its first paint; or, before that, a
 *   focus or a press anywhere. A prerendered page is activated first: nobody may ever open it
 * - `after-another`: another island has hydrated, so that React is there already
 *
 * Islands that only decorate (`pointer`, `scroll`) do not hydrate when the visitor saves data or wants less motion.
 * The event has already had its native effect, so nothing is replayed.
 */
import type { ClientDirective } from 'astro';
import { NARROW_BREAKPOINT_PX } from '@/constants';

export type HydrationTrigger = 'intent' | 'pointer' | 'scroll' | 'load' | 'after-another';

interface Trigger {
  from: EventTarget | null;
  events: string[];
  /** Whether the event is one to hydrate on, for this visitor. */
  counts?: (event: Event) => boolean;
}

const prefersQuiet = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ||
  matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches;

const isPrerendering = () => (document as { prerendering?: boolean }).prerendering === true;

/** The island's own element is `display: contents`: it has no box, but its first child has. */
const isInView = (island: Element) => {
  const { top, bottom, height } = (island.firstElementChild ?? island).getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
};

function triggerOf(value: HydrationTrigger, island: HTMLElement): Trigger {
  switch (value) {
    case 'intent':
      return { from: island, events: ['pointerover', 'focusin', 'touchstart'] };
    case 'pointer':
      return {
        from: island.closest('section'),
        events: ['pointerover'],
        counts: () => matchMedia('(pointer: fine)').matches && !prefersQuiet(),
      };
    case 'scroll':
      return {
        from: document,
        events: ['scroll'],
        counts: () => innerWidth < NARROW_BREAKPOINT_PX && isInView(island) && !prefersQuiet(),
      };
    case 'load':
      return {
        from: window,
        events: ['load', 'focusin', 'pointerdown', 'prerenderingchange'],
        // Activated before it has loaded, it still waits for that.
        counts: ({ type }) =>
          !isPrerendering() && (type !== 'prerenderingchange' || document.readyState === 'complete'),
      };
    case 'after-another':
      // The splash may be over, and its island taken out of the page.
      return { from: document, events: ['astro:hydrate'], counts: () => island.isConnected };
  }
}

const hydrate: ClientDirective = (load, { value }, island) => {
  const { from, events, counts = () => true } = triggerOf(value as HydrationTrigger, island);

  const hydrateIsland = async () => {
    await (
      await load()
    )();
    // Astro leaves the attribute on an island whose script did not arrive: the next trigger tries again.
    if (island.hasAttribute('ssr')) listen();
  };
  const listen = () => {
    const listening = new AbortController();
    const onTrigger = (event: Event) => {
      if (!counts(event)) return;
      listening.abort();
      void hydrateIsland();
    };
    for (const event of events)
      // Captured: `astro:hydrate` does not bubble.
      from?.addEventListener(event, onTrigger, { capture: true, passive: true, signal: listening.signal });
  };
  listen();
};

export default hydrate;
