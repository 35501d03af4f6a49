import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NARROW_BREAKPOINT_PX } from '@/constants';
import { HOURS, LIGHT_HOURS, type Hour } from '@/constants';
import { compactPage } from '@/publish/compact-page';
import { compileTokens, STREET, toRgb, tokenAt } from '@/pictures/picture-colors';
import { contrast } from '../support/contrast';
import type { Color } from '../support/contrast';

const source = readFileSync('src/styles/_tokens.scss', 'utf8');

const colorOf = (value: string): Color => (value === 'white' ? [255, 255, 255] : toRgb(value));

const contrastAt = (hour: Hour, one: string, other: string, css?: string) =>
  contrast(colorOf(tokenAt(hour, one, css)), colorOf(tokenAt(hour, other, css)));

const TEXT_PAIRS = [
  ['ink', 'surface'],
  ['ink', 'raised'],
  ['ink-muted', 'surface'],
  ['ink-muted', 'raised'],
  ['accent-ink', 'surface'],
  ['accent-ink', 'raised'],
  ['danger', 'surface'],
  ['danger', 'raised'],
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
] as const;

const SHAPE_PAIRS = [
  ['border-strong', 'surface'],
  ['border-strong', 'raised'],
  ['focus', 'surface'],
  ['focus', 'raised'],
  ['accent', 'surface'],
] as const;

describe.each(HOURS)('at the hour of %s', (hour) => {
  test.each(TEXT_PAIRS)('a visitor can read %s on %s', (text, ground) => {
    expect(contrastAt(hour, text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(SHAPE_PAIRS)('a visitor can make out %s on %s', (shape, ground) => {
    expect(contrastAt(hour, shape, ground)).toBeGreaterThanOrEqual(3);
  });
});

test.each(Array.from({ length: 12 }, (_, index) => 30 * index))(
  'with an accent of hue %i, every text and shape can be made out at every hour',
  (hue) => {
    const recolored = compileTokens(source.replace(/^\$accent:.*/m, `$accent: oklch(70% 0.15 ${hue});`));
    expect(recolored).not.toBe(compileTokens(source));
    for (const hour of HOURS) {
      for (const [text, ground] of TEXT_PAIRS)
        expect(
          contrastAt(hour, text, ground, recolored),
          `${text} on ${ground}, ${hour}`,
        ).toBeGreaterThanOrEqual(4.5);
      for (const [shape, ground] of SHAPE_PAIRS)
        expect(
          contrastAt(hour, shape, ground, recolored),
          `${shape} on ${ground}, ${hour}`,
        ).toBeGreaterThanOrEqual(3);
    }
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

  test('turn narrow at the width that the scripts know', () => {
    expect(readFileSync('src/styles/_tools.scss', 'utf8')).toContain(
      `$narrow-breakpoint: ${NARROW_BREAKPOINT_PX}px;`,
    );
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
