import type { APIContext } from 'astro';
import { words } from '@/copy/words';

/** How long after its build a site's contact counts as current. RFC 9116 recommends less than a year. */
const CURRENT_MS = 330 * 24 * 60 * 60 * 1000;

/** The contact for reporting vulnerabilities: RFC 9116. */
export async function GET({ site, url }: APIContext) {
  const { email } = await words('site');
  const lines = [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(Date.now() + CURRENT_MS).toISOString()}`,
    `Canonical: ${new URL('/.well-known/security.txt', site ?? url).href}`,
    'Preferred-Languages: en',
  ];
  return new Response(`${lines.join('\n')}\n`);
}
