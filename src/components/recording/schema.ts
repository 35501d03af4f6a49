import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'astro/zod';
import { normalizeContent } from '../../copy/normalize.ts';
import { optional, text } from '../../copy/schema.ts';

const FOLDER = 'public/recordings';

const seconds = z.number().min(0);

/** The transcript of a recording: a JSON file beside its sound file in `public/recordings`. */
const transcriptSchema = z.strictObject({
  length: seconds,
  /** One digit for each 50 ms, 9 being the loudest: moves the voice on the wire. */
  loudness: z.string().regex(/^\d*$/).optional(),
  /** The lines in the order in which they are spoken. */
  lines: z.array(z.strictObject({ from: seconds, to: seconds, text: z.string() })).min(1),
});

/** The name of the transcript that belongs to a sound file. */
const transcriptOf = (file: string): string => file.replace(/\.\w+$/, '.json');

/** Reads the transcript of a sound file. Throws when it is missing, or not of that schema. */
export const readTranscript = (file: string): z.infer<typeof transcriptSchema> =>
  transcriptSchema.parse(
    normalizeContent(JSON.parse(readFileSync(join(FOLDER, transcriptOf(file)), 'utf8'))),
  );

/** What is wrong with the name of a sound file, or with its transcript; undefined when nothing is. */
function fileError(name: string): string | undefined {
  if (!/^[\w-]+\.(mp3|m4a|wav)$/.test(name))
    return 'must be the name of an mp3, m4a or wav file, such as call.mp3. Ask whoever looks after the site for it, or empty this field.';
  if (!existsSync(join(FOLDER, name)))
    return `is not in ${FOLDER}. Ask whoever looks after the site to put it there, or empty this field.`;
  try {
    readTranscript(name);
    return undefined;
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const reason = issue ? `${issue.path.join(' → ')}: ${issue.message}` : (error as Error).message;
    return `needs a transcript, ${FOLDER}/${transcriptOf(name)}, as docs/make-it-yours.md describes it: ask whoever looks after the site, or empty this field. (${reason})`;
  }
}

const file = z.string().superRefine((name, context) => {
  const error = fileError(name);
  if (error) context.addIssue(error);
});

const recording = optional(
  file,
  'The name of its sound file, from whoever looks after the site: with it, visitors can hear the call, in the words of its lines',
);

/** The schema of a call that may have a recording. What is heard is what is written. */
export const recordable = <Fields extends { lines: z.ZodType<{ text: string }[]> }>(fields: Fields) =>
  z.strictObject({ ...fields, recording }).superRefine((call, context) => {
    // Zod's type of an object with `Fields` is not resolved here.
    const { lines, recording: name } = call as unknown as { lines: { text: string }[]; recording?: string };
    // The field `recording` itself reports a file that is missing or wrong.
    if (!name || fileError(name)) return;
    for (const { path, what } of differences(name, lines, readTranscript(name).lines)) {
      const message = `${what} Write what the recording says; or have the call recorded anew; or empty its field Recording: visitors then only read it.`;
      context.addIssue({ code: 'custom', path, message });
    }
  });

/** Where the written lines of a call differ from those of its recording, with the path of the field. */
function differences(name: string, written: { text: string }[], spoken: { text: string }[]) {
  if (spoken.length !== written.length) {
    const what = `has ${written.length} lines; the recording ${name} has ${spoken.length}.`;
    return [{ path: ['lines'], what }];
  }
  const found: { path: PropertyKey[]; what: string }[] = [];
  for (const [index, { text: said }] of spoken.entries()) {
    if (written[index]!.text === said) continue;
    found.push({
      path: ['lines', index, 'text'],
      what: `is not what the recording ${name} says: “${said}”.`,
    });
  }
  return found;
}

export const recordingWords = z
  .strictObject({
    play: text(14),
    loading: text(14).describe('While the sound is on its way'),
    pause: text(14),
    resume: text(14).describe('While it is paused; the time that is left follows'),
    note: text(70).describe('Beside it; says that the voices are synthetic'),
    failed: text(70),
  })
  .meta({ title: 'Button that plays the recording of a call' });
