import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { headersFile, IMMUTABLE, SECURITY_HEADERS } from '@/publish/headers';

test('Vercel sends the headers of the site, and lets browsers keep hashed files, but no 404 in their place', async () => {
  const { routes } = JSON.parse(await readFile('.deploy/vercel.json', 'utf8'));
  expect(routes[0]).toEqual({ src: '/(.*)', headers: SECURITY_HEADERS, continue: true });
  const hit = routes.findIndex(({ handle }: { handle?: string }) => handle === 'hit');
  const headers = { 'Cache-Control': IMMUTABLE };
  expect(routes[hit + 1]).toEqual({ src: '/_astro/(.*)', headers, continue: true });
});

test('the build fails when there are more rules than Cloudflare reads', () => {
  const files = Array.from({ length: 100 }, (_, index) => `chunk${index}.js`);
  expect(headersFile(files.slice(0, 50))).toContain(`  Cache-Control: ${IMMUTABLE}\n/_astro/chunk49.js\n`);
  expect(() => headersFile(files)).toThrow(/rules, and Cloudflare reads 100/);
});
