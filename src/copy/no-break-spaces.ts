/** The text with no-break spaces, so that no line ends within a time (10 AM), a range (8 to 10) or an address (18 Alder). */
export const withNoBreakSpaces = (text: string): string =>
  text.replaceAll(/(?<=\d) (?=[A-Z]|to \$?\d)|(?<=\d to) (?=\$?\d)/g, '\u00A0');
