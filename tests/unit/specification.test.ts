import { expect, test } from 'vitest';
import { fill, placeholderValues } from '@/lib/placeholders';
import { CLAIMS, MENU_SECTIONS, PATHS, TEXTS } from '@/build/specification';
import * as words from '../support/words';

const said: Record<string, object> = { ...words };
const specified = fill(TEXTS, placeholderValues(words.site));

test.each(Object.entries(specified))('the specified words of %s', (file, texts) => {
  expect(said[file]).toMatchObject(texts);
});

test.each([
  ['consent', words.demo.form.consent],
  ['answers', words.FAQS.map(({ text }) => text).join('\n')],
  ['process', JSON.stringify(words.home.process)],
] as const)('the specified claims of the %s', (name, text) => {
  for (const claim of CLAIMS[name]) expect(text).toContain(claim);
});

test('the site has the pages that are specified, and its menu the sections', () => {
  expect(words.PATHS).toEqual(expect.arrayContaining(PATHS));
  const { items } = words.site.menu;
  expect(items.filter(({ link }) => link.startsWith('/#'))).toEqual(MENU_SECTIONS);
});
