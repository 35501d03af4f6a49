/** Reads, validates and writes content files as forms. Runs in the dev server, with the site's own schemas. */
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RJSFSchema } from '@rjsf/utils';
import { z } from 'astro/zod';
import '../../src/content.config';
import { describeError, findErrors, type ContentError } from '../../src/copy/errors';
import { CONTENT_FOLDER, sources, type ContentSource } from '../../src/copy/loader';
import { formatContent } from '../format-content';
import { decode, parseContent } from '../../src/copy/parse';
import { normalizeContent } from '../../src/copy/normalize';
import { missingGlyphWarnings } from '../../src/copy/glyphs';
import { securityContactWarnings } from '../../src/copy/security-contact';
import { specifiedTexts } from '../../src/copy/specification';
import { subsetFonts } from '../fonts';
import { ICON_NAMES } from '../../src/pictures/icon-names';
import { differences, merge, valueAt, withValue, type Conflict, type Path } from './merge';
import { humanize } from './names';

/** From this maximum length on, in characters, a text has a textarea. */
const LONG_TEXT = 70;

type Fields = Record<string, unknown>;

/** The fields of content files, by their paths in `src/content`. */
export type Content = Record<string, Fields>;

export interface FormEntry {
  /** The file in `src/content`, or the folder whose files form one list. */
  name: string;
  title: string;
  page: string;
}

export interface Form extends FormEntry {
  schema: RJSFSchema;
  /** As the files have it. */
  value: unknown;
  /** What the specification fixes: a field's path, and the words. */
  fixed: [Path, string][];
}

export interface Saved {
  form: Form;
  /** The value that was sent, with what others have written meanwhile. */
  value: unknown;
  /** What does not fit, and is not written. */
  errors: ContentError[];
  warnings: ContentError[];
  /** Fields that were changed in the files, too; not written. */
  conflicts: Conflict[];
}

export const sourceOf = (filePath: string): ContentSource | undefined =>
  sources.get(filePath) ?? sources.get(filePath.split('/')[0]!);

const filesOf = async (root: string) => {
  const folder = join(root, CONTENT_FOLDER);
  const found = [...sources.values()].map(async (source) => ({ source, files: await source.files(folder) }));
  return Promise.all(found);
};

export const parseFile = (filePath: string, text: string): Fields =>
  parseContent(`${CONTENT_FOLDER}/${filePath}`, text).content;

