import type { Hour } from '@/lib/hour';

/**
 * Pictures are seen outside the site, where its style sheets do not reach: some of the tokens' primitives once more, as
 * sRGB. A test holds them together. The icons in `public/` are drawn in them, too.
 */
export const PICTURE_COLORS = {
  'night-950': '#070e1a',
  'night-900': '#0b1626',
  'night-800': '#162538',
  'night-600': '#4d6379',
  'night-300': '#abbdcd',
  'moon-50': '#f5f3ed',
  'amber-400': '#fdb443',
  'blue-800': '#13304a',
  'blue-600': '#2c5a7c',
  'blue-400': '#6799b8',
  'blue-100': '#d3e4f0',
  'plum-800': '#391b28',
  'plum-700': '#643038',
  'plum-500': '#8f696e',
  'plum-200': '#dec4bf',
  'paper-cool': '#f1f7f9',
  'paper-warm': '#fbf7ed',
  'paper-honey': '#f7e8ca',
  'sun-100': '#fef1d2',
  'ink-950': '#0b1421',
  'ink-600': '#46515f',
  'ink-400': '#6a7989',
  'ink-200': '#c2ccd4',
  'honey-600': '#584736',
  'honey-400': '#836d55',
  'honey-200': '#d5c1a0',
  'amber-700': '#944f04',
  'amber-800': '#7e4207',
} as const;

type Name = keyof typeof PICTURE_COLORS;

interface Light {
  /** The sky above and at the horizon. */
  sky: readonly [Name, Name];
  /** Houses before it. */
  walls: Name;
  /** What stands inside a house, and its outline. */
  line: Name;
  edge: Name;
  ink: Name;
  /** The clock and the wire. */
  accent: Name;
}

/** How a picture looks at each hour of the day. */
export const PICTURE_LIGHT: Readonly<Record<Hour, Light>> = {
  night: {
    sky: ['night-950', 'night-800'],
    walls: 'night-900',
    line: 'night-600',
    edge: 'night-300',
    ink: 'moon-50',
    accent: 'amber-400',
  },
  dawn: {
    sky: ['blue-800', 'blue-600'],
    walls: 'night-900',
    line: 'blue-400',
    edge: 'blue-100',
    ink: 'moon-50',
    accent: 'amber-400',
  },
  morning: {
    sky: ['paper-cool', 'sun-100'],
    walls: 'ink-200',
    line: 'ink-400',
    edge: 'ink-600',
    ink: 'ink-950',
    accent: 'amber-700',
  },
  noon: {
    sky: ['paper-warm', 'sun-100'],
    walls: 'honey-200',
    line: 'honey-400',
    edge: 'ink-600',
    ink: 'night-950',
    accent: 'amber-700',
  },
  afternoon: {
    sky: ['paper-honey', 'sun-100'],
    walls: 'honey-200',
    line: 'honey-400',
    edge: 'honey-600',
    ink: 'ink-950',
    accent: 'amber-800',
  },
  dusk: {
    sky: ['plum-800', 'plum-700'],
    walls: 'night-900',
    line: 'plum-500',
    edge: 'plum-200',
    ink: 'moon-50',
    accent: 'amber-400',
  },
};
