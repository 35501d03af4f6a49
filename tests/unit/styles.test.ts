import { globSync, readFileSync } from 'node:fs';
import { compileString } from 'sass';
import { expect, test } from 'vitest';
import { HOURS, type Hour } from '@/constants';
import { readColors, STREET, toRgb } from '@/pictures/picture-colors';
import { contrast } from '../support/contrast';

const own = readColors();

const contrastAt = (hour: Hour, one: string, other: string, colors = own) =>
  contrast(toRgb(colors(one, hour)), toRgb(colors(other, hour)));

/** The least contrast of each color with these backgrounds, by WCAG 2.2 AA: 4.5 for text, 3 for shapes and large text. */
const CONTRASTS: [least: number, colors: string[], backgrounds: string[]][] = [
  [4.5, ['ink', 'ink-muted', 'accent', 'danger'], ['surface', 'raised']],
  [4.5, ['on-action'], ['action', 'action-hover']],
  [3, ['border-strong'], ['surface', 'raised']],
];

// Undefined: the site's own accent.
const HUES = [undefined, ...Array.from({ length: 12 }, (_, index) => 30 * index)];
test.each(HUES)('every text and shape can be made out at every hour, with an accent of hue %s', (hue) => {
  const read = readColors(undefined, hue === undefined ? undefined : `oklch(70% 0.15 ${hue})`);
  for (const hour of HOURS)
    for (const [least, colors, backgrounds] of CONTRASTS)
      for (const color of colors)
        for (const background of backgrounds) {
          const found = contrastAt(hour, color, background, read);
          expect.soft(found, `${color} on ${background} at ${hour}`).toBeGreaterThanOrEqual(least);
        }
  const isOwn = read('accent-700').equals(own('accent-700'));
  expect(isOwn, 'another accent changes colors').toBe(hue === undefined);
});

test.each(HOURS)('the words of a link preview stand out from its sky at %s', (hour) => {
  const least = (name: string) => Math.min(...STREET[hour].sky.map((color) => contrastAt(hour, name, color)));
  expect(least('ink')).toBeGreaterThan(4.5);
  expect(least('ink-muted')).toBeGreaterThan(4.5);
  expect(least('accent')).toBeGreaterThan(3);
});

const read = (file: string) => ({ file, text: readFileSync(file, 'utf8') });
const textsOf = (files: { text: string }[]) => files.map(({ text }) => text).join('\n');
const components = globSync('src/**/*.astro').map(read);
const drawings = textsOf(globSync('src/{assets/*.svg,pictures/house.ts}').map(read));

const styled = components.filter(({ text }) => text.includes('<style'));
test.each(styled)('$file styles its own markup, and drawings that it puts in', ({ text }) => {
  const [markup = '', style = ''] = text.split(/<style.*>|<\/style>/);
  const { css } = compileString(style, { loadPaths: ['src/styles'] });
  const selectors = (css.match(/[^{};]+(?=\{)/g) ?? []).join('\n');
  const classes = Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name);
  // Markup may number them: `call-${index}`.
  const isThere = (name: string) =>
    new RegExp(`\\b${name.replace(/\d+$/, '')}`).test(`${markup}\n${drawings}`);
  expect(classes.filter((name) => !isThere(name))).toEqual([]);
});

test('styles are global, reach into finished markup or override by importance only where they must', () => {
  const sources = textsOf([...components, ...globSync('src/**/*.scss').map(read)]);
  const count = (pattern: RegExp) => sources.match(pattern)?.length ?? 0;
  expect(count(/<style[^>]* is:/g)).toBeLessThanOrEqual(2); // the order of layers, in Head.astro, and a length in Calls.astro
  expect(globSync('src/{components,islands,pages}/**/!(*.module).scss')).toEqual([]);
  expect(count(/:global\(/g)).toBeLessThanOrEqual(30);
  expect(count(/!important/g)).toBeLessThanOrEqual(6);
});
