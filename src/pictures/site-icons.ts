import sharp from 'sharp';
import mark from '@/assets/mark.svg?raw';
import { embed } from './drawing';
import { pictureColor } from './picture-colors';

/** Width and height of the icons, in pixels, by the name of the file: as iOS, and as Android asks for them. */
export const PNG_ICONS = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 } as const;

/** The size of the favicon for browsers without SVG favicons, in pixels. */
const FAVICON_SIZE = 48;

/** Corner radius of the favicon, in units of its SVG, which is 24 wide; phones mask home screen icons themselves. */
export const FAVICON_CORNER = 5;

/** The mark in the accent color on the night background, as SVG, with space around it, as phones crop icons to a circle. */
export function svgIcon(corner = 0): string {
  const ground = `<rect width="24" height="24" rx="${corner}" fill="${pictureColor('surface')}"/>`;
  const place = { x: 3, y: 3, width: 18, height: 18, color: pictureColor('accent') };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${ground}${embed(mark, place)}</svg>`;
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
