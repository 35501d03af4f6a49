/** The schema of a call's recording in `src/content/home.json`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'astro/zod';
import { optional, text70 } from '../../copy/schema.ts';

const fields = z.strictObject({
  file: z
    .string()
    .regex(/^\/recordings\/[\w.-]+\.(mp3|m4a|wav)$/, {
      abort: true,
      error: 'must be "/recordings/" and the name of an mp3, m4a or wav file in public/recordings.',
    })
    .refine(
      (file) => existsSync(join('public', file)),
      'is not there. Put the file into public/recordings, or remove the recording.',
    )
    .describe('The file in public/recordings, such as /recordings/call.mp3'),
  label: text70.describe('What screen readers call the player'),
  seconds: z
    .array(z.number().min(0))
    .refine(
      (seconds) => seconds.every((second, index) => index === 0 || second >= seconds[index - 1]!),
      'must rise: no line is spoken before the one above it.',
    )
    .describe('The second at which each line is spoken, in order'),
});

export const recording = optional(
  fields,
  'If given, the call has a player, and its lines light up as they are spoken',
);

/** Refuses a recording that does not have one second for each line of its call. */
export function checkSeconds(
  call: { lines: unknown[]; recording?: z.infer<typeof fields> | undefined },
  context: z.core.$RefinementCtx,
): void {
  const { length } = call.lines;
  if (!call.recording || call.recording.seconds.length === length) return;
  const message = `needs one second for each line of the call: ${length}.`;
  context.addIssue({ code: 'custom', path: ['recording', 'seconds'], message });
}
