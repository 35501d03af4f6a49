import { expect, test } from 'vitest';
import {
  formula,
  LARGEST_FIGURES,
  monthlyRange,
  monthlyRangeText,
  readFigure,
} from '@/components/calculator/missed-calls';

test('missed calls are worth what a visitor works out by hand, from half of the jobs to all', () => {
  const example = { missedCalls: 9, jobsOfTen: 3, averageJob: 400 };
  expect(monthlyRange(example)).toEqual({ from: 2340, to: 4680 });
  expect(formula(example)).toBe('9 × 52 ÷ 12 × 3 ÷ 10 × $400 = $4,680');
  expect(formula({ ...example, averageJob: 1450.5 })).toContain('× $1,450.50 = $16,971');
  expect(monthlyRangeText(example)).toBe('$2,340 to $4,680');
  expect(monthlyRangeText({ ...example, jobsOfTen: 0 })).toBe('$0');
  expect(monthlyRange(LARGEST_FIGURES)).toEqual({ from: 108_333_333, to: 216_666_667 });
});

test.each([
  ['missedCalls', ' 7 ', 7],
  ['missedCalls', '7.00', 7],
  ['missedCalls', '0', 0],
  ['missedCalls', '1.5', undefined],
  ['missedCalls', '501', undefined],
  ['jobsOfTen', '11', undefined],
  ['averageJob', '$1,450.50', 1450.5],
  ['averageJob', '100,000', 100_000],
  ['averageJob', '100000.01', undefined],
  ['averageJob', '450,50', 450.5],
  ['averageJob', '450,5', 450.5],
  ['averageJob', '1,450,50', 1450.5],
  ['averageJob', '1,2345', undefined],
  ['missedCalls', '7,00', 7],
  ...['', '-1', '1.505', '1e3', 'NaN', 'a few'].map((text) => ['averageJob', text, undefined] as const),
] as const)('the figure %s, entered as "%s", is read as %s', (name, text, figure) => {
  expect(readFigure(name, text)).toBe(figure);
});
