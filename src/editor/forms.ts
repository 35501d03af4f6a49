/** Reads, validates and writes content files as forms. Runs in the dev server, with the site's own schemas. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RJSFSchema } from '@rjsf/utils';
import { z } from 'astro/zod';
import '../content.config';
import { checkContent, sources, type ContentFile, type ContentSource } from '../build/content-file';
import { findErrors, type FieldError } from '../build/content-errors';
import { decode, parseContent } from '../build/content-text';
import { glyphNotes } from '../build/glyphs';
import { editJson, editMarkdown, formatLike } from './edit-text';
import { inWords } from './names';

/** A form in the list of forms. */
export interface FormEntry {
  /** The file in `src/content`, or the folder whose files form one list. */
  place: string;
  title: string;
  /** The page that shows the content. */
  page: string;
}

/** A form with the content of its files. */
export interface Form extends FormEntry {
  schema: RJSFSchema;
  value: unknown;
  /** A hash of the files. */
  version: string;
}

/** Result of a save. */
export interface Saved {
  /** Written, refused because of errors, or refused because the files have changed meanwhile. */
  outcome: 'saved' | 'refused' | 'outdated';
  /** The form as it was written. */
  form?: Form | undefined;
  /** Errors if it was refused, else notes. */
  messages: FieldError[];
}

/** One form's files: a single file, or all files of a list. */
interface FormFiles extends FormEntry {
  source: ContentSource;
  files: ContentFile[];
}

type Fields = Record<string, unknown>;

interface Opened extends ContentFile {
  text: string;
  fields: Fields;
  bodyLine: number;
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
    files.map(async (file) => {
      const text = decode(file.path, await readFile(join(folder, file.path)));
      const { content, bodyLine } = parseContent(file.path, text);
      const { $schema: _, ...fields } = content;
      return { ...file, text, fields, bodyLine };
    }),
  );
  if (source.count === undefined) return opened;
  return opened.toSorted((one, other) => Number(one.fields['order']) - Number(other.fields['order']));
}

function formOf({ place, title, page, source }: FormFiles, opened: Opened[]): Form {
  const { count } = source;
  const hash = createHash('sha256');
  for (const { path, text } of opened) hash.update(`${path}\n${text}\n`);
  const version = hash.digest('hex');
  const schema = z.toJSONSchema(source.schema, { io: 'input', target: 'draft-7' }) as RJSFSchema;
  if (count === undefined) return { place, title, page, schema, value: opened[0]?.fields, version };
  const list: RJSFSchema = { type: 'array', items: schema, minItems: count, maxItems: count };
  const value = opened.map(({ id, fields }) => ({ file: id, ...fields }));
  return { place, title, page, schema: list, value, version };
}

/** The forms, in the order of `src/content.config.ts`. */
export async function listForms(folder: string): Promise<FormEntry[]> {
  return (await formFiles(folder)).map(({ place, title, page }) => ({ place, title, page }));
}

/** A form, or undefined when there is none of this name. Throws, worded for editors, when a file cannot be parsed. */
export async function readForm(folder: string, place: string): Promise<Form | undefined> {
  const form = (await formFiles(folder)).find((one) => one.place === place);
  return form && formOf(form, await open(folder, form));
}

/**
 * Writes a form's value into its files, if their version is still `version` and the schema accepts all of it; otherwise
 * changes nothing. Returns undefined when there is no form of this name.
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
  if (now.version !== version) return { outcome: 'outdated', messages: [] };

  const { schema, count } = form.source;
  const written = byFile(value, opened, count !== undefined);
  const inForm = (index: number) => (message: FieldError) =>
    count === undefined ? message : { ...message, path: [index, ...message.path] };
  const errors = written.flatMap(({ file, fields }, index) =>
    findErrors(schema, fields, file.bodyLine).map(inForm(index)),
  );
  if (errors.length > 0) return { outcome: 'refused', messages: errors };

  const edits = await Promise.all(
    written.map(async ({ file: { path, text, fields: before }, fields }) => {
      const edited = path.endsWith('.md')
        ? editMarkdown(text, fields)
        : editJson(text, before, fields, schema);
      const after = edited === text ? text : await formatLike(join(folder, path), text, edited);
      // Validates the text to be written exactly as the build does.
      checkContent(path, Buffer.from(after), schema);
      return { path, text, after };
    }),
  );
  for (const { path, text, after } of edits) if (after !== text) await writeFile(join(folder, path), after);

  const notes = await Promise.all(
    written.map(async ({ fields }, index) => (await glyphNotes(fields)).map(inForm(index))),
  );
  return { outcome: 'saved', form: await readForm(folder, place), messages: notes.flat() };
}

/** The form's value, split by file; the entries of a list are numbered in their order. */
function byFile(value: unknown, opened: Opened[], isList: boolean): { file: Opened; fields: Fields }[] {
  if (!isList) return opened.map((file) => ({ file, fields: value as Fields }));
  const found = (value as Fields[]).flatMap(({ file: id, ...fields }, index) =>
    opened
      .filter((file) => file.id === id)
      .map((file) => ({ file, fields: { ...fields, order: index + 1 } })),
  );
  if (new Set(found.map(({ file }) => file)).size !== opened.length || found.length !== opened.length)
    throw new Error('The form does not name each file of the list once. Load it again.');
  return found;
}
