/**
 * A waveform as relative SVG path commands; it ends at the height at which it starts.
 * @param peaks Height of each half wave, alternating up and down, in user units.
 * @param step Width of a half wave in user units.
 */
export const wave = (peaks: readonly number[], step: number): string =>
  peaks.map((peak, index) => `q${step / 2} ${(index % 2 ? 2 : -2) * peak} ${step} 0`).join('');

/** Peaks for `wave`: a single word. */
export const WORD = [2, 4, 9, 16, 24, 15, 20, 11, 6, 3];
