import type { APIContext } from 'astro';
import { words } from '@/copy/words';

/** The contact for reporting vulnerabilities: RFC 9116. */
export async function GET({ site, url }: APIContext) {
  const { email, securityContact } = await words('site');
  const lines = [
    `Contact: mailto:${email}`,
    `Expires: ${securityContact.until}T00:00:00Z`,
    `Canonical: ${new URL('/.well-known/security.txt', site ?? url).href}`,
    'Preferred-Languages: en',
  ];
  return new Response(`${lines.join('\n')}\n`);
}
