import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { IMMUTABLE, SECURITY_HEADERS } from '@/publish/headers';

test('Vercel sends the headers of the site, and lets browsers keep hashed files, but no 404 in their place', async () => {
  const { routes } = JSON.parse(await readFile('.deploy/vercel.json', 'utf8'));
  expect(routes[0]).toEqual({ src: '/(.*)', headers: SECURITY_HEADERS, continue: true });
  // The routes after `hit` are those of files that exist.
  const hit = routes.findIndex(({ handle }: { handle?: string }) => handle === 'hit');
  const headers = { 'Cache-Control': IMMUTABLE };
  expect(routes[hit + 1]).toEqual({ src: '/_astro/(.*)', headers, continue: true });
});
