const NO_BREAK_SPACE = '\u00a0';

/** Between a number and what it counts; after a short word that begins a sentence or a part of one; before one that ends it. */
const KEPT_TOGETHER = /(?<=\d) (?=\p{Ll})|(?<=[.,:;?!] \p{L}{1,3}) | (?=\p{L}{1,3}[.?!])/gu;

/** A text whose lines do not part a number from its unit, or a sentence from its short first or last word. */
export const unparted = (text: string): string => text.replace(KEPT_TOGETHER, NO_BREAK_SPACE);
