import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dollars,
  formula,
  MISSED_CALLS_LIMITS,
  monthlyRange,
  readFigure,
} from '@/components/calculator/missed-calls';

const figure = (most: number) => fc.integer({ min: 0, max: most });
const figures = fc.record({
  missedCalls: figure(MISSED_CALLS_LIMITS.missedCalls),
  jobsOfTen: figure(MISSED_CALLS_LIMITS.jobsOfTen),
  averageJob: figure(MISSED_CALLS_LIMITS.averageJob),
});

test('a visitor can work out the sum by hand', () => {
  const example = { missedCalls: 9, jobsOfTen: 3, averageJob: 400 };
  expect(monthlyRange(example)).toEqual({ from: 2340, to: 4680 });
  expect(formula(example)).toBe('9 × 52 ÷ 12 × 3 ÷ 10 × $400 = $4,680');
});

test('whatever figures a visitor gives, the range is two whole amounts, the smaller first, neither negative', () => {
  fc.assert(
    fc.property(figures, (given) => {
      const { from, to } = monthlyRange(given);
      for (const amount of [from, to]) expect(Number.isSafeInteger(amount)).toBe(true);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeGreaterThanOrEqual(from);
      expect(formula(given)).toMatch(/^\d+ × 52 ÷ 12 × \d+ ÷ 10 × \$[\d,]+ = \$[\d,]+$/);
    }),
  );
});

test('more calls, more jobs or larger jobs never lower the result', () => {
  fc.assert(
    fc.property(figures, figures, (one, other) => {
      const less = monthlyRange({
        missedCalls: Math.min(one.missedCalls, other.missedCalls),
        jobsOfTen: Math.min(one.jobsOfTen, other.jobsOfTen),
        averageJob: Math.min(one.averageJob, other.averageJob),
      });
      expect(less.from).toBeLessThanOrEqual(monthlyRange(one).from);
      expect(less.to).toBeLessThanOrEqual(monthlyRange(one).to);
    }),
  );
});

test('whatever is typed, a figure is a number within its limits, whole or with cents, or none', () => {
  const typed = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String));
  fc.assert(
    fc.property(typed, (text) => {
      for (const name of ['missedCalls', 'averageJob'] as const) {
        const number = readFigure(name, text) ?? 0;
        expect(number).toBeGreaterThanOrEqual(0);
        expect(number).toBeLessThanOrEqual(MISSED_CALLS_LIMITS[name]);
        expect(name === 'averageJob' ? Number(number.toFixed(2)) : Math.round(number)).toBe(number);
      }
    }),
  );
  fc.assert(
    fc.property(figure(MISSED_CALLS_LIMITS.averageJob), (n) => readFigure('averageJob', dollars(n)) === n),
  );
  for (const nonsense of ['', '-1', '1.505', '1e3', 'NaN', 'a few', '1000000000'])
    expect(readFigure('averageJob', nonsense)).toBeUndefined();
  expect(readFigure('missedCalls', '1.5')).toBeUndefined();
});

test('a visitor may give the average job in dollars and cents, and sees it so', () => {
  const averageJob = readFigure('averageJob', '$1,450.50')!;
  expect(averageJob).toBe(1450.5);
  expect(readFigure('jobsOfTen', '3.')).toBe(3);
  expect(formula({ missedCalls: 9, jobsOfTen: 3, averageJob })).toContain('× $1,450.50 = $16,971');
});
