import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAGES } from '@/lib/pages';
import { EditedSite } from '../support/edited-site';
import { PATHS } from '../support/specification';

test('the site has the pages that are specified', () => {
  expect(PAGES.map(({ path }) => path)).toEqual(expect.arrayContaining([...PATHS]));
});

test('a page that is not in the list of pages does not get published', { timeout: 240_000 }, async () => {
  const site = await EditedSite.create('unlisted');
  const pages = join(site.dir, 'src/pages');
  await copyFile(join(pages, 'support-packages.astro'), join(pages, 'about.astro'));
  const { exitCode, said } = await site.build();
  expect(exitCode).not.toBe(0);
  expect(said).toContain('The page /about is missing in the list of src/lib/pages.ts. Add its line.');
});
