/** What missed calls may be worth: arithmetic on nothing but the visitor's own figures. */
import { MISSED_CALLS_LIMITS } from '@/constants';

/** From 0 up to `MISSED_CALLS_LIMITS`; missed calls are counted per week. */
export interface Figures {
  missedCalls: number;
  /** How many of ten missed calls are jobs. */
  jobsOfTen: number;
  /** Value of an average job, in dollars, with or without cents. */
  averageJob: number;
}

const WEEKS_A_YEAR = 52;
const MONTHS_A_YEAR = 12;

/**
 * A figure as people write it: a whole number (`1,200`, ` 7 `, `7.00`), an average job also with cents (`$450.50`).
 * Undefined for anything else, and above its limit.
 */
export function readFigure(name: keyof Figures, text: string): number | undefined {
  const digits = text.replaceAll(/[\s,$]/g, '');
  const value = Number(digits);
  const hasForm = /^\d+(\.\d{0,2})?$/.test(digits) && (name === 'averageJob' || Number.isInteger(value));
  return hasForm && value <= MISSED_CALLS_LIMITS[name] ? value : undefined;
}

/** All three figures from what was typed; undefined while one is missing or is none. */
export function figuresFrom(typed: Record<keyof Figures, string>): Figures | undefined {
  const missedCalls = readFigure('missedCalls', typed.missedCalls);
  const jobsOfTen = readFigure('jobsOfTen', typed.jobsOfTen);
  const averageJob = readFigure('averageJob', typed.averageJob);
  if (missedCalls === undefined || jobsOfTen === undefined || averageJob === undefined) return undefined;
  return { missedCalls, jobsOfTen, averageJob };
}

/** Value of a month's missed calls in whole dollars, as a range: half of the jobs in them won, or all. */
export function monthlyRange({ missedCalls, jobsOfTen, averageJob }: Figures): { from: number; to: number } {
  const all = (missedCalls * WEEKS_A_YEAR * jobsOfTen * averageJob) / (MONTHS_A_YEAR * 10);
  return { from: Math.round(all / 2), to: Math.round(all) };
}

/** With cents only where there are some. */
export const dollars = (amount: number): string =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`;

/** The whole calculation in figures, so that it can be checked. */
export const formula = (figures: Figures): string =>
  `${figures.missedCalls} × ${WEEKS_A_YEAR} ÷ ${MONTHS_A_YEAR} × ${figures.jobsOfTen} ÷ 10 × ` +
  `${dollars(figures.averageJob)} = ${dollars(monthlyRange(figures).to)}`;
