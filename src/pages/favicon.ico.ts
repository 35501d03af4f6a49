import { markIcon } from '@/build/mark';

export async function GET() {
  const icon = new Uint8Array(await markIcon({ size: 48, corner: 5 }));
  return new Response(icon, { headers: { 'Content-Type': 'image/x-icon' } });
}
