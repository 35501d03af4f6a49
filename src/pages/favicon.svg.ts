import { FAVICON_CORNER, svgIcon } from '@/pictures/site-icons';

export const GET = () =>
  new Response(svgIcon(FAVICON_CORNER), { headers: { 'Content-Type': 'image/svg+xml' } });
