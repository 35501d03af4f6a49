import { expect, test } from 'vitest';
import '@/content.config';
import { readContentFolder } from '@/copy/loader';
import { fill, placeholderValues } from '@/copy/placeholders';
import { CLAIMS, MENU_SECTIONS, PATHS, TEXTS } from '@/copy/specification';
import * as words from '../support/words';

/** Every specified text that the content says in another way, with its place. */
function differences(specified: unknown, said: unknown, place: string): string[] {
  if (typeof specified !== 'object' || specified === null)
    return specified === said
      ? []
      : [`${place}: ${JSON.stringify(said)}, specified ${JSON.stringify(specified)}`];
  const count = Array.isArray(specified) && Array.isArray(said) ? said.length - specified.length : 0;
  return [
    ...(count > 0 ? [`${place}: ${count} more than specified`] : []),
    ...Object.entries(specified).flatMap(([key, part]) =>
      differences(part, (said as Record<string, unknown> | undefined)?.[key], `${place} → ${key}`),
    ),
  ];
}

test('the site says what is specified', () => {
  const contents = Object.fromEntries(readContentFolder('src/content'));
  const claimed = {
    consent: words.demo.form.consent,
    answers: words.FAQS.map(({ text }) => text).join('\n'),
    process: JSON.stringify(words.home.process),
  };
  const sections = words.site.menu.items.filter(({ link }) => link.startsWith('/#'));
  const values = placeholderValues(words.site);
  const found = [
    ...Object.entries(TEXTS).flatMap(([file, texts]) =>
      differences(fill(texts, values), fill(contents[file], values), file),
    ),
    ...Object.entries(claimed).flatMap(([name, text]) =>
      CLAIMS[name as keyof typeof CLAIMS]
        .filter((claim) => !text.includes(claim))
        .map((claim) => `${name}: does not say ${JSON.stringify(claim)}`),
    ),
    ...differences(MENU_SECTIONS, sections, 'site.json → menu → sections'),
    ...PATHS.filter((path) => !words.PATHS.some((known) => known === path)).map(
      (path) => `pages: ${path} is missing`,
    ),
  ];
  const places = found.map((difference) => difference.slice(0, difference.indexOf(':')));
  expect(found, `${found.length} texts differ from the specification: ${places.join(', ')}`).toEqual([]);
});
