import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MISSED_CALLS_LIMITS } from '@/constants';
import { dollars, figuresFrom, formula, monthlyRange, wholeNumber } from '@/lib/missed-calls';

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

test('whatever is typed, a figure is a whole number within its limits, or none', () => {
  const typed = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String));
  fc.assert(
    fc.property(typed, figure(1000), (text, most) => {
      const number = wholeNumber(text, most);
      if (number === undefined) return;
      expect(Number.isInteger(number)).toBe(true);
      expect(number).toBeGreaterThanOrEqual(0);
      expect(number).toBeLessThanOrEqual(most);
    }),
  );
  fc.assert(fc.property(figure(100_000), (n) => wholeNumber(dollars(n), 100_000) === n));
  for (const nonsense of ['', '-1', '1.5', '1e3', 'NaN', 'a few', '100001'])
    expect(wholeNumber(nonsense, 100_000)).toBeUndefined();
});

test('there is a result once all three figures are there', () => {
  const typed = { missedCalls: ' 9', jobsOfTen: '3', averageJob: '$1,400' };
  expect(figuresFrom(typed)).toEqual({ missedCalls: 9, jobsOfTen: 3, averageJob: 1400 });
  for (const name of ['missedCalls', 'jobsOfTen', 'averageJob'])
    expect(figuresFrom({ ...typed, [name]: '' })).toBeUndefined();
});
