import { z } from 'astro/zod';
import { expect, test } from 'vitest';
import { recordable } from '../../src/components/recording/schema.ts';
import { home, inbound, outbound } from '../support/words.ts';

const WAYS_OUT =
  'Write what the recording says; or have the call recorded anew; or empty its field Recording: visitors then only read it.';

const call = recordable({ lines: z.array(z.object({ text: z.string() })) });

const errorsOf = (lines: { text: string }[], recording: string | undefined) => {
  const issues = call.safeParse({ lines, recording }).error?.issues;
  return issues?.map(({ path, message }) => `${path.join(' → ')} ${message}`);
};

type Call = { time: string; lines: { text: string }[]; recording?: string | undefined };
const all: Call[] = [...home.calls.items, inbound.example, outbound.example];
const calls = all.filter(({ recording }) => recording);

test.each(calls)('the call of $time is heard as it is written, word for word', ({ lines, recording }) => {
  expect(errorsOf(lines, recording)).toBeUndefined();
  for (const [index, { text }] of lines.entries()) {
    const changed = lines.with(index, { text: text.replace(/\w+(?=\W*$)/, 'else') });
    expect(errorsOf(changed, recording)).toEqual([
      `lines → ${index} → text is not what the recording ${recording} says: “${text}”. ${WAYS_OUT}`,
    ]);
  }
  expect(errorsOf(lines.slice(1), recording)).toEqual([
    `lines has ${lines.length - 1} lines; the recording ${recording} has ${lines.length}. ${WAYS_OUT}`,
  ]);
});

test('an editor reads that the file of a recording is missing', () => {
  expect(errorsOf([], 'none.mp3')).toEqual([
    'recording is not in public/recordings. Ask whoever looks after the site to put it there, or empty this field.',
  ]);
});
