import { icoIcon } from '@/pictures/site-icons';

export async function GET() {
  const icon = await icoIcon();
  return new Response(new Uint8Array(icon), { headers: { 'Content-Type': 'image/x-icon' } });
}
