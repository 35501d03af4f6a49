import type { APIContext } from 'astro';
import { PNG_ICONS, pngIcon } from '@/pictures/site-icons';

export const getStaticPaths = () =>
  Object.entries(PNG_ICONS).map(([icon, size]) => ({ params: { icon }, props: { size } }));

export const GET = async ({ props }: APIContext<{ size: number }>) =>
  new Response(new Uint8Array(await pngIcon(props.size)), { headers: { 'Content-Type': 'image/png' } });
