/**
 * The `client:hydrate` directive: an island hydrates on its trigger, an event shortly before it is needed. The event has
 * already had its native effect, so nothing is replayed. Islands that only decorate (`pointer`, `scroll`) do not hydrate
 * under Save-Data or `prefers-reduced-motion`.
 */
import type { ClientDirective } from 'astro';

interface Trigger {
  /** Where the events are listened for, in the capture phase. */
  from: (island: Element) => EventTarget | null;
  events: string[];
  /** Whether the event hydrates the island; always, without this. */
  counts?: (island: Element, event: Event) => boolean;
}

const prefersQuiet = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ||
  matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches;

/** `astro-island` is `display: contents` and has no box; its first child has, unless it is not displayed. */
function isInView(island: Element): boolean {
  const { top, bottom, height } = (island.firstElementChild ?? island).getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}

const TRIGGERS = {
  /** Pointer over it, focus in it, or a touch on it. */
  intent: { from: (island) => island, events: ['pointerover', 'focusin', 'touchstart'] },
  /** A mouse or pen enters the section around it. */
  pointer: {
    from: (island) => island.closest('section'),
    events: ['pointerover'],
    counts: () => matchMedia('(pointer: fine)').matches && !prefersQuiet(),
  },
  /** The first scroll while it is in view. */
  scroll: {
    from: () => document,
    events: ['scroll'],
    counts: (island) => isInView(island) && !prefersQuiet(),
  },
  /**
   * The page has loaded, so that nothing fetched for the island delays its first paint; or, before that, a focus or a
   * press anywhere. Not while the page is prerendered: it may never be opened.
   */
  load: {
    from: () => window,
    events: ['load', 'focusin', 'pointerdown', 'prerenderingchange'],
    // A page that is activated before it has loaded still waits for `load`.
    counts: (_, { type }) =>
      !(document as { prerendering?: boolean }).prerendering &&
      (type !== 'prerenderingchange' || document.readyState === 'complete'),
  },
  /** Another island has hydrated, so that React is there. The splash's island is removed once the splash is over. */
  'after-another': {
    from: () => document,
    events: ['astro:hydrate'],
    counts: (island) => island.isConnected,
  },
} satisfies Record<string, Trigger>;

export type HydrationTrigger = keyof typeof TRIGGERS;

const hydrate: ClientDirective = (load, { value }, island) => {
  const { from, events, counts = () => true }: Trigger = TRIGGERS[value as HydrationTrigger];
  const listen = () => {
    const listening = new AbortController();
    const onTrigger = async (event: Event) => {
      if (!counts(island, event)) return;
      listening.abort();
      const hydrateIsland = await load();
      await hydrateIsland();
      // Astro leaves `ssr` on an island whose script did not load: the next trigger tries again.
      if (island.hasAttribute('ssr')) listen();
    };
    for (const event of events)
      from(island)?.addEventListener(event, onTrigger, {
        capture: true,
        passive: true,
        signal: listening.signal,
      });
  };
  listen();
};

export default hydrate;
