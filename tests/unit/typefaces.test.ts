import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingGlyphWarnings } from '@/copy/glyphs';
import { outline } from '@/pictures/outline';

test('both typefaces have every character of the content; when one is missing, run `npm run fonts`', async () => {
  const texts = globSync('src/content/**/*.{json,md}').map((file) => readFileSync(file, 'utf8'));
  expect(await missingGlyphWarnings(texts)).toEqual([]);
});

test('an emoji in a headline is named in a warning, and leaves no gap in the link preview', async () => {
  const warnings = await missingGlyphWarnings({ hero: { heading: 'No 👩\u200D🔧 Lead' } });
  const message = expect.stringContaining('has 👩 🔧, which the site’s typefaces lack');
  expect(warnings).toMatchObject([{ path: ['hero', 'heading'], message }]);
  const style = { face: 'display', size: 100 } as const;
  expect(await outline('📞 No 👩\u200D🔧 Lead', style)).toEqual(await outline('No Lead', style));
});
