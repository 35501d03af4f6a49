/**
 * The `client:hydrate` directive: an island hydrates on its trigger, an event shortly before it is needed.
 *
 * - `intent`: pointer over it, focus in it, or a touch on it
 * - `pointer`: a mouse or pen enters the section around it
 * - `scroll`: the first scroll while it is in view, on narrow screens
 * - `load`: the page has loaded, so that nothing fetched for the island delays its first paint; or, before that, a
 *   focus or a press anywhere. Not while the page is prerendered: it may never be opened
 * - `after-another`: another island has hydrated, so React is loaded already
 *
 * Islands that only decorate (`pointer`, `scroll`) do not hydrate under Save-Data or `prefers-reduced-motion`.
 * The event has already had its native effect, so nothing is replayed.
 */
import type { ClientDirective } from 'astro';
import { NARROW_BREAKPOINT_PX } from '@/constants';

export type HydrationTrigger = 'intent' | 'pointer' | 'scroll' | 'load' | 'after-another';

interface Trigger {
  from: EventTarget | null;
  events: string[];
  /** Whether the event hydrates the island for this visitor; always, without this. */
  counts?: (event: Event) => boolean;
}

const prefersQuiet = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ||
  matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches;

const isPrerendering = () => (document as { prerendering?: boolean }).prerendering === true;

/** `astro-island` is `display: contents` and has no box; its first child has. */
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
        // A page that is activated before it has loaded still waits for `load`.
        counts: ({ type }) =>
          !isPrerendering() && (type !== 'prerenderingchange' || document.readyState === 'complete'),
      };
    case 'after-another':
      // The splash's island is removed once the splash is over.
      return { from: document, events: ['astro:hydrate'], counts: () => island.isConnected };
  }
}

const hydrate: ClientDirective = (load, { value }, island) => {
  const { from, events, counts = () => true } = triggerOf(value as HydrationTrigger, island);

  const hydrateIsland = async () => {
    await (
      await load()
    )();
    // Astro leaves `ssr` on an island whose script did not load: the next trigger tries again.
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
      // Capture phase: `astro:hydrate` does not bubble.
      from?.addEventListener(event, onTrigger, { capture: true, passive: true, signal: listening.signal });
  };
  listen();
};

export default hydrate;
