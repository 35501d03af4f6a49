import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingGlyphWarnings } from '@/build/glyphs';

test('both typefaces have every character of the content; when one is missing, run `npm run fonts`', async () => {
  const texts = globSync('src/content/**/*.{json,md}').map((file) => readFileSync(file, 'utf8'));
  expect(await missingGlyphWarnings(texts)).toEqual([]);
});
