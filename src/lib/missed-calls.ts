/** What missed calls may be worth: arithmetic on nothing but the visitor's own figures. */
import { MISSED_CALLS_LIMITS } from '@/constants';

/** Whole numbers from 0 up to `MISSED_CALLS_LIMITS`; missed calls are counted per week. */
export interface Figures {
  missedCalls: number;
  /** How many of ten missed calls are jobs. */
  jobsOfTen: number;
  /** Value of an average job, in dollars. */
  averageJob: number;
}

const WEEKS_A_YEAR = 52;
const MONTHS_A_YEAR = 12;

/** A whole number as people write it (`1,200`, `$450`, ` 7 `); undefined for anything else, and above `most`. */
export function wholeNumber(text: string, most: number): number | undefined {
  const digits = text.replaceAll(/[\s,$]/g, '');
  const value = Number(digits);
  return /^\d+$/.test(digits) && value <= most ? value : undefined;
}

/** All three figures from what was typed; undefined while one is missing, not a whole number or above its limit. */
export function figuresFrom(typed: Record<keyof Figures, string>): Figures | undefined {
  const missedCalls = wholeNumber(typed.missedCalls, MISSED_CALLS_LIMITS.missedCalls);
  const jobsOfTen = wholeNumber(typed.jobsOfTen, MISSED_CALLS_LIMITS.jobsOfTen);
  const averageJob = wholeNumber(typed.averageJob, MISSED_CALLS_LIMITS.averageJob);
  if (missedCalls === undefined || jobsOfTen === undefined || averageJob === undefined) return undefined;
  return { missedCalls, jobsOfTen, averageJob };
}

/** Value of a month's missed calls in whole dollars, as a range: half of the jobs in them won, or all. */
export function monthlyRange({ missedCalls, jobsOfTen, averageJob }: Figures): { from: number; to: number } {
  const all = (missedCalls * WEEKS_A_YEAR * jobsOfTen * averageJob) / (MONTHS_A_YEAR * 10);
  return { from: Math.round(all / 2), to: Math.round(all) };
}

export const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`;

/** The whole calculation in figures, so that it can be checked. */
export const formula = (figures: Figures): string =>
  `${figures.missedCalls} × ${WEEKS_A_YEAR} ÷ ${MONTHS_A_YEAR} × ${figures.jobsOfTen} ÷ 10 × ` +
  `${dollars(figures.averageJob)} = ${dollars(monthlyRange(figures).to)}`;
