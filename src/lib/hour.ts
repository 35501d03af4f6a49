/**
 * Times of day; each is a set of colours. The landing page goes through all of them, other pages live at one. A component
 * may carry one for its colours alone: papers are `noon`, the footer is `night`.
 */
export const HOURS = ['night', 'dawn', 'morning', 'noon', 'afternoon', 'dusk'] as const;

export type Hour = (typeof HOURS)[number];

/** Hours by day, whose sections look like paper. */
export const PAPER_HOURS: readonly Hour[] = ['morning', 'noon', 'afternoon'];
