import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import * as constants from '@/constants';
import { CONSTANTS } from '@/copy/specification';
import { debounce } from '@/lib/debounce';

const { NARROW_BREAKPOINT_PX, ...inScripts } = CONSTANTS;

test('the site has the specified limits, delays and sizes', () => {
  expect(constants).toMatchObject(inScripts);
  const styles = readFileSync('src/styles/_tools.scss', 'utf8');
  expect(styles).toContain(`$narrow-breakpoint: ${NARROW_BREAKPOINT_PX}px;`);
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
