import type { APIContext } from 'astro';
import { PNG_ICONS, pngIcon } from '@/pictures/site-icons';

export const getStaticPaths = () =>
  Object.entries(PNG_ICONS).map(([icon, size]) => ({ params: { icon }, props: { size } }));

export async function GET({ props }: APIContext<{ size: number }>) {
  const icon = await pngIcon(props.size);
  return new Response(new Uint8Array(icon), { headers: { 'Content-Type': 'image/png' } });
}
