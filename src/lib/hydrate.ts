/**
 * The `client:hydrate` directive: an island hydrates on its trigger, an event shortly before it is needed. It works without
 * hydration, natively, so the event is not replayed. Islands that only decorate (`pointer`, `scroll`) do not hydrate
 * under Save-Data or `prefers-reduced-motion`.
 */
import type { ClientDirective } from 'astro';

interface Trigger {
  /** Where the events are listened for, in the capture phase. */
  from: (island: Element) => EventTarget | null;
  events: string[];
  /** Whether an event hydrates the island. Without it, each does. */
  matches?: (island: Element, event: Event) => boolean;
}

/** Whether the visitor asks for less data or less motion: then nothing is loaded that only decorates. */
function savesDataOrMotion(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return true;
  return matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches;
}

/** Whether the page is rendered ahead of a visit that may never come. */
function isPrerendered(): boolean {
  return Boolean((document as { prerendering?: boolean }).prerendering);
}

/** Whether an island is in the window. `astro-island` is `display: contents` and has no box, but its first child has. */
function isInView(island: Element): boolean {
  const { top, bottom, height } = (island.firstElementChild ?? island).getBoundingClientRect();
  const isDisplayed = height > 0;
  return isDisplayed && bottom > 0 && top < innerHeight;
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
    matches: (_, { type }) => {
      if (isPrerendered()) return false;
      // A page that is activated before it has loaded still waits for `load`.
      return type !== 'prerenderingchange' || document.readyState === 'complete';
    },
  },
  /** Another island has hydrated, so that React is there. The splash's island does not follow once its script has removed it. */
  'after-another': {
    from: () => document,
    events: ['astro:hydrate'],
    matches: (island) => island.isConnected,
  },
} satisfies Record<string, Trigger>;

export type HydrationTrigger = keyof typeof TRIGGERS;

/** Astro calls this for each island that has the directive. */
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
