import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dollars,
  formula,
  MISSED_CALLS_LIMITS,
  monthlyRange,
  readFigure,
} from '@/components/calculator/missed-calls';

const figure = (name: keyof typeof MISSED_CALLS_LIMITS) =>
  fc.integer({ min: 0, max: MISSED_CALLS_LIMITS[name] });

test('a visitor can work out the sum by hand', () => {
  const example = { missedCalls: 9, jobsOfTen: 3, averageJob: 400 };
  expect(monthlyRange(example)).toEqual({ from: 2340, to: 4680 });
  expect(formula(example)).toBe('9 × 52 ÷ 12 × 3 ÷ 10 × $400 = $4,680');
  const averageJob = readFigure('averageJob', '$1,450.50')!;
  expect(formula({ ...example, averageJob })).toContain('× $1,450.50 = $16,971');
});

test('whatever figures a visitor gives, the range is two whole amounts, the smaller first, neither negative', () => {
  fc.assert(
    fc.property(figure('missedCalls'), figure('jobsOfTen'), figure('averageJob'), (...figures) => {
      const [missedCalls, jobsOfTen, averageJob] = figures;
      const given = { missedCalls, jobsOfTen, averageJob };
      const { from, to } = monthlyRange(given);
      for (const amount of [from, to]) expect(Number.isSafeInteger(amount)).toBe(true);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeGreaterThanOrEqual(from);
      expect(formula(given)).toMatch(/^\d+ × 52 ÷ 12 × \d+ ÷ 10 × \$[\d,]+ = \$[\d,]+$/);
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
  fc.assert(fc.property(figure('averageJob'), (n) => readFigure('averageJob', dollars(n)) === n));
  for (const nonsense of ['', '-1', '1.505', '1e3', 'NaN', 'a few', '1000000000'])
    expect(readFigure('averageJob', nonsense)).toBeUndefined();
  expect(readFigure('missedCalls', '1.5')).toBeUndefined();
});
