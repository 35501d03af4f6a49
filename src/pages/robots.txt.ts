import type { APIContext } from 'astro';

export const GET = ({ site, url }: APIContext) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap-index.xml', site ?? url).href}\n`);
