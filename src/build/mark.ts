import sharp from 'sharp';
import { FLAME } from '@/lib/flame';

/**
 * Pictures are seen outside the site, where its style sheets do not reach: some of the tokens once more, as sRGB. A test
 * holds them together.
 */
export const PICTURE_COLORS = {
  night: '#070e1a',
  walls: '#0b1626',
  horizon: '#162538',
  line: '#2e4157',
  outline: '#abbdcd',
  paper: '#f5f3ed',
  amber: '#fdb443',
} as const;

/** The mark alone on a rounded square of night, as an SVG document of 24 by 24. */
export function markDocument({ corner }: { corner: number }): string {
  const { night, amber } = PICTURE_COLORS;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">' +
    `<rect width="24" height="24" rx="${corner}" fill="${night}"/>` +
    `<path transform="translate(3 2.7) scale(.75)" d="${FLAME}" fill="${amber}" fill-rule="evenodd"/></svg>`
  );
}

/** The mark as a square PNG. `corner` rounds it (in 24ths of its side): 0 where the system cuts the shape itself. */
export function markPicture({ size, corner }: { size: number; corner: number }): Promise<Buffer> {
  return sharp(Buffer.from(markDocument({ corner })), { density: 72 * (size / 24) })
    .resize(size, size)
    .png()
    .toBuffer();
}

const ICON_HEADER_BYTES = 22;

/** The mark as an icon file that holds one PNG: a directory of one entry, then the picture. */
export async function markIcon({ size, corner }: { size: number; corner: number }): Promise<Buffer> {
  const picture = await markPicture({ size, corner });
  const header = Buffer.alloc(ICON_HEADER_BYTES);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(ICON_HEADER_BYTES, 18);
  return Buffer.concat([header, picture]);
}
