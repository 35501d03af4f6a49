import type { APIContext } from 'astro';
import { drawLinkPreview } from '@/build/draw-link-preview';
import { entries, words } from '@/lib/content';
import type { Hour } from '@/lib/hour';

interface Preview {
  headline: string;
  hour: Hour;
  time: string;
}

/** The preview picture of each page, by the name that `linkPreviewPath` gives it. */
export async function getStaticPaths() {
  const [home, demo, support, agents] = await Promise.all([
    words('home'),
    words('requestDemo'),
    words('supportPackages'),
    entries('agents'),
  ]);
  const previews: Record<string, Preview> = {
    home: { headline: home.hero.heading, hour: 'night', time: home.hero.time },
    'request-demo': { headline: demo.hero.heading, hour: 'dusk', time: demo.time },
    'support-packages': { headline: support.hero.heading, hour: 'noon', time: support.time },
  };
  for (const { id } of agents) {
    const { hero, hour, time } = await words('agents', id);
    previews[id] = { headline: hero.heading, hour, time };
  }
  return Object.entries(previews).map(([page, props]) => ({ params: { page }, props }));
}

export async function GET({ props }: APIContext<Preview>) {
  const { brand, tagline } = await words('site');
  const picture = await drawLinkPreview({ brand, tagline, ...props });
  return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/png' } });
}
