const NO_BREAK_SPACE = '\u00a0';

/** Between a number and what it counts; after a short word behind punctuation; before one that ends a sentence. */
const KEPT_TOGETHER = /(?<=\d) (?=\p{Ll})|(?<=[.,:;?!] \p{L}{1,3}) | (?=\p{L}{1,3}[.?!])/gu;

/** A text whose lines part no number from its unit, and no short word from what it begins or ends. */
export const unparted = (text: string): string => text.replace(KEPT_TOGETHER, NO_BREAK_SPACE);
