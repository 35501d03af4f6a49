import type { APIContext } from 'astro';
import { drawLinkPreview } from '@/pictures/draw-link-preview';
import { words } from '@/copy/words';
import { linkPreviewName, PAGES } from '@/copy/pages';

/** The link preview (`og:image`) of each page. */
export const getStaticPaths = () =>
  PAGES.map((page) => ({ params: { page: linkPreviewName(page.path) }, props: page }));

export async function GET({ props }: APIContext<(typeof PAGES)[number]>) {
  const { brand, tagline } = await words('site');
  const page = await words(props.collection, 'id' in props ? props.id : undefined);
  // The landing page has a time in each section, other pages have one.
  const time = 'time' in page ? page.time : page.hero.time;
  const picture = await drawLinkPreview(props.hour, { brand, tagline, headline: page.hero.heading, time });
  return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/png' } });
}
