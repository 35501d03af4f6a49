import type { APIContext } from 'astro';
import { markPicture } from '@/build/mark';

/** Square icons by the names that browsers and systems ask for, with the shape each of them cuts itself. */
export const getStaticPaths = () => [
  { params: { icon: 'apple-touch-icon' }, props: { size: 180, corner: 0 } },
  { params: { icon: 'icon-192' }, props: { size: 192, corner: 0 } },
  { params: { icon: 'icon-512' }, props: { size: 512, corner: 0 } },
];

export async function GET({ props }: APIContext<{ size: number; corner: number }>) {
  const picture = await markPicture(props);
  return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/png' } });
}
