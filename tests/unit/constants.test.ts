import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as constants from '@/constants';
import { CONSTANTS } from '../../tools/specification';

// Copies: Sass cannot import the specification, and with scroll.ts all of it would be sent to visitors.
test.each([
  ['styles/_tools.scss', `$narrow-breakpoint: ${CONSTANTS.NARROW_BREAKPOINT_PX}px;`],
  ['layouts/scroll.ts', `REVEAL_THRESHOLD = ${CONSTANTS.REVEAL_THRESHOLD};`],
  ['layouts/scroll.ts', `SECTION_SCROLL_DELAY_MS = ${CONSTANTS.SECTION_SCROLL_DELAY_MS};`],
  ['islands/Marquee.module.scss', `$velocities: ${CONSTANTS.MARQUEE_VELOCITIES.join(', ')};`],
  ['components/UseCases.astro', `$max-height: ${CONSTANTS.USE_CASE_MAX_HEIGHT_REM}rem;`],
])('src/%s has the specified %s', (file, definition) => {
  expect(readFileSync(`src/${file}`, 'utf8')).toContain(definition);
});

test('src/constants.ts has the specified section ids, phone digits and delay', () => {
  const { SECTION_IDS, PHONE_DIGITS, SETTLE_DELAY_MS } = CONSTANTS;
  expect(constants).toMatchObject({ SECTION_IDS, PHONE_DIGITS, SETTLE_DELAY_MS });
});