/** The fields of all content files as they are now. Throws, worded for editors, when one cannot be parsed. */
export async function readContent(root: string, filePaths?: string[]): Promise<Content> {
  const all =
    filePaths ?? (await filesOf(root)).flatMap(({ files }) => files.map(({ filePath }) => filePath));
  const read = all.map(async (filePath) => {
    const bytes = await readFile(join(root, CONTENT_FOLDER, filePath));
    return [filePath, parseFile(filePath, decode(filePath, bytes))] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Writes the files whose fields differ from `before`. */
export async function writeContent(root: string, before: Content, after: Content): Promise<void> {
  for (const [filePath, fields] of Object.entries(after))
    if (differences(before[filePath], fields).length > 0)
      await writeFile(
        join(root, CONTENT_FOLDER, filePath),
        await formatContent(filePath, fields, sourceOf(filePath)!.schema),
      );
}

export const errorsIn = (filePath: string, fields: Fields): ContentError[] =>
  findErrors(sourceOf(filePath)!.schema, withValue(fields, ['$schema'], undefined));

/** Every form with its files: one file, or all files of a list. */
async function openForms(root: string) {
  return (await filesOf(root)).flatMap(({ source, files }) => {
    const { title, page } = source.schema.meta() ?? {};
    const entry = (path: string, filePaths: string[]) => {
      const name = basename(path, '.json');
      const address = typeof page === 'string' ? page : `/${name}`;
      return { name: path, title: title ?? humanize(name), page: address, source, filePaths };
    };
    const paths = files.map(({ filePath }) => filePath);
    return source.count === undefined
      ? paths.map((path) => entry(path, [path]))
      : [entry(source.fileOrFolder, paths)];
  });
}

/** The forms, in the order of `src/content.config.ts`. */
export async function listForms(root: string): Promise<FormEntry[]> {
  return (await openForms(root)).map(({ name, title, page }) => ({ name, title, page }));
}

/** The title of the form of each file. */
export async function titlesOf(root: string): Promise<Map<string, string>> {
  return new Map(
    (await openForms(root)).flatMap(({ filePaths, title }) => filePaths.map((file) => [file, title])),
  );
}

/** The shapes of each icon, which their package has in its source alone. */
const drawings = Object.fromEntries(
  ICON_NAMES.map((name) => {
    const source = readFileSync(new URL(import.meta.resolve(`@lucide/astro/icons/${name}`)), 'utf8');
    return [name, JSON.parse(/ = (\{.*\});/.exec(source)?.[1] ?? '{}').node];
  }),
);

type OpenForm = Awaited<ReturnType<typeof openForms>>[number];

/** A form's value, of its files' fields: those of its one file, or a list of those of each. */
function toValue({ source, name }: OpenForm, content: Content): unknown {
  if (source.count === undefined) return content[name];
  const entries = Object.entries(content).map(([file, fields]): Fields => Object.assign({ file }, fields));
  return entries.toSorted((one, other) => Number(one['order']) - Number(other['order']));
}

function toContent({ source, name }: OpenForm, value: unknown): Content {
  if (source.count === undefined) return { [name]: value as Fields };
  const entries = value as (Fields & { file: string })[];
  return Object.fromEntries(
    entries.map(({ file, ...fields }, index) => [file, { ...fields, order: index + 1 }]),
  );
}

/** A path in a file, as one in its form. */
function toFormPath({ source }: OpenForm, value: unknown, [file, ...path]: PropertyKey[]): PropertyKey[] {
  if (source.count === undefined) return path;
  return [(value as Fields[]).findIndex((entry) => entry['file'] === file), ...path];
}

async function schemaOf(root: string, { source }: OpenForm): Promise<RJSFSchema> {
  const content = await readContent(root);
  const headings = content['home.json'] ?? {};
  const nameOfLink = (link: string) => {
    const section = link.startsWith('/#') && valueAt(headings, [link.slice(2), 'heading']);
    if (section) return `Landing page: ${String(section)}`;
    const [, page] = Object.entries(content).find(([file]) => `/${basename(file, '.json')}` === link) ?? [];
    return link === '/' ? 'Landing page' : String(page?.['name'] ?? link);
  };
  const schema = z.toJSONSchema(source.schema, {
    io: 'input',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      if ((jsonSchema.maxLength ?? 0) > LONG_TEXT) jsonSchema.format ??= 'textarea';
      const links = (jsonSchema['links'] ?? jsonSchema.enum ?? []) as string[];
      if (String(links) === String(ICON_NAMES)) Object.assign(jsonSchema, { format: 'icon', drawings });
      else if (links[0]?.startsWith('/'))
        Object.assign(jsonSchema, {
          format: jsonSchema.format ?? 'link',
          links: links.map((link) => ({ link, title: nameOfLink(link) })),
        });
    },
  }) as RJSFSchema;
  if (source.count === undefined) return schema;
  // Not in the form: a save sets it from the entry's position in the list.
  delete schema.properties?.['order'];
  return { type: 'array', items: schema, minItems: source.count, maxItems: source.count };
}

/** A form, or undefined when there is none of this name. Throws, worded for editors, when a file cannot be parsed. */
export async function readForm(root: string, wanted: string): Promise<Form | undefined> {
  const open = (await openForms(root)).find(({ name }) => name === wanted);
  if (!open) return undefined;
  const { name, title, page, filePaths } = open;
  const content = await readContent(root, filePaths);
  const value = toValue(open, content);
  const fixed = filePaths.flatMap((file) =>
    specifiedTexts(file, content[file]).map(({ path, text }): [Path, string] => [
      toFormPath(open, value, [file, ...path]) as Path,
      text,
    ]),
  );
  return { name, title, page, value, fixed, schema: await schemaOf(root, open) };
}

/**
 * `wanted` with what does not fit as it is `now`. Where other entries of a list differ, too, they may have moved: the whole
 * list stays then.
 */
function fitting(filePath: string, now: Fields, wanted: Fields): Fields {
  const known = new Set(errorsIn(filePath, now).map(describeError));
  let value = wanted;
  for (;;) {
    const error = errorsIn(filePath, value).find((one) => !known.has(describeError(one)));
    if (!error) return value;
    const isElsewhereToo = (step: PropertyKey, depth: number) => {
      const list = error.path.slice(0, depth);
      const changed = differences(valueAt(now, list), valueAt(value, list));
      return typeof step === 'number' && changed.some(({ path }) => path[0] !== step);
    };
    const depth = error.path.findIndex(isElsewhereToo);
    let path = depth === -1 ? error.path : error.path.slice(0, depth);
    const isAsNow = () => differences(valueAt(value, path), valueAt(now, path)).length === 0;
    while (path.length > 0 && isAsNow()) path = path.slice(0, -1);
    value = withValue(value, path, valueAt(now, path));
  }
}

/**
 * Writes what has changed in a form since `base`, as far as it fits, into its files as they are by now.
 * Returns undefined when there is no form of this name.
 */
export async function saveForm(
  root: string,
  wanted: string,
  base: unknown,
  sent: unknown,
): Promise<Saved | undefined> {
  const open = (await openForms(root)).find(({ name }) => name === wanted);
  if (!open) return undefined;
  const now = await readContent(root, open.filePaths);
  const merged = merge(toContent(open, base), toContent(open, sent), now);
  const files = Object.entries(normalizeContent(merged.value)).filter(([file]) => file in now);
  const written = files.map(([file, fields]) => [file, fitting(file, now[file]!, fields)] as const);
  await writeContent(root, now, Object.fromEntries(written));

  let value = toValue(open, merged.value);
  const inForm = <T extends { path: readonly PropertyKey[] }>(part: T): T => ({
    ...part,
    path: toFormPath(open, value, [...part.path]),
  });
  const conflicts = merged.conflicts.map(inForm);
  // The form keeps what was typed in it.
  for (const { path, mine } of conflicts) value = withValue(value, path, mine);
  const of = (file: string) => (error: ContentError) => inForm({ ...error, path: [file, ...error.path] });
  return {
    form: (await readForm(root, wanted))!,
    value,
    errors: files.flatMap(([file, fields]) => errorsIn(file, fields).map(of(file))),
    warnings: (
      await Promise.all(written.map(async ([file, fields]) => (await warningsIn(root, fields)).map(of(file))))
    ).flat(),
    conflicts,
  };
}

/** What the typefaces lack even after their last subsetting. */
let lacking = '';

/** Adds new characters to the typefaces; a warning remains where they have none. */
async function warningsIn(root: string, fields: Fields): Promise<ContentError[]> {
  let missing = await missingGlyphWarnings(fields, root, 'Choose another character.');
  if (missing.length > 0 && JSON.stringify(missing) !== lacking) {
    await subsetFonts(root);
    missing = await missingGlyphWarnings(fields, root, 'Choose another character.');
    lacking = JSON.stringify(missing);
  }
  return [...securityContactWarnings(fields), ...missing];
}
