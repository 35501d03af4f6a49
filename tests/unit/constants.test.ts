import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import * as constants from '@/constants';
import { CONSTANTS } from '@/copy/specification';
import { debounce } from '@/lib/debounce';

const [first, second] = CONSTANTS.MARQUEE_VELOCITIES;

test.each([
  ['styles/_tools.scss', `$narrow-breakpoint: ${CONSTANTS.NARROW_BREAKPOINT_PX}px;`],
  ['layouts/scroll.ts', `REVEAL_THRESHOLD = ${CONSTANTS.REVEAL_THRESHOLD};`],
  ['layouts/scroll.ts', `SECTION_SCROLL_DELAY_MS = ${CONSTANTS.SECTION_SCROLL_DELAY_MS};`],
  ['islands/Splash.scss', `$fade-start: ${CONSTANTS.SPLASH_FADE_START_MS}ms;`],
  ['islands/Splash.scss', `$fade: ${CONSTANTS.SPLASH_FADE_MS}ms;`],
  ['islands/Marquee.scss', `$velocities: ${first}, ${second};`],
  ['components/UseCases.astro', `$max-height: ${CONSTANTS.USE_CASE_MAX_HEIGHT_REM}rem;`],
])('%s has the specified %s', (file, number) => {
  expect(readFileSync(`src/${file}`, 'utf8')).toContain(number);
});

test('several files have the specified section ids and limits from one place', () => {
  const { SECTION_IDS, PHONE_DIGITS, SETTLE_DELAY_MS } = CONSTANTS;
  expect(constants).toMatchObject({ SECTION_IDS, PHONE_DIGITS, SETTLE_DELAY_MS });
});

test('scrolling and resizing have settled once nothing has moved for the specified time', () => {
  vi.useFakeTimers();
  const action = vi.fn<() => void>();
  const move = debounce(action);
  move();
  vi.advanceTimersByTime(constants.SETTLE_DELAY_MS - 1);
  move();
  vi.advanceTimersByTime(constants.SETTLE_DELAY_MS - 1);
  expect(action).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(action).toHaveBeenCalledOnce();
});
