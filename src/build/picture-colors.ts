import { compile, SassColor } from 'sass';
import type { Hour } from '@/lib/hour';

const tokens = compile('src/styles/_tokens.scss').css;

/** The nearest colour of sRGB, as unrounded red, green and blue from 0 to 255, to one written as `oklch(L% C H)`. */
export function toRgb(value: string): number[] {
  const [lightness = NaN, chroma = NaN, hue = NaN] = (value.match(/[\d.]+/g) ?? []).map(Number);
  const color = new SassColor({ space: 'oklch', lightness: lightness / 100, chroma, hue })
    .toSpace('rgb')
    .toGamut({ method: 'clip' });
  return (['red', 'green', 'blue'] as const).map((channel) => color.channel(channel));
}

/** A primitive of the tokens as `#rrggbb`: pictures are seen outside the site, where its style sheets do not reach. */
export function pictureColor(name: string): string {
  const value = new RegExp(`--${name}: (oklch\\(.+?\\))`).exec(tokens)?.[1];
  if (!value) throw new Error(`src/styles/_tokens.scss has no colour --${name}.`);
  const channels = toRgb(value).map((channel) => Math.round(channel).toString(16).padStart(2, '0'));
  return `#${channels.join('')}`;
}

interface Light {
  /** The sky above and at the horizon. */
  sky: readonly [string, string];
  /** Houses before it. */
  walls: string;
  /** What stands inside a house, and its outline. */
  line: string;
  edge: string;
  ink: string;
  /** The clock and the wire. */
  accent: string;
}

/** How a picture looks at each hour of the day. */
export const PICTURE_LIGHT: Readonly<Record<Hour, Light>> = {
  night: {
    sky: ['night-950', 'night-800'],
    walls: 'night-900',
    line: 'night-600',
    edge: 'night-300',
    ink: 'moon-50',
    accent: 'accent-400',
  },
  dawn: {
    sky: ['blue-800', 'blue-600'],
    walls: 'night-900',
    line: 'blue-400',
    edge: 'blue-100',
    ink: 'moon-50',
    accent: 'accent-400',
  },
  morning: {
    sky: ['paper-cool', 'light-100'],
    walls: 'ink-200',
    line: 'ink-400',
    edge: 'ink-600',
    ink: 'ink-950',
    accent: 'accent-700',
  },
  noon: {
    sky: ['paper-warm', 'light-100'],
    walls: 'honey-200',
    line: 'honey-400',
    edge: 'ink-600',
    ink: 'night-950',
    accent: 'accent-700',
  },
  afternoon: {
    sky: ['paper-honey', 'light-100'],
    walls: 'honey-200',
    line: 'honey-400',
    edge: 'honey-600',
    ink: 'ink-950',
    accent: 'accent-800',
  },
  dusk: {
    sky: ['plum-800', 'plum-700'],
    walls: 'night-900',
    line: 'plum-500',
    edge: 'plum-200',
    ink: 'moon-50',
    accent: 'accent-400',
  },
};
