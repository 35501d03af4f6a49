import { z } from 'astro/zod';
import { expect, test } from 'vitest';
import { explain, findErrors } from '@/copy/errors';

const schema = z.strictObject({
  lead: z.string().optional(),
  title: z.string().min(3).max(5).optional(),
  email: z.email().optional(),
  address: z.url({ protocol: /^https$/, hostname: /\w\.\w/ }).optional(),
  delay: z.int().min(0).max(9).optional(),
  icon: z.enum(['phone', 'timer']).optional(),
  showHome: z.boolean().optional(),
  steps: z
    .array(z.strictObject({ name: z.string() }))
    .min(2)
    .max(3)
    .optional(),
  call: z.strictObject({ time: z.string().regex(/^\d{2}:\d{2}$/, 'must be a time.') }).optional(),
});

/** What an editor reads about a file with this content. */
function messageOn(content: object): string {
  return explain('src/content/page.json', findErrors(schema, content));
}

test.each([
  [{ title: 3 }, 'title must be text between quotation marks.'],
  [{ title: 'ab' }, 'title has 2 characters and takes at least 3. Make it longer.'],
  [{ title: 'abcdef' }, 'title has 6 characters and takes at most 5. Make it shorter.'],
  [{ title: ' ' }, 'title is empty. Write something.'],
  [{ email: 'nobody' }, 'email must be an e-mail address such as hello@example.com.'],
  [{ address: 'example' }, 'address must be a full web address such as https://www.example.com.'],
  [{ delay: 0.5 }, 'delay must be a whole number.'],
  [{ delay: '5' }, 'delay must be a number without quotation marks.'],
  [{ delay: -1 }, 'delay must be at least 0.'],
  [{ delay: 10 }, 'delay must be at most 9.'],
  [{ icon: 'bell' }, 'icon must be one of: "phone", "timer".'],
  [{ showHome: 'yes' }, 'showHome must be true or false, without quotation marks.'],
  [{ steps: {} }, 'steps must be a list between [ and ].'],
  [{ steps: [{ name: 'a' }] }, 'steps has 1 entry and needs at least 2: add 1.'],
  [{ steps: [{ name: 'a' }, {}] }, 'steps → entry 2 → name is missing. Add it.'],
  [{ steps: [{ name: 'a' }, 'b'] }, 'steps → entry 2 must be a group of fields between { and }.'],
  [{ call: { time: 'noon' } }, 'call → time must be a time.'],
  [
    { call: { time: '12:00', Time: '' } },
    'call → Time is not a field that exists here. Did you mean "time"?',
  ],
  [{ dealy: 5 }, 'dealy is not a field that exists here. Did you mean "delay"?'],
  [{ call: { tiem: '12:00' } }, 'call → tiem is not a field that exists here. Did you mean "time"?'],
  [{ colour: 'red' }, 'colour is not a field that exists here. The fields are: lead, title, email,'],
])('an editor who writes %j reads: %s', (content, words) => {
  expect(messageOn(content)).toContain(`  - ${words}`);
});

test('an editor reads one error about a field of a wrong type, and once what two rules say', () => {
  expect(messageOn({ steps: 'a', address: 'ftp:x' }).split('\n')).toHaveLength(3);
});

test('an editor reads every error of a file at once, below its name', () => {
  expect(messageOn({ title: 3, delay: 10 })).toBe(
    [
      'src/content/page.json has 2 errors:',
      '  - title must be text between quotation marks.',
      '  - delay must be at most 9.',
    ].join('\n'),
  );
});
