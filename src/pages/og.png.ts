import { words } from '@/lib/content';
import { drawPreview } from '@/build/preview';

export async function GET() {
  const [{ brand, tagline }, { hero }] = await Promise.all([words('site'), words('home')]);
  const picture = await drawPreview({ brand, tagline, headline: hero.heading, time: hero.time });
  return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/png' } });
}
