/** Times of day; each is a set of colours. The landing page goes through all of them, other pages live at one. */
export const LIGHTS = ['night', 'dawn', 'morning', 'noon', 'afternoon', 'dusk'] as const;

export type Light = (typeof LIGHTS)[number];
