import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EditedSite } from '../support/edited-site';

test('a page that is not in the list of pages does not get published', { timeout: 240_000 }, async () => {
  const site = await EditedSite.create('unlisted');
  const pages = join(site.dir, 'src/pages');
  await copyFile(join(pages, 'support-packages.astro'), join(pages, 'about.astro'));
  const { exitCode, output } = await site.build();
  expect(exitCode).not.toBe(0);
  expect(output).toContain('The page /about is missing in the list of src/lib/pages.ts. Add its line.');
});
