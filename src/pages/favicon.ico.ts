import { markPicture } from '@/build/mark';

const SIDE = 48;
const HEADER_BYTES = 22;

/** An icon file that holds one PNG: a directory of one entry, then the picture. */
export async function GET() {
  const picture = await markPicture({ size: SIDE, corner: 5 });
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(SIDE, 6);
  header.writeUInt8(SIDE, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(HEADER_BYTES, 18);
  const icon = new Uint8Array([...header, ...picture]);
  return new Response(icon, { headers: { 'Content-Type': 'image/x-icon' } });
}
