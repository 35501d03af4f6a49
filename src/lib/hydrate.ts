/**
 * The `client:hydrate` directive: an island hydrates on its trigger, an event shortly before it is needed. It works without
 * hydration, natively, so the event is not replayed. Islands that only decorate (`pointer`, `scroll`) do not hydrate
 * under Save-Data or `prefers-reduced-motion`.
 */
import type { ClientDirective } from 'astro';

/** Where which events are listened for, in the capture phase, and whether one hydrates the island: without it, each does. */
interface Trigger {
  from: (island: Element) => EventTarget | null;
  events: string[];
  matches?: (island: Element, event: Event) => boolean;
}

const savesDataOrMotion = () =>
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
    matches: (_, event) => (event as PointerEvent).pointerType !== 'touch' && !savesDataOrMotion(),
  },
  /** The first scroll while it is in view. */
  scroll: {
    from: () => document,
    events: ['scroll'],
    matches: (island) => isInView(island) && !savesDataOrMotion(),
  },
  /**
   * The page has loaded, so that nothing fetched for the island delays its first paint; or, before that, a focus or a
   * press anywhere. Not while the page is prerendered: it may never be opened.
   */
  load: {
    from: () => window,
    events: ['load', 'focusin', 'pointerdown', 'prerenderingchange'],
    // A page that is activated before it has loaded still waits for `load`.
    matches: (_, { type }) =>
      !(document as { prerendering?: boolean }).prerendering &&
      (type !== 'prerenderingchange' || document.readyState === 'complete'),
  },
  /** Another island has hydrated, so that React is there. Not the splash's island once its script has removed it. */
  'after-another': {
    from: () => document,
    events: ['astro:hydrate'],
    matches: (island) => island.isConnected,
  },
} satisfies Record<string, Trigger>;

export type HydrationTrigger = keyof typeof TRIGGERS;

const hydrate: ClientDirective = (load, { value }, island) => {
  const { from, events, matches = () => true }: Trigger = TRIGGERS[value as HydrationTrigger];
  const listen = () => {
    const listening = new AbortController();
    const onTrigger = async (event: Event) => {
      if (!matches(island, event)) return;
      listening.abort();
      const hydrateIsland = await load();
      await hydrateIsland();
      // Astro leaves `ssr` on an island whose script did not load: the next trigger tries again.
      if (island.hasAttribute('ssr')) listen();
    };
    const options = { capture: true, passive: true, signal: listening.signal };
    for (const event of events) from(island)?.addEventListener(event, onTrigger, options);
  };
  listen();
};

export default hydrate;
