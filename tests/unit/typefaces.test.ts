import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FACES } from '@/build/outline';

const content = globSync('src/content/**/*.{json,md}')
  .map((file) => readFileSync(file, 'utf8'))
  .join('');

test.each(['display', 'text'] as const)(
  'every character of the content is in the %s face; when one is missing, run `npm run fonts`',
  async (name) => {
    const face = await FACES[name];
    const has = new Set(face.collectUnicodes());
    const missing = [...new Set(content)].filter(
      (character) => !/\s/.test(character) && !has.has(character.codePointAt(0)!),
    );
    expect(missing).toEqual([]);
  },
);
