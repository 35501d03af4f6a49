import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HOURS, type Hour } from '@/constants';
import { compileTokens, STREET, toRgb, tokenAt } from '@/pictures/picture-colors';
import { contrast, type Color } from '../support/contrast';

const source = readFileSync('src/styles/_tokens.scss', 'utf8');

const colorOf = (value: string): Color => (value === 'white' ? [255, 255, 255] : toRgb(value));

/** Contrast of two tokens at an hour, one of the site's sets of colors, in the compiled `css` or in the site's own. */
const contrastAt = (hour: Hour, one: string, other: string, css?: string) =>
  contrast(colorOf(tokenAt(hour, one, css)), colorOf(tokenAt(hour, other, css)));

/** The least contrast of each color with these backgrounds, by WCAG 2.2 AA: 4.5 for text, 3 for shapes and large text. */
const CONTRASTS: [least: number, colors: string[], backgrounds: string[]][] = [
  [4.5, ['ink', 'ink-muted', 'accent-ink', 'danger'], ['surface', 'raised']],
  [4.5, ['on-action'], ['action', 'action-hover']],
  [3, ['border-strong', 'focus'], ['surface', 'raised']],
  [3, ['accent'], ['surface']],
];

// Undefined: the site's own accent.
test.each([undefined, ...Array.from({ length: 12 }, (_, index) => 30 * index)])(
  'a visitor can read every text and make out every shape at every hour, with an accent of hue %s',
  (hue) => {
    const accent = `$accent: oklch(70% 0.15 ${hue});`;
    const css = compileTokens(hue === undefined ? source : source.replace(/^\$accent:.*/m, accent));
    const faint = HOURS.flatMap((hour) =>
      CONTRASTS.flatMap(([least, colors, backgrounds]) =>
        colors.flatMap((color) =>
          backgrounds
            .filter((background) => contrastAt(hour, color, background, css) < least)
            .map((background) => `${color} on ${background} at ${hour}`),
        ),
      ),
    );
    expect(faint).toEqual([]);
    expect(hue === undefined || css !== compileTokens(source), 'another accent changes colors').toBe(true);
  },
);

test.each(HOURS)('the words of a link preview stand out from its sky at %s', (hour) => {
  const least = (name: string) => Math.min(...STREET[hour].sky.map((color) => contrastAt(hour, name, color)));
  expect(least('ink')).toBeGreaterThan(4.5);
  expect(least('ink-muted')).toBeGreaterThan(4.5);
  expect(least('accent')).toBeGreaterThan(3);
});
