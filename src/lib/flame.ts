/** The mark: one flame with a hollow at its foot, in a 24×24 box, filled even-odd. Holds at 16 px. */
export const FLAME =
  'M12 1.2c3.6 4.2 7.3 7.8 7.3 13.2a7.3 7.3 0 0 1-14.6 0c0-2.5 1-4.6 2.3-6.3.5 1.5 1.2 2.4 2.3 2.9' +
  'C9.3 7.5 10.3 4.2 12 1.2z' +
  'M12 13c-1.7 1.6-2.7 2.9-2.7 4.5a2.7 2.7 0 0 0 5.4 0c0-1.6-1-2.9-2.7-4.5z';
