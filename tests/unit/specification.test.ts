import { describe, expect, test } from 'vitest';
import * as specification from '../support/specification';
import * as words from '../support/words';

const { CONSTANTS: _, CLAIMS, PATHS, ...TEXTS } = specification;

/** Each text of a value, and the length of each list, by its path. */
function textsIn(value: unknown, place = ''): [place: string, text: unknown][] {
  if (typeof value !== 'object' || value === null) return [[place, value]];
  const parts = Object.entries(value).flatMap(([name, part]) => textsIn(part, `${place} ${name}`.trim()));
  return Array.isArray(value) ? [...parts, [`${place} count`, value.length]] : parts;
}

const said = new Map(textsIn(words));
const inBrand = (text: unknown) =>
  typeof text === 'string' ? text.replace('{brand}', words.site.brand) : text;

describe('the words of the site are those that the specification fixes', () => {
  test.each(textsIn(TEXTS))('%s', (place, text) => {
    expect(said.get(place), `${place} in src/content`).toBe(inBrand(text));
  });

  test.each([
    ['consent', words.demo.form.consent],
    ['answers', words.FAQS.map(({ text }) => text).join('\n')],
    ['process', JSON.stringify(words.home.process)],
  ] as const)('claims of the %s', (name, text) => {
    for (const claim of CLAIMS[name]) expect(text).toContain(claim);
  });
});

test('the site has the pages that are specified', () => {
  expect(words.PATHS).toEqual(expect.arrayContaining([...PATHS]));
});
