import { z } from 'astro/zod';
import { expect, test } from 'vitest';
import { describeError, findErrors } from '@/copy/errors';

const schema = z
  .strictObject({
    lead: z.string(),
    title: z.string().min(3).max(5),
    email: z.email(),
    address: z.url({ protocol: /^https$/, hostname: /\w\.\w/ }),
    delay: z.int().min(0).max(9),
    icon: z.enum(['phone', 'timer']),
    showHome: z.boolean(),
    steps: z
      .array(z.strictObject({ name: z.string() }))
      .min(2)
      .max(3),
    call: z.strictObject({ time: z.string() }),
  })
  .partial();

test.each([
  [{ title: 3 }, 'title must be text between quotation marks.'],
  [{ title: 'ab' }, 'title has 2 characters and takes at least 3. Make it longer.'],
  [{ title: 'abcdef' }, 'title has 6 characters and takes at most 5. Make it shorter.'],
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
  [{ dealy: 5 }, 'dealy is not a field that exists here. Did you mean "delay"?'],
  [{ delays: 5 }, 'delays is not a field that exists here. Did you mean "delay"?'],
  [{ call: { Time: '12:00' } }, 'call → Time is not a field that exists here. Did you mean "time"?'],
  [{ colour: 'red' }, 'colour is not a field that exists here. The fields are: lead, title, email,'],
])('an editor who writes %j reads: %s', (content, words) => {
  expect(findErrors(schema, content).map(describeError)).toContainEqual(expect.stringContaining(words));
});

test('an editor reads one error about a field of a wrong type, and once what two rules say', () => {
  expect(findErrors(schema, { steps: 'a', address: 'ftp:x' })).toHaveLength(2);
});
