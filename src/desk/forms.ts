/** The content files as forms: what the desk reads, checks and writes. Runs in the dev server, on the site's own schemas. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'astro/zod';
import '../content.config';
import { readContent, sources, type ContentFile, type ContentSource } from '../build/content-file';
import { findMistakes, type Mistake } from '../build/content-mistakes';
import { decode, parseContent } from '../build/content-text';
import { glyphNotes } from '../build/glyphs';
import { editJson, editMarkdown, formatLike } from './edit-text';
import { inWords, type Shape } from './shape';

/** A form in the list of forms. */
export interface FormEntry {
  /** The file in `src/content`, or the folder whose files are one list. */
  place: string;
  title: string;
  /** The page on which the words stand. */
  page: string;
}

/** A form with its words, as they stand on the disk. */
export interface Form extends FormEntry {
  schema: Shape;
  value: unknown;
  /** Changes with every change of the files. */
  version: string;
}

/** How saving ended: written, refused with what to mend, or too late because the files have changed meanwhile. */
export type Saved =
  | { outcome: 'saved'; form: Form; notes: Mistake[] }
  | { outcome: 'refused'; mistakes: Mistake[] }
  | { outcome: 'outdated'; form: Form };

/** One form's files: a single one, or all of a list. */
interface FormFiles extends FormEntry {
  source: ContentSource;
  files: ContentFile[];
}

type Fields = Record<string, unknown>;

interface Opened extends ContentFile {
  text: string;
  content: Fields;
}

async function formFiles(folder: string): Promise<FormFiles[]> {
  const found = await Promise.all(
    [...sources.values()].map(async (source): Promise<FormFiles[]> => {
      const files = await source.files(folder);
      const { title, page } = source.schema.meta() ?? {};
      const entry = (place: string, its: ContentFile[]): FormFiles => {
        const name = basename(place, '.json');
        const address = typeof page === 'string' ? page : `/${name}`;
        return { place, title: title ?? inWords(name), page: address, source, files: its };
      };
      return source.count === undefined
        ? files.map((file) => entry(file.path, [file]))
        : [entry(source.place, files)];
    }),
  );
  return found.flat();
}

async function open(folder: string, { source, files }: FormFiles): Promise<Opened[]> {
  const opened = await Promise.all(
    files.map(async ({ id, path }) => {
      const text = decode(path, await readFile(join(folder, path)));
      return { id, path, text, content: parseContent(path, text).content };
    }),
  );
  if (source.count === undefined) return opened;
  return opened.toSorted((one, other) => Number(one.content['order']) - Number(other.content['order']));
}

function formOf({ place, title, page, source }: FormFiles, opened: Opened[]): Form {
  const { count } = source;
  const hash = createHash('sha256');
  for (const { path, text } of opened) hash.update(`${path}\n${text}\n`);
  const schema = z.toJSONSchema(source.schema, { io: 'input' }) as Shape;
  const values = opened.map(({ id, content }) => {
    const { $schema: _, ...fields } = content;
    return count === undefined ? fields : { file: id, ...fields };
  });
  return {
    place,
    title,
    page,
    schema: count === undefined ? schema : { type: 'array', items: schema, minItems: count, maxItems: count },
    value: count === undefined ? values[0] : values,
    version: hash.digest('hex'),
  };
}

/** The forms, in the order of `src/content.config.ts`. */
export async function listForms(folder: string): Promise<FormEntry[]> {
  return (await formFiles(folder)).map(({ place, title, page }) => ({ place, title, page }));
}

/** A form, or undefined when there is none of this name. Throws when a file is broken, in an editor's words. */
export async function readForm(folder: string, place: string): Promise<Form | undefined> {
  const form = (await formFiles(folder)).find((one) => one.place === place);
  return form && formOf(form, await open(folder, form));
}

/**
 * Writes a form's words into its files, if these are still of the version that the form was made from and the schema
 * accepts every word; changes nothing otherwise. Returns undefined when there is no form of this name.
 */
export async function saveForm(
  folder: string,
  place: string,
  version: string,
  value: unknown,
): Promise<Saved | undefined> {
  const form = (await formFiles(folder)).find((one) => one.place === place);
  if (!form) return undefined;
  const opened = await open(folder, form);
  const now = formOf(form, opened);
  if (now.version !== version) return { outcome: 'outdated', form: now };

  const { schema } = form.source;
  const written = fieldsByFile(form, value, opened);
  const placed = (index: number) => (mistake: Mistake) =>
    form.source.count === undefined ? mistake : { ...mistake, path: [index, ...mistake.path] };
  const mistakes = written.flatMap(({ file, fields }, index) =>
    findMistakes(schema, fields, parseContent(file.path, file.text).bodyLine).map(placed(index)),
  );
  if (mistakes.length > 0) return { outcome: 'refused', mistakes };

  const edits = await Promise.all(
    written.map(async ({ file: { path, text, content }, fields }) => {
      const { $schema: _, ...before } = content;
      const edited = path.endsWith('.md')
        ? editMarkdown(text, fields)
        : editJson(text, before, fields, schema);
      const after = edited === text ? text : await formatLike(join(folder, path), text, edited);
      // What is written is what the build reads: it has the last word.
      readContent(path, Buffer.from(after), schema);
      return { path, text, after };
    }),
  );
  // The checks take a while, in which somebody else may have saved.
  const still = formOf(form, await open(folder, form));
  if (still.version !== version) return { outcome: 'outdated', form: still };
  for (const { path, text, after } of edits) if (after !== text) await writeFile(join(folder, path), after);

  const notes = await Promise.all(
    written.map(async ({ fields }, index) => (await glyphNotes(fields)).map(placed(index))),
  );
  return { outcome: 'saved', form: (await readForm(folder, place))!, notes: notes.flat() };
}

/** The form's words beside the file that each belongs to; in a list, the place becomes the entry's number. */
function fieldsByFile(
  { source }: FormFiles,
  value: unknown,
  opened: Opened[],
): { file: Opened; fields: Fields }[] {
  if (source.count === undefined) return opened.map((file) => ({ file, fields: value as Fields }));
  const list = Array.isArray(value) ? (value as Fields[]) : [];
  const found = list.flatMap(({ file: id, ...fields }, index) =>
    opened
      .filter((file) => file.id === id)
      .map((file) => ({ file, fields: { ...fields, order: index + 1 } })),
  );
  if (new Set(found.map(({ file }) => file)).size !== opened.length || list.length !== opened.length)
    throw new Error('The form does not name each file of the list once. Load it again.');
  return found;
}
