/**
 * The section ids and numbers that the site behaves by, each defined once; units are in names or comments. Some of them
 * are specified: `src/copy/specification.ts` repeats those. Prices and trial days are content, in `src/content`.
 */

/** Anchor ids of the landing page's sections, in order. */
export const SECTION_IDS = {
  hero: 'hero',
  benefits: 'benefits',
  process: 'process',
  services: 'services',
  faqs: 'faqs',
  contact: 'contact',
} as const;

/** A longer headline of the landing page is set smaller, so that buttons and drawing stay on the first screen. */
export const SHORT_HEADLINE_CHARACTERS = 20;

/** The rooms of the drawn house that a call can light up: layers of `assets/house.svg`. */
export const ROOMS = ['kitchen', 'nursery', 'living-room', 'bedroom'] as const;

/** Share of a section that must be visible before it fades in (0 to 1). */
export const REVEAL_THRESHOLD = 0.1;

/** Delay between opening a page and scrolling to its section, if the link was on another page. */
export const SECTION_SCROLL_DELAY_MS = 100;

/** Scrolling and resizing count as over after this long without an event. */
export const SETTLE_DELAY_MS = 250;

/** How long the splash shows each of its words. */
export const SPLASH_WORD_MS = 600;
/** When the splash starts to fade. */
export const SPLASH_FADE_START_MS = 1800;
/** How long the splash fades. */
export const SPLASH_FADE_MS = 800;

/** An open use-case card is at most this high; a longer text scrolls inside it. */
export const USE_CASE_MAX_HEIGHT_REM = 12;

/** Base velocity of each marquee row: how far it moves in a second, in percent of the width of its list of keywords. */
export const MARQUEE_VELOCITIES = [1.5, 1.2] as const;

/** Speed factor of the marquee: 1 plus `perPixel` per pixel between scroll events, at most `maxFactor`. */
export const MARQUEE_SCROLL_BOOST = { perPixel: 0.05, maxFactor: 4 } as const;

/** Digits of a US or Canada phone number without its country code. */
export const PHONE_DIGITS = 10;

/**
 * Timeout of storing a request. Includes loading supabase-js: `import()` has no timeout. A form whose button was
 * clicked before hydration says after the same time that it does not work.
 */
export const INSERT_TIMEOUT_MS = 15_000;

/** Timeout of the webhook call, which is not awaited. */
export const WEBHOOK_TIMEOUT_MS = 15_000;

/**
 * Times of day; each is a set of colors. The landing page goes through all of them, every other page has one. A component
 * may use the colors of another: on every page the cards have those of `noon`, and the footer those of `night`.
 */
export const HOURS = ['night', 'dawn', 'morning', 'noon', 'afternoon', 'dusk'] as const;

export type Hour = (typeof HOURS)[number];

/** The hours whose sections have a light background. */
export const LIGHT_HOURS: readonly Hour[] = ['morning', 'noon', 'afternoon'];

/** Size that link previews expect of `og:image`, in pixels. */
export const LINK_PREVIEW_SIZE = { width: 1200, height: 630 } as const;
