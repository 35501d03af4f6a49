const NO_BREAK_SPACE = '\u00a0';

/** Between a number and what it counts; after a short word behind punctuation; before one that ends a sentence. */
const KEPT_TOGETHER = /(?<=\d) (?=\p{Ll})|(?<=[.,:;?!] \p{L}{1,3}) | (?=\p{L}{1,3}[.?!])/gu;

/** A text whose lines do not part a number from its unit, or a short word from the part of a sentence that it begins or the sentence that it ends. */
export const unparted = (text: string): string => text.replace(KEPT_TOGETHER, NO_BREAK_SPACE);
