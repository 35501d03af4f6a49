import { globSync, readFileSync } from 'node:fs';
import { compileString } from 'sass';
import { expect, test } from 'vitest';
import { HOURS, MOST_CALL_LINES, MOST_CALLS, USE_CASES, type Hour } from '@/constants';
import { readColors, toRgb } from '@/pictures/picture-colors';
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

// Undefined stands for the site's own accent.
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
  for (const [color, least] of [
    ['ink', 4.5],
    ['ink-muted', 4.5],
    ['accent', 3],
  ] as const)
    for (const sky of ['surface', 'horizon'])
      expect.soft(contrastAt(hour, color, sky), `${color} on ${sky}`).toBeGreaterThanOrEqual(least);
});

const read = (file: string) => readFileSync(file, 'utf8');

/** What `_tools.scss` and `_tokens.scss` have for a variable, as CSS. */
function sassValue(name: string): string {
  const { css } = compileString(`@use 'tools'; a { b: tools.${name}; }`, { loadPaths: ['src/styles'] });
  return /b: (.*);/.exec(css)![1]!;
}

// These are copies: Sass and drawings import nothing, and with what scroll.ts would import, more would be sent to visitors.
test('numbers are the same in styles, scripts, schema and drawings', () => {
  expect.soft(sassValue('$most-calls')).toBe(String(MOST_CALLS));
  expect.soft(sassValue('$most-lines')).toBe(String(MOST_CALL_LINES + 1));
  expect.soft(read('src/components/UseCases.astro')).toContain(`from 1 through ${USE_CASES} {`);
  const windows = read('src/assets/street.svg').match(/id="window-\d+"/g);
  expect.soft(windows).toHaveLength(USE_CASES);
  const headerHeight = 16 * Number.parseFloat(sassValue('$header-height'));
  expect.soft(read('src/layouts/scroll.ts')).toContain(`const HEADER_HEIGHT = ${headerHeight};`);
  const edgeShare = Number.parseFloat(sassValue('$mark-edge')) / Number.parseFloat(sassValue('$mark-width'));
  const linkPreview = read('src/pictures/draw-link-preview.ts');
  const markSize = Number(/const MARK_SIZE = (\d+);/.exec(linkPreview)![1]);
  expect.soft(linkPreview).toContain(`const MARK_EDGE = ${Math.round(markSize * edgeShare)};`);
  const duration = Number.parseFloat(sassValue('$duration-medium'));
  const move = `duration: ${duration}, easing: '${sassValue('$ease')}'`;
  expect.soft(read('src/islands/FaqAccordion.tsx')).toContain(move);
});

/** The names in the class attributes of a markup. Those with a number in a template, `call-${index}`, have none here. */
const classesIn = (markup: string) =>
  [...markup.matchAll(/\bclass(?::list)?=("[^"]*"|\{[^]*?\}(?=[\s/>]))/g)].flatMap(
    ([, value = '']) => value.match(/[a-z][\w-]*/gi) ?? [],
  );

/** Classes of the drawings, whose layers have their ids as classes, and which may have that of an hour. */
const drawn = [
  ...HOURS,
  ...globSync('src/{assets/*.svg,pictures/house.ts}').flatMap((file) => classesIn(read(file))),
  ...globSync('src/assets/*.svg').flatMap((file) => read(file).match(/(?<=\bid=")[^"]+/g) ?? []),
];
const styled = globSync('src/**/*.astro').filter((file) => read(file).includes('<style'));

test.each(styled)(
  'every class that %s styles is in its markup, or in the drawing that it puts in',
  (file) => {
    const [markup = '', style = ''] = read(file).split(/<style.*>|<\/style>/);
    const { css } = compileString(style, { loadPaths: ['src/styles'] });
    const selectors = (css.match(/[^{};]+(?=\{)/g) ?? []).join('\n');
    const names = Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name);
    const there = new Set([...classesIn(markup), ...drawn]);
    expect(names.filter((name) => !there.has(name) && !there.has(name.replace(/\d+$/, '')))).toEqual([]);
  },
);
