/**
 * A call of a self-contained function as the text of a script: it runs alone inside the page, and reaches nothing but its
 * arguments and the page. They travel as JSON.
 */
export const inlineCall = <Given extends readonly unknown[]>(
  run: (...given: Given) => void,
  ...given: Given
): string => `(${run})(${given.map((value) => JSON.stringify(value)).join()});`;
