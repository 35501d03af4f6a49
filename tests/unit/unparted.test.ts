import { expect, test } from 'vitest';
import { unparted } from '@/lib/unparted';

test.each([
  ['on your own calls for 14 days, free.', 'on your own calls for 14~days, free.'],
  ['We answer it. It is the same agent.', 'We answer~it. It~is the same agent.'],
  ['for 30 minutes, or have the agent call', 'for 30~minutes, or~have the agent call'],
  ['Your phone rings at 2:47 AM.', 'Your phone rings at 2:47~AM.'],
  ['Three things change.', 'Three things change.'],
])('%j keeps together what a line’s end would part', (text, kept) => {
  expect(unparted(text)).toBe(kept.replaceAll('~', '\u00a0'));
});
