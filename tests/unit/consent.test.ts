import { expect, test } from 'vitest';
import { currentConsent, isRegistered } from '@/build/consent';

test('the words of the consent are registered; when they are not, run `npm run consent`', () => {
  expect(isRegistered(currentConsent().version)).toBe(true);
});
