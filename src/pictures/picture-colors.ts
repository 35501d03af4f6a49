/** Colors for pictures, which are shown without the site's style sheets. */
import { readFileSync } from 'node:fs';
import { compileString, SassColor } from 'sass';
import type { Hour } from '@/constants';

const compile = (scss: string) => compileString(scss, { loadPaths: ['src/styles'] }).css;

const readStyles = (name: string) => readFileSync(`src/styles/${name}.scss`, 'utf8');

/** The tokens as CSS, from the text of `_tokens.scss`: its variables, and the hours' colors but those of print, the last. */
export function compileTokens(tokens: string): string {
  const names = Array.from(tokens.matchAll(/^\$([\w-]+):/gm), ([, name]) => name);
  const hours = readStyles('_hours')
    .replace("@use 'tokens' as *;", '')
    // Closes the blocks around it again.
    .replace(/@media print[\s\S]*/, '}}}');
  return compile(`${tokens}\n:root {${names.map((name) => `--${name}: #{$${name}};`).join('')}}\n${hours}`);
}

const own = compileTokens(readStyles('_tokens'));

/** The value of a token at that hour; later rules win over earlier ones. */
export function tokenAt(hour: Hour, name: string, css = own): string {
  let value: string | undefined;
  for (const [, selectors = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const isApplied = selectors
      .split(',')
      .some((selector) => [':root', '[data-hour]', `[data-hour=${hour}]`].includes(selector.trim()));
    if (isApplied) value = new RegExp(`\\s--${name}: ([^;]+);`).exec(body)?.[1] ?? value;
  }
  if (!value) throw new Error(`src/styles/_tokens.scss has no color --${name}.`);
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return reference ? tokenAt(hour, reference, css) : value;
}

/** Converts `oklch(lightness% chroma hue)` to sRGB, clipped to its gamut: red, green and blue from 0 to 255, not rounded. */
export function toRgb(value: string): number[] {
  const [lightness = NaN, chroma = NaN, hue = NaN] = (value.match(/[\d.]+/g) ?? []).map(Number);
  const color = new SassColor({ space: 'oklch', lightness: lightness / 100, chroma, hue })
    .toSpace('rgb')
    .toGamut({ method: 'clip' });
  return (['red', 'green', 'blue'] as const).map((channel) => color.channel(channel));
}

/** A color token as `#rrggbb`; a functional token has its color at that hour. */
export function pictureColor(name: string, hour: Hour = 'night'): string {
  const channels = toRgb(tokenAt(hour, name)).map((channel) =>
    Math.round(channel).toString(16).padStart(2, '0'),
  );
  return `#${channels.join('')}`;
}

interface Street {
  /** The gradient of the sky: at the top, at the horizon. */
  sky: readonly [string, string];
  /** The walls of the house, and the ground. */
  walls: string;
  /** The equipment of the house, and the other houses of the street. */
  line: string;
}

/** The primitive tokens that color the street at each hour; text and outlines have that hour's functional tokens. */
export const STREET: Readonly<Record<Hour, Street>> = {
  night: { sky: ['night-950', 'night-800'], walls: 'night-900', line: 'night-600' },
  dawn: { sky: ['blue-800', 'blue-600'], walls: 'night-900', line: 'blue-400' },
  morning: { sky: ['paper-cool', 'light-100'], walls: 'ink-200', line: 'ink-400' },
  noon: { sky: ['paper-warm', 'light-100'], walls: 'honey-200', line: 'honey-400' },
  afternoon: { sky: ['paper-honey', 'light-100'], walls: 'honey-200', line: 'honey-400' },
  dusk: { sky: ['plum-800', 'plum-700'], walls: 'night-900', line: 'plum-500' },
};
