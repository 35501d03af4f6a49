/** Colors for pictures, which are shown without the site's style sheets. */
import { compileString, sassNull, SassString, type SassColor, type SassMap, type Value } from 'sass';
import type { Hour } from '@/constants';

const STYLES = 'src/styles';

function valueOf(map: SassMap | undefined, key: string): Value | undefined {
  return map?.get(new SassString(key))?.realNull ?? undefined;
}

/** Reads the table of hours in a folder of styles, and its tokens, with its own accent or another. */
function readTable(styles: string, accent?: string): { tokens: SassMap; hours: SassMap } {
  const configuration = accent ? ` with ($accent: ${accent})` : '';
  const read: Value[] = [];
  compileString(
    `@use 'sass:meta'; @use 'tokens'${configuration}; @use 'hours';
     $_: read(meta.module-variables('tokens'), hours.$hours);`,
    {
      loadPaths: [styles],
      functions: {
        'read($tokens, $hours)': (values) => {
          read.push(...values);
          return sassNull;
        },
      },
    },
  );
  const [tokens, hours] = read;
  if (!tokens || !hours) throw new Error(`${styles} has no tokens or no hours.`);
  return { tokens: tokens.assertMap(), hours: hours.assertMap() };
}

/** What the table of hours (`_hours.scss`) says of this hour under this name. */
function entryAt(hours: SassMap, hour: Hour, name: string): Value | undefined {
  return valueOf(valueOf(hours, hour)?.assertMap(), name);
}

/**
 * Reads the colors of a folder of styles, with its own accent or another. Returns a function: the color that this hour has
 * under this name in `_hours.scss`, or else that the token of this name has in `_tokens.scss`.
 */
export function readColors(styles = STYLES, accent?: string) {
  const { tokens, hours } = readTable(styles, accent);
  return (name: string, hour: Hour = 'night'): SassColor => {
    const color = entryAt(hours, hour, name) ?? valueOf(tokens, name);
    if (!color) throw new Error(`${styles} has no color ${name}.`);
    return color.assertColor(name);
  };
}

/** Red, green and blue of a color in sRGB, clipped to its gamut: from 0 to 255, not rounded. */
export function toRgb(color: SassColor): number[] {
  const inGamut = color.toSpace('rgb').toGamut({ method: 'clip' });
  return (['red', 'green', 'blue'] as const).map((channel) => inGamut.channel(channel));
}

const ownColors = readColors();

/** The color that the hour has under this name, as `#rrggbb`: for icons that of night, with which the landing page begins. */
export function pictureColor(name: string, hour: Hour = 'night'): string {
  return `#${Buffer.from(toRgb(ownColors(name, hour)).map(Math.round)).toString('hex')}`;
}

/**
 * The style of the house in a picture: that of the pages (`_tools.scss`) for the class `house`, with the hour's colors in
 * place of custom properties, which a picture has not, and the widths of `HouseDrawing.astro`.
 */
export function houseStyle(hour: Hour): string {
  const style =
    "@use 'tools' with ($is-page: false); .house { @include tools.house($line-width: 2.5, $limb-width: 7); }";
  const { css } = compileString(style, { loadPaths: [STYLES] });
  return css.replaceAll(/var\(--([\w-]+)\)/g, (_property, name: string) => pictureColor(name, hour));
}

const { hours: ownHours } = readTable(STYLES);

/** Whether it is light outside at that hour: whether the page has dark text on a light background. */
export function isLight(hour: Hour): boolean {
  return entryAt(ownHours, hour, 'scheme')?.toString() === 'light';
}
