/**
 * What missed calls may be worth: arithmetic on nothing but the visitor's own figures. Imports nothing, so that the
 * calculator's script, with this in it, stands in the page instead of being fetched.
 */

/** The visitor's figures: missed calls a week, how many of ten are jobs, and the value of an average job in dollars. */
export type Figures = { missedCalls: number; jobsOfTen: number; averageJob: number };

/** A larger figure is refused as a slip of the keyboard. */
export const LARGEST_FIGURES: Figures = { missedCalls: 500, jobsOfTen: 10, averageJob: 100_000 };

/** The names of the figures, in the order of the calculator's fields. */
export const FIGURE_NAMES = ['missedCalls', 'jobsOfTen', 'averageJob'] as const;

const WEEKS_A_YEAR = 52;
const MONTHS_A_YEAR = 12;

/**
 * A figure as people write it: a whole number (`1,200`, ` 7 `, `7.00`), an average job also with cents (`$450.50`).
 * Undefined for anything else, and above its limit. A comma separates thousands before three digits alone; elsewhere it is
 * the decimal point, as the keyboards of many phones have no other.
 */
export function readFigure(name: keyof Figures, text: string): number | undefined {
  const digits = text
    .replaceAll(/[\s$]/g, '')
    .replaceAll(/,(?=\d{3}(?!\d))/g, '')
    .replace(',', '.');
  const value = Number(digits);
  const isWellFormed = /^\d+(\.\d{0,2})?$/.test(digits) && (name === 'averageJob' || Number.isInteger(value));
  return isWellFormed && value <= LARGEST_FIGURES[name] ? value : undefined;
}

/** Value of a month's missed calls in whole dollars, as a range: half of the jobs in them won, or all. */
export function monthlyRange({ missedCalls, jobsOfTen, averageJob }: Figures): { from: number; to: number } {
  const all = (missedCalls * WEEKS_A_YEAR * jobsOfTen * averageJob) / (MONTHS_A_YEAR * 10);
  return { from: Math.round(all / 2), to: Math.round(all) };
}

/** An amount of dollars, with cents only where there are some. */
export const dollars = (amount: number): string =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`;

/** The value of a month's missed calls, as words. */
export function monthlyRangeText(figures: Figures): string {
  const { from, to } = monthlyRange(figures);
  return from === to ? dollars(to) : `${dollars(from)} to ${dollars(to)}`;
}

/** The whole calculation in figures, so that it can be checked. */
export const formula = (figures: Figures): string =>
  `${figures.missedCalls} × ${WEEKS_A_YEAR} ÷ ${MONTHS_A_YEAR} × ${figures.jobsOfTen} ÷ 10 × ` +
  `${dollars(figures.averageJob)} = ${dollars(monthlyRange(figures).to)}`;
