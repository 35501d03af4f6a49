/** The schema of the calls to try in `src/content/request-demo.json`. */
import { z } from 'astro/zod';
import { lead, list, optional, text, text40, text70 } from '../../copy/schema.ts';

const call = z.strictObject({
  say: text(60).describe('What to say, in the first person'),
  listen: text(90).describe('What to listen for'),
});

export const callsToTry = optional(
  z.strictObject({
    heading: text70,
    lead,
    more: text40.describe('On a phone, opens the list'),
    items: list(call, 5),
  }),
  'What to say to the agent when it calls; under the form',
);
