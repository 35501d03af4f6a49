import { markDocument } from '@/build/mark';

export const GET = () =>
  new Response(markDocument({ corner: 5 }), { headers: { 'Content-Type': 'image/svg+xml' } });
