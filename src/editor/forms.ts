/** Reads, validates and writes content files as forms. Runs in the dev server, with the site's own schemas. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RJSFSchema } from '@rjsf/utils';
import { z } from 'astro/zod';
import '../content.config';
import { CONTENT_FOLDER, checkContent, findWarnings, sources, type ContentFile } from '../build/content-file';
import { findErrors, type ContentError } from '../build/content-errors';
import { decode, parseContent } from '../build/content-text';
import { normalizeContent } from '../build/normalize-text';
import { editJson, editMarkdown, formatIfFormatted } from './edit-text';
import { humanize } from './names';

/** From this maximum length on, in characters, a text has a textarea. */
const LONG_TEXT = 60;

export interface FormEntry {
  /** The file in `src/content`, or the folder whose files form one list. */
  fileOrFolder: string;
  title: string;
  page: string;
}

export interface Form extends FormEntry {
  schema: RJSFSchema;
  value: unknown;
  /** A hash of the files. */
  version: string;
}

export interface Saved {
  /** Written, refused because of errors, or refused because the files have changed meanwhile. */
  outcome: 'saved' | 'refused' | 'outdated';
  /** The form as it was written. */
  form?: Form | undefined;
  /** Errors if it was refused, else warnings. */
  messages: ContentError[];
}

type Fields = Record<string, unknown>;

/** Every form with its files: one file, or all files of a list. */
async function formFiles(folder: string) {
  const found = [...sources.values()].map(async (source) => {
    const files = await source.files(folder);
    const { title, page } = source.schema.meta() ?? {};
    const entry = (fileOrFolder: string, its: ContentFile[]) => {
      const name = basename(fileOrFolder, '.json');
      const address = typeof page === 'string' ? page : `/${name}`;
      return { fileOrFolder, title: title ?? humanize(name), page: address, source, files: its };
    };
    const isList = source.count !== undefined;
    return isList ? [entry(source.fileOrFolder, files)] : files.map((file) => entry(file.filePath, [file]));
  });
  return (await Promise.all(found)).flat();
}

/** The forms, in the order of `src/content.config.ts`. */
export async function listForms(folder: string): Promise<FormEntry[]> {
  return (await formFiles(folder)).map(({ fileOrFolder, title, page }) => ({ fileOrFolder, title, page }));
}

/** A form with its files as they are now, or undefined when there is none of this name. */
async function openForm(folder: string, wanted: string) {
  const found = (await formFiles(folder)).find(({ fileOrFolder }) => fileOrFolder === wanted);
  if (!found) return undefined;
  const { fileOrFolder, title, page, source, files } = found;
  const { count } = source;
  const opened = await Promise.all(
    files.map(async ({ id, filePath }) => {
      const name = `${CONTENT_FOLDER}/${filePath}`;
      const text = decode(name, await readFile(join(folder, filePath)));
      const { $schema: _, ...fields } = parseContent(name, text).content;
      return { id, filePath, text, fields };
    }),
  );
  if (count !== undefined)
    opened.sort((one, other) => Number(one.fields['order']) - Number(other.fields['order']));
  const texts = opened.map(({ filePath, text }) => [filePath, text]);
  const version = createHash('sha256').update(JSON.stringify(texts)).digest('hex');

  const schema = z.toJSONSchema(source.schema, {
    io: 'input',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      if ((jsonSchema.maxLength ?? 0) > LONG_TEXT) jsonSchema.format ??= 'textarea';
    },
  }) as RJSFSchema;
  // Not in the form: a save sets it from the entry's position in the list.
  if (count !== undefined) delete schema.properties?.['order'];
  const list: RJSFSchema = { type: 'array', items: schema, minItems: count, maxItems: count };
  const form: Form =
    count === undefined
      ? { fileOrFolder, title, page, version, schema, value: opened[0]?.fields }
      : {
          fileOrFolder,
          title,
          page,
          version,
          schema: list,
          value: opened.map(({ id, fields }) => ({ file: id, ...fields })),
        };
  return { form, source, opened };
}

/** A form, or undefined when there is none of this name. Throws, worded for editors, when a file cannot be parsed. */
export const readForm = async (folder: string, fileOrFolder: string): Promise<Form | undefined> =>
  (await openForm(folder, fileOrFolder))?.form;

/**
 * Writes a form's value, normalized, into its files, if their version is still `version` and the schema accepts all of it;
 * otherwise changes nothing. Returns undefined when there is no form of this name.
 */
export async function saveForm(
  folder: string,
  fileOrFolder: string,
  version: string,
  typed: unknown,
): Promise<Saved | undefined> {
  const now = await openForm(folder, fileOrFolder);
  if (!now) return undefined;
  if (now.form.version !== version) return { outcome: 'outdated', messages: [] };

  const value = normalizeContent(typed);
  const { schema, count } = now.source;
  const isList = count !== undefined;
  const written = now.opened.map((file) => {
    if (!isList) return { file, fields: value as Fields, toFormPath: (message: ContentError) => message };
    const entries = value as Fields[];
    const index = entries.findIndex((entry) => entry['file'] === file.id);
    const { file: _, ...entry } = entries[index] ?? {};
    const toFormPath = (message: ContentError) => ({ ...message, path: [index, ...message.path] });
    return { file, fields: { ...entry, order: index + 1 }, toFormPath };
  });
  const errors = written.flatMap(({ fields, toFormPath }) => findErrors(schema, fields).map(toFormPath));
  if (errors.length > 0) return { outcome: 'refused', messages: errors };

  const edits = await Promise.all(
    written.map(async ({ file: { filePath, text, fields: before }, fields }) => {
      const edited = filePath.endsWith('.md')
        ? editMarkdown(text, fields)
        : editJson(text, before, fields, schema);
      const after = edited === text ? text : await formatIfFormatted(join(folder, filePath), text, edited);
      // Validates the text to be written exactly as the build does.
      checkContent(filePath, Buffer.from(after), schema);
      return { filePath, text, after };
    }),
  );
  for (const { filePath, text, after } of edits)
    if (after !== text) await writeFile(join(folder, filePath), after);

  const warnings = written.map(async ({ fields, toFormPath }) =>
    (await findWarnings(fields)).map(toFormPath),
  );
  return {
    outcome: 'saved',
    form: await readForm(folder, fileOrFolder),
    messages: (await Promise.all(warnings)).flat(),
  };
}
