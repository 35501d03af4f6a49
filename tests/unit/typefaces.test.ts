import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingGlyphWarnings } from '@/pictures/glyphs';
import { outline } from '@/pictures/outline';

test('both typefaces have every character of the content; when one is missing, run `npm run fonts`', async () => {
  const texts = globSync('src/content/**/*.{json,md}').map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }));
  expect(await missingGlyphWarnings(texts)).toEqual([]);
});

test('an emoji in a headline is named in a warning, and leaves no gap in the link preview', async () => {
  const warnings = await missingGlyphWarnings([{ path: 'heading', text: 'No 👩\u200D🔧 Lead' }]);
  const message = expect.stringContaining('has 👩 🔧, which the site’s typefaces lack');
  expect(warnings).toMatchObject([{ path: 'heading', message }]);
  const style = { face: 'display', size: 100 } as const;
  expect(await outline('📞 No 👩\u200D🔧 Lead', style)).toEqual(await outline('No Lead', style));
});
