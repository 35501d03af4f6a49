import { globSync, readFileSync } from 'node:fs';
import { compileString } from 'sass';
import { describe, expect, test } from 'vitest';
import { NARROW_BREAKPOINT_PX } from '@/constants';
import { HOURS, PAPER_HOURS, type Hour } from '@/lib/hour';
import { PICTURE_LIGHT, toRgb } from '@/build/picture-colors';
import { contrast } from '../support/pixels';
import type { Color } from '../support/texts';

const source = readFileSync('src/styles/_tokens.scss', 'utf8');

/** What style sheets get of the tokens on a screen. */
const compileTokens = (scss: string) =>
  compileString(scss, { loadPaths: ['src/styles'] }).css.replace(/@media print[\s\S]*/, '');

const own = compileTokens(source);

/** The computed custom properties of `hour`, later rules over earlier ones. */
function tokensAt(hour: Hour, tokens = own): Map<string, string> {
  const values = new Map<string, string>();
  for (const [, selectors = '', body = ''] of tokens.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const applies = selectors
      .split(',')
      .some((selector) => [':root', '[data-hour]', `[data-hour=${hour}]`].includes(selector.trim()));
    if (!applies) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) values.set(name, value);
  }
  return values;
}

function resolve(values: Map<string, string>, name: string): string {
  const value = values.get(name) ?? name;
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return reference ? resolve(values, reference) : value;
}

const colorOf = (value: string): Color => (value === 'white' ? [255, 255, 255] : toRgb(value));

const contrastOf = (values: Map<string, string>, one: string, other: string) =>
  contrast(colorOf(resolve(values, one)), colorOf(resolve(values, other)));

const READ = [
  ['--ink', '--surface'],
  ['--ink', '--raised'],
  ['--ink-muted', '--surface'],
  ['--ink-muted', '--raised'],
  ['--accent-ink', '--surface'],
  ['--accent-ink', '--raised'],
  ['--danger', '--surface'],
  ['--danger', '--raised'],
  ['--on-action', '--action'],
  ['--on-action', '--action-lit'],
] as const;

const SEEN = [
  ['--edge', '--surface'],
  ['--edge', '--raised'],
  ['--focus', '--surface'],
  ['--focus', '--raised'],
  ['--accent', '--surface'],
] as const;

describe.each(HOURS)('at the hour of %s', (hour) => {
  const values = tokensAt(hour);

  test.each(READ)('a visitor can read %s on %s', (text, ground) => {
    expect(contrastOf(values, text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(SEEN)('a visitor can make out %s on %s', (shape, ground) => {
    expect(contrastOf(values, shape, ground)).toBeGreaterThanOrEqual(3);
  });
});

test.each(Array.from({ length: 12 }, (_, index) => 30 * index))(
  'an accent of hue %i can be read at every hour',
  (hue) => {
    const recolored = compileTokens(source.replace(/^\$accent:.*/m, `$accent: oklch(70% 0.15 ${hue});`));
    expect(recolored).not.toBe(own);
    for (const hour of HOURS) {
      const values = tokensAt(hour, recolored);
      for (const [text, ground] of READ)
        expect(contrastOf(values, text, ground), `${text} on ${ground}, ${hour}`).toBeGreaterThanOrEqual(4.5);
      for (const [shape, ground] of SEEN)
        expect(contrastOf(values, shape, ground), `${shape} on ${ground}, ${hour}`).toBeGreaterThanOrEqual(3);
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
    ['layer of the page', /z-index:\s*-?\d/],
  ])('name no raw %s outside the tokens', (_, raw) => {
    const offenders = sheets.filter(({ styles }) => raw.test(styles)).map(({ file }) => file);
    expect(offenders).toEqual([]);
  });

  test('turn narrow at the width that the scripts know', () => {
    expect(readFileSync('src/styles/_tools.scss', 'utf8')).toContain(
      `$narrow-breakpoint: ${NARROW_BREAKPOINT_PX}px;`,
    );
  });

  test('know the same hours as paper as the footer does', () => {
    const selector = PAPER_HOURS.map((hour) => `[data-hour='${hour}']`).join(', ');
    expect(readFileSync('src/styles/_tools.scss', 'utf8')).toContain(`$paper-hours: "${selector}";`);
  });
});

test.each(HOURS)('the words of a preview picture stand out at %s', (hour) => {
  const { sky, ink, edge, accent } = PICTURE_LIGHT[hour];
  const values = tokensAt('night');
  const least = (name: string) =>
    Math.min(...sky.map((ground) => contrastOf(values, `--${name}`, `--${ground}`)));
  expect(least(ink)).toBeGreaterThan(4.5);
  expect(least(edge)).toBeGreaterThan(4.5);
  expect(least(accent)).toBeGreaterThan(3);
});
