import sharp from 'sharp';
import mark from '@/assets/mark.svg?raw';
import { embed } from './drawing';
import { pictureColor } from './picture-colors';

/** Width and height of the icons, in pixels, by the name of the file. */
export const PNG_ICONS = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 } as const;

/** Size of the favicon for browsers without SVG favicons, in pixels. */
const FAVICON_SIZE = 48;

/** Side of an icon; like the two lengths below, in units of its SVG. */
const SIDE = 24;

/** Corner radius of the favicon; phones mask home screen icons themselves. */
export const FAVICON_CORNER = 5;

/** Space around the mark, as phones crop icons to a circle. */
const MARGIN = 3;

/** The mark in the accent color on the night background, as SVG; `corner` is the corner radius. */
export function svgIcon(corner = 0): string {
  const ground = `<rect width="${SIDE}" height="${SIDE}" rx="${corner}" fill="${pictureColor('night-950')}"/>`;
  const size = SIDE - 2 * MARGIN;
  const place = { x: MARGIN, y: MARGIN, width: size, height: size, color: pictureColor('accent-400') };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${ground}${embed(mark, place)}</svg>`;
}

export const pngIcon = (size: number, corner?: number): Promise<Buffer> =>
  sharp(Buffer.from(svgIcon(corner)))
    .resize(size)
    .png()
    .toBuffer();

/** The favicon as an ICO file, with a PNG as its only entry. */
export async function icoIcon(): Promise<Buffer> {
  const png = await pngIcon(FAVICON_SIZE, FAVICON_CORNER);
  // One entry, from byte 6: width, height; no palette, one color plane, 32 bits a pixel; length, at byte 14; offset, 22.
  const header = Buffer.from([0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  header.fill(FAVICON_SIZE, 6, 8);
  header.writeUInt32LE(png.length, 14);
  return Buffer.concat([header, png]);
}
