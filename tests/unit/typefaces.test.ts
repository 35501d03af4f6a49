import { cpSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingGlyphWarnings } from '@/pictures/glyphs';
import { outline } from '@/pictures/outline';
import { subsetFonts } from '../../tools/fonts';
import { editFile } from '../support/edit-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();

test('both typefaces have every character of the content; when one is missing, run `npm run fonts`', async () => {
  const texts = globSync('src/content/**/*.{json,md}').map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }));
  expect(await missingGlyphWarnings(texts)).toEqual([]);
});

test('`npm run fonts` adds a character that a program has written into a file as an escape', async () => {
  for (const part of ['src/content', 'src/assets/fonts']) cpSync(part, join(root, part), { recursive: true });
  editFile(join(root, 'src/content/error-page.json'), (text) => text.replace('"lead": "', '$&\\u00c5'));
  await subsetFonts(root);
  expect(await missingGlyphWarnings([{ path: 'lead', text: 'Å' }], root)).toEqual([]);
});

test('an emoji in a headline is named in a warning, and leaves no gap in the link preview', async () => {
  const warnings = await missingGlyphWarnings([{ path: 'heading', text: 'No 👩\u200D🔧 Lead' }]);
  const message = expect.stringContaining('has 👩 🔧, which the site’s typefaces lack');
  expect(warnings).toMatchObject([{ path: 'heading', message }]);
  const style = { face: 'display', size: 100 } as const;
  expect(await outline('📞 No 👩\u200D🔧 Lead', style)).toEqual(await outline('No Lead', style));
});
