/** The text with no line break within a time (10 AM), a range (8 to 10) or an address (18 Alder). */
export const withoutBreaks = (text: string): string =>
  text.replaceAll(/(?<=\d) (?=[A-Z]|to \$?\d)|(?<=\d to) (?=\$?\d)/g, '\u00A0');
