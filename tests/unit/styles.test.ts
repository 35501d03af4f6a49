import { globSync, readFileSync } from 'node:fs';
import { compile } from 'sass';
import { describe, expect, test } from 'vitest';
import { NARROW_BREAKPOINT_PX } from '@/constants';
import { OPENING } from '@/islands/use-disclosures';
import { HOURS, type Hour } from '@/lib/hour';
import { PICTURE_COLORS } from '@/build/mark';

const tokens = compile('src/styles/_tokens.scss').css.replace(/@media print[\s\S]*/, '');

/** What the custom properties of `hour` come to, later rules over earlier ones. */
function tokensAt(hour: Hour): Map<string, string> {
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

/** `oklch(L% C H)` in linear sRGB, red, green and blue from 0 to 1: https://bottosson.github.io/posts/oklab/ */
function linearRgb(value: string): number[] {
  if (value === 'white') return [1, 1, 1];
  const [lightness = NaN, chroma = NaN, hue = NaN] = (value.match(/[\d.]+/g) ?? []).map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness / 100 + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness / 100 - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness / 100 - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
}

/** Relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(value: string): number {
  const [red = NaN, green = NaN, blue = NaN] = linearRgb(value);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As `#rrggbb`. */
function hex(value: string): string {
  const channels = linearRgb(value).map((channel) => {
    const encoded = channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

function contrast(values: Map<string, string>, one: string, other: string): number {
  const [light = NaN, dark = NaN] = [one, other]
    .map((name) => luminance(resolve(values, name)))
    .toSorted((first, second) => second - first);
  return (light + 0.05) / (dark + 0.05);
}

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
  ['--on-action-lit', '--action-lit'],
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
    expect(contrast(values, text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(SEEN)('a visitor can make out %s on %s', (shape, ground) => {
    expect(contrast(values, shape, ground)).toBeGreaterThanOrEqual(3);
  });
});

describe('the style sheets', () => {
  const sheets = globSync('src/**/*.{scss,astro}')
    .filter((file) => !file.endsWith('_tokens.scss'))
    .map((file) => {
      const source = readFileSync(file, 'utf8');
      const styles = file.endsWith('.scss')
        ? source
        : [...source.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, style]) => style).join('');
      return { file, styles: styles.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '') };
    });

  test.each([
    ['colour', /#[\da-f]{3,8}\b(?![^{]*\{)|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|:\s*(?:white|black)\b/i],
    ['type size', /font-size:\s*[\d.]|font:[^;]*\d(?:px|rem|em)\b/],
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

  test('open an answer as the script does where they cannot', () => {
    const values = tokensAt('night');
    expect(OPENING).toEqual({
      duration: parseFloat(values.get('--calm') ?? ''),
      easing: values.get('--ease'),
    });
  });
});

test('pictures are drawn in the colours of the tokens', () => {
  const tokenOf = {
    night: '--night-950',
    walls: '--night-900',
    horizon: '--night-800',
    line: '--night-700',
    outline: '--night-300',
    paper: '--moon-50',
    amber: '--amber-400',
  } as const satisfies Record<keyof typeof PICTURE_COLORS, string>;
  const values = tokensAt('night');
  for (const [name, token] of Object.entries(tokenOf))
    expect(PICTURE_COLORS, `${name}, ${token}`).toHaveProperty(name, hex(resolve(values, token)));
});
