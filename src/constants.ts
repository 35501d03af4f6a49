/**
 * Names and numbers that several files, of the tests too, must agree on; units are in names or comments. What one file needs
 * stands in that file. Prices and trial days are content, in `src/content`.
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

/** The first question on the landing page, which is about cost. */
export const FIRST_QUESTION_ID = 'first-question';

/** A headline of the landing page with more characters is set smaller: buttons and drawing stay on the first screen. */
export const SHORT_HEADLINE_CHARACTERS = 20;

/** Example calls of the landing page, and lines of any example call, at most: `_tools.scss` has the styles for as many. */
export const MOST_CALLS = 6;
export const MOST_CALL_LINES = 7;

/** Use cases of an agent's page: each lights a window of the house in `assets/street.svg` (`UseCases.astro`). */
export const USE_CASES = 6;

/** The rooms of the drawn house that a call can light up: layers of `assets/house.svg`. */
export const ROOMS = ['kitchen', 'nursery', 'living-room', 'bedroom'] as const;

/** Scrolling and resizing count as over after this long without an event. */
export const SETTLE_DELAY_MS = 250;

/** Digits of a US or Canada phone number without its country code. */
export const PHONE_DIGITS = 10;

/**
 * Timeout of storing a request. Includes loading supabase-js: `import()` has no timeout. A form whose button was
 * clicked before hydration says after the same time that it does not work.
 */
export const INSERT_TIMEOUT_MS = 15_000;

/**
 * Times of day. Each has its colors (`styles/_hours.scss`), which the attribute `data-palette` gives to an element. The landing
 * page goes through all of them, another page has one; cards have the colors of `noon`, footer and trial those of `night`.
 */
export const HOURS = ['night', 'dawn', 'morning', 'noon', 'afternoon', 'dusk'] as const;

export type Hour = (typeof HOURS)[number];

/** Size that link previews expect of `og:image`, in pixels. */
export const LINK_PREVIEW_SIZE = { width: 1200, height: 630 } as const;
