import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HOURS, LIGHT_HOURS, type Hour } from '@/constants';
import { compactPage } from '@/publish/compact-page';
import { compileTokens, STREET, toRgb, tokenAt } from '@/pictures/picture-colors';
import { contrast } from '../support/pixels';
import type { Color } from '../support/texts';

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

describe('the style sheets', () => {
  const sheets = globSync('src/**/*.{scss,astro}')
    .filter((file) => !file.endsWith('_tokens.scss'))
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      const styles = file.endsWith('.scss')
        ? text
        : [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, style]) => style).join('');
      return { file, styles: styles.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '') };
    });

  test.each([
    ['color', /#[\da-f]{3,8}\b(?![^{]*\{)|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|:\s*(?:white|black)\b/i],
    ['type size', /font-size:\s*(?!0;)[\d.]|font:[^;]*\d(?:px|rem|em)\b/],
    ['duration', /(?:transition|animation)[^;]*[^\w-](?!0m?s)[\d.]+m?s\b/],
    ['z-index', /z-index:\s*-?\d/],
  ])('name no raw %s outside the tokens', (_, raw) => {
    const offenders = sheets.filter(({ styles }) => raw.test(styles)).map(({ file }) => file);
    expect(offenders).toEqual([]);
  });

  test('have the same light hours as `LIGHT_HOURS`', () => {
    const selector = LIGHT_HOURS.map((hour) => `[data-hour='${hour}']`).join(', ');
    expect(readFileSync('src/styles/_tools.scss', 'utf8')).toContain(`$light-hours: "${selector}";`);
  });
});

test.each(HOURS)('the words of a preview picture stand out at %s', (hour) => {
  const least = (name: string) =>
    Math.min(...STREET[hour].sky.map((ground) => contrastAt(hour, name, ground)));
  expect(least('ink')).toBeGreaterThan(4.5);
  expect(least('ink-muted')).toBeGreaterThan(4.5);
  expect(least('accent')).toBeGreaterThan(3);
});

test('an operator’s built page has one style, with the values of the tokens that no hour sets again', () => {
  const page =
    '<style>:root{--a:1px;--b:calc(2*var(--a));--c:red}[x]{--c:blue}</style><p><style>p{width:var(--b);color:var(--c)}</style>';
  expect(compactPage(page)).toBe(
    '<style>:root{--c:red}[x]{--c:blue}p{width:calc(2*1px);color:var(--c)}</style><p>',
  );
});
