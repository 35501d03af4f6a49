import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as constants from '@/constants';
import '@/content.config';
import { readContentFolder } from '@/copy/loader';
import { fill, placeholderValues } from '@/copy/placeholders';
import {
  BETWEEN_ENTRIES,
  CLAIMS,
  CONSTANTS,
  fieldOf,
  MENU_SECTIONS,
  PATHS,
  TEXTS,
} from '../../tools/specification';
import { textsIn } from '@/copy/texts';
import * as words from '../support/words';

const filled = (text = '') => fill(text, placeholderValues(words.site));

test('the site says what is specified', () => {
  const contents = readContentFolder('src/content');
  for (const [file, fields = {}] of Object.entries(TEXTS)) {
    // A field of a list's entries has their texts joined, as in `TEXTS`.
    const said = Object.groupBy(textsIn(contents.get(file)), fieldOf);
    for (const [field, text] of Object.entries(fields)) {
      const joined = said[field]?.map((one) => one.text).join(BETWEEN_ENTRIES);
      const where = `${field} in ${file} is fixed by tools/specification.ts: change both, or neither`;
      expect.soft(filled(joined), where).toBe(filled(text));
    }
  }
  const claimed = {
    consent: ['request-demo.json', words.demo.form.consent],
    answers: ['faqs', words.FAQS.map(({ answer }) => answer).join('\n')],
    process: ['home.json', JSON.stringify(words.home.process)],
  } as const;
  for (const [name, [file, text]] of Object.entries(claimed))
    for (const claim of CLAIMS[name as keyof typeof CLAIMS]) {
      const where = `src/content/${file} has to say this (${name} in tools/specification.ts): change both, or neither`;
      expect.soft(text, where).toContain(claim);
    }
  const sections = words.site.menu.items.filter(({ link }) => link.startsWith('/#'));
  const menu =
    'sections in the menu of site.json are fixed by tools/specification.ts: change both, or neither';
  expect.soft(sections, menu).toEqual(MENU_SECTIONS);
  expect.soft(words.PATHS, 'pages').toEqual(expect.arrayContaining(PATHS));
});

// These are copies: Sass cannot import the specification, and with scroll.ts all of it would be sent to visitors.
test.each([
  ['styles/_tools.scss', `$narrow-breakpoint: ${CONSTANTS.NARROW_BREAKPOINT_PX / 16}em;`],
  ['layouts/scroll.ts', `REVEAL_THRESHOLD = ${CONSTANTS.REVEAL_THRESHOLD};`],
  ['layouts/scroll.ts', `SECTION_SCROLL_DELAY_MS = ${CONSTANTS.SECTION_SCROLL_DELAY_MS};`],
  ['islands/Marquee.module.scss', `$velocities: ${CONSTANTS.MARQUEE_VELOCITIES.join(', ')};`],
  ['components/UseCases.astro', `$max-height: ${CONSTANTS.USE_CASE_MAX_HEIGHT_REM}rem;`],
])('src/%s has the specified %s', (file, definition) => {
  expect(readFileSync(`src/${file}`, 'utf8')).toContain(definition);
});

test('src/constants.ts has the specified section ids, phone digits and delay', () => {
  const { SECTION_IDS, PHONE_DIGITS, SETTLE_DELAY_MS } = CONSTANTS;
  expect(constants, 'fixed by tools/specification.ts: change both, or neither').toMatchObject({
    SECTION_IDS,
    PHONE_DIGITS,
    SETTLE_DELAY_MS,
  });
});
