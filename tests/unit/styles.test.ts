import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HOURS, type Hour } from '@/constants';
import { compileTokens, STREET, toRgb, tokenAt } from '@/pictures/picture-colors';
import { contrast } from '../support/contrast';
import type { Color } from '../support/contrast';

const source = readFileSync('src/styles/_tokens.scss', 'utf8');

const colorOf = (value: string): Color => (value === 'white' ? [255, 255, 255] : toRgb(value));

const contrastAt = (hour: Hour, one: string, other: string, css?: string) =>
  contrast(colorOf(tokenAt(hour, one, css)), colorOf(tokenAt(hour, other, css)));

/** The least contrast that each color has to have with these grounds: 4.5 for text, 3 for shapes. */
const CONTRASTS: [least: number, colors: string[], grounds: string[]][] = [
  [4.5, ['ink', 'ink-muted', 'accent-ink', 'danger'], ['surface', 'raised']],
  [4.5, ['on-action'], ['action', 'action-hover']],
  [3, ['border-strong', 'focus'], ['surface', 'raised']],
  [3, ['accent'], ['surface']],
];

test.each([undefined, ...Array.from({ length: 12 }, (_, index) => 30 * index)])(
  'a visitor can read every text and make out every shape at every hour, with an accent of hue %s',
  (hue) => {
    const accent = `$accent: oklch(70% 0.15 ${hue});`;
    const css = compileTokens(hue === undefined ? source : source.replace(/^\$accent:.*/m, accent));
    const faint = HOURS.flatMap((hour) =>
      CONTRASTS.flatMap(([least, colors, grounds]) =>
        colors.flatMap((color) =>
          grounds
            .filter((ground) => contrastAt(hour, color, ground, css) < least)
            .map((ground) => `${color} on ${ground} at ${hour}`),
        ),
      ),
    );
    expect(faint).toEqual([]);
    expect(hue === undefined || css !== compileTokens(source), 'another accent changes colors').toBe(true);
  },
);

test.each(HOURS)('the words of a preview picture stand out at %s', (hour) => {
  const least = (name: string) =>
    Math.min(...STREET[hour].sky.map((ground) => contrastAt(hour, name, ground)));
  expect(least('ink')).toBeGreaterThan(4.5);
  expect(least('ink-muted')).toBeGreaterThan(4.5);
  expect(least('accent')).toBeGreaterThan(3);
});
