/**
 * Times of day; each is a set of colors. The landing page goes through all of them, every other page has one. A component
 * may use the colors of another: on every page the cards have those of `noon`, and the footer those of `night`.
 */
export const HOURS = ['night', 'dawn', 'morning', 'noon', 'afternoon', 'dusk'] as const;

export type Hour = (typeof HOURS)[number];

/** The hours whose sections have a light background. */
export const LIGHT_HOURS: readonly Hour[] = ['morning', 'noon', 'afternoon'];
