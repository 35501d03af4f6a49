/** Colors for pictures, which are shown without the site's style sheets. */
import { compileString, sassNull, SassString, type SassColor, type SassMap } from 'sass';
import type { Hour } from '@/constants';

const valueOf = (map: SassMap | undefined, key: string) => map?.get(new SassString(key))?.realNull;

/**
 * Reads the colors of a folder of styles, with its own accent or another. Returns a function: the color that a variable of
 * `_tokens.scss` or, at that hour, a functional token of `_hours.scss` has.
 */
export function readColors(styles = 'src/styles', accent?: string) {
  let tokens: SassMap | undefined;
  let hours: SassMap | undefined;
  const configuration = accent ? ` with ($accent: ${accent})` : '';
  compileString(
    `@use 'sass:meta'; @use 'tokens'${configuration}; @use 'hours';
     $_: read(meta.module-variables('tokens'), hours.$hours);`,
    {
      loadPaths: [styles],
      functions: {
        'read($tokens, $hours)': (values) => {
          [tokens, hours] = values.map((value) => value.assertMap());
          return sassNull;
        },
      },
    },
  );
  return (name: string, hour: Hour = 'night'): SassColor => {
    const color = valueOf(valueOf(hours, hour)?.assertMap(), name) ?? valueOf(tokens, name);
    if (!color) throw new Error(`src/styles/_tokens.scss has no color $${name}.`);
    return color.assertColor(name);
  };
}

/** Red, green and blue of a color in sRGB, clipped to its gamut: from 0 to 255, not rounded. */
export function toRgb(color: SassColor): number[] {
  const inGamut = color.toSpace('rgb').toGamut({ method: 'clip' });
  return (['red', 'green', 'blue'] as const).map((channel) => inGamut.channel(channel));
}

const own = readColors();

/** A color token as `#rrggbb`; a functional token has its color at that hour. */
export function pictureColor(name: string, hour?: Hour): string {
  return `#${Buffer.from(toRgb(own(name, hour)).map(Math.round)).toString('hex')}`;
}

/**
 * The primitive tokens that color the street at each hour: the sky at the top and at the horizon; walls and ground; equipment
 * and other houses. Text and outlines have that hour's functional tokens.
 */
export const STREET: Readonly<Record<Hour, { sky: [string, string]; walls: string; line: string }>> = {
  night: { sky: ['night-950', 'night-800'], walls: 'night-900', line: 'night-600' },
  dawn: { sky: ['blue-800', 'blue-600'], walls: 'night-900', line: 'blue-400' },
  morning: { sky: ['paper-cool', 'light-100'], walls: 'ink-200', line: 'ink-400' },
  noon: { sky: ['paper-warm', 'light-100'], walls: 'honey-200', line: 'honey-400' },
  afternoon: { sky: ['paper-honey', 'light-100'], walls: 'honey-200', line: 'honey-400' },
  dusk: { sky: ['plum-800', 'plum-700'], walls: 'night-900', line: 'plum-500' },
};
