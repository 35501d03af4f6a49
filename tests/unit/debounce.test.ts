import { expect, test, vi } from 'vitest';
import { SETTLE_DELAY_MS } from '@/constants';
import { debounce } from '@/lib/debounce';

test('scrolling and resizing have settled once nothing has moved for the specified time', () => {
  vi.useFakeTimers();
  const action = vi.fn<() => void>();
  const move = debounce(action);
  for (const _ of ['first', 'second']) {
    move();
    vi.advanceTimersByTime(SETTLE_DELAY_MS - 1);
  }
  expect(action).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(action).toHaveBeenCalledOnce();
});
