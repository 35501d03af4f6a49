import { z } from 'astro/zod';
import { lead, list, optional, text } from '../../copy/schema.ts';

const call = z.strictObject({
  say: text(60).describe('What to say, in the first person'),
  listen: text(90).describe('What to listen for'),
});

export const callsToTry = optional(
  z.strictObject({ heading: text(70), lead, items: list(call, 5) }),
  'What to say to the agent when it calls; on the form’s page, before and after the request is sent',
);
