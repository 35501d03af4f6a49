import { compile, SassColor } from 'sass';
import type { Hour } from '@/lib/hour';

const tokens = compile('src/styles/_tokens.scss').css;

/** Converts `oklch(L% C H)` to sRGB, clipped to its gamut: red, green and blue from 0 to 255, not rounded. */
export function toRgb(value: string): number[] {
  const [lightness = NaN, chroma = NaN, hue = NaN] = (value.match(/[\d.]+/g) ?? []).map(Number);
  const color = new SassColor({ space: 'oklch', lightness: lightness / 100, chroma, hue })
    .toSpace('rgb')
    .toGamut({ method: 'clip' });
  return (['red', 'green', 'blue'] as const).map((channel) => color.channel(channel));
}

/** A primitive color token as `#rrggbb`, for pictures, which are shown without the site's style sheets. */
export function pictureColor(name: string): string {
  const value = new RegExp(`--${name}: (oklch\\(.+?\\))`).exec(tokens)?.[1];
  if (!value) throw new Error(`src/styles/_tokens.scss has no color --${name}.`);
  const channels = toRgb(value).map((channel) => Math.round(channel).toString(16).padStart(2, '0'));
  return `#${channels.join('')}`;
}

interface Light {
  /** The gradient of the sky: at the top, at the horizon. */
  sky: readonly [string, string];
  /** The houses in front of it. */
  walls: string;
  /** The drawing inside a house, and its outline. */
  line: string;
  edge: string;
  ink: string;
  /** The time and the wire. */
  accent: string;
}

/** The colors of a picture at each hour of the day. */
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
