import type { APIContext } from 'astro';
import { words } from '@/lib/content';
import { drawPreview } from '@/lib/preview';

export async function GET({ site, url }: APIContext) {
  const [{ brand, tagline }, { hero }] = await Promise.all([words('site'), words('home')]);
  const address = (site ?? url).host;
  const picture = await drawPreview({ brand, tagline, headline: hero.heading, hour: hero.hour, address });
  return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/png' } });
}
