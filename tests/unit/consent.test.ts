import { afterEach, expect, test, vi } from 'vitest';
import { currentConsent, guardConsent, isRegistered } from '@/build/consent';

afterEach(() => vi.restoreAllMocks());

test('the words of the consent are registered; when they are not, run `npm run consent`', () => {
  expect(isRegistered(currentConsent().version)).toBe(true);
});

test('a site whose words of consent are registered nowhere is not built, and the message names the command', () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const message = vi.spyOn(console, 'error').mockReturnValue();
  guardConsent();
  expect(exit).not.toHaveBeenCalled();
  // A folder without migrations.
  vi.spyOn(process, 'cwd').mockReturnValue('/');
  guardConsent();
  expect(exit).toHaveBeenCalledWith(1);
  expect(message).toHaveBeenCalledWith(expect.stringContaining('npm run consent'));
});
