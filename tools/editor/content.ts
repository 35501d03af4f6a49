/** Reads, validates and writes the content files. Runs in the dev server, with the site's own schemas. */
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'astro/zod';
import { format, resolveConfig } from 'prettier';
import '../../src/content.config';
import { describeError, findErrors, type ContentError } from '../../src/copy/errors';
import { textsIn } from '../../src/copy/texts';
import { missingGlyphWarnings } from '../../src/pictures/glyphs';
import { sources } from '../../src/copy/loader';
import { normalizeContent } from '../../src/copy/normalize';
import { BODY_FIELD, CONTENT_FOLDER, readFields } from '../../src/copy/parse';
import { list } from '../../src/copy/schema';
import { subsetFonts } from '../fonts';
import { writeWhole } from '../write-file';
import { differences, isSame, keepConflicts, merge, withValue, type Answers, type Path } from './merge';
import { humanize, inWords } from './names';

/** The fields of every content file, by its path in `src/content`. */
export type Content = Record<string, Record<string, unknown>>;

export type Form = ReturnType<typeof listForms>[number];
export type Saved = Awaited<ReturnType<typeof save>>;

/** The forms, in the order of `src/content.config.ts`: of one file each, or of all files of an ordered list. */
export function listForms(root: string) {
  return [...sources.values()].flatMap(({ schema, files: filesIn, count }) => {
    const files = filesIn(join(root, CONTENT_FOLDER));
    const fields: any = z.toJSONSchema(schema, { io: 'input' });
    if (count) fields.properties.order.enum = files.map((_, index) => index + 1);
    const filesOfForms = count ? [files] : files.map((file) => [file]);
    return filesOfForms.map((filesOfForm) => {
      const name = basename(filesOfForm[0]!, '.json');
      // The address of the page that is shown beside the form.
      const { title = humanize(name), page = `/${name}` } = schema.meta() ?? {};
      return { title, page: String(page), files: filesOfForm, schema: fields, count };
    });
  });
}

/** All content as it is now. Throws, worded for editors, when a file cannot be parsed. */
export function readContent(root: string): Content {
  const folder = join(root, CONTENT_FOLDER);
  const files = [...sources.values()].flatMap((source) => source.files(folder));
  return Object.fromEntries(files.map((file) => [file, readFields(folder, file).content]));
}

/** A line of front matter. A text that begins with a letter, and has no colon or #, needs no quotation marks. */
const inFrontMatter = ([name, value]: [string, unknown]): string => {
  const isPlain = typeof value !== 'string' || /^[\p{L}“‘][^:#\n]*$/u.test(value);
  return `${name}: ${isPlain ? String(value) : JSON.stringify(value)}\n`;
};

/** A text, formatted as that of a content file. */
async function formatAs(file: string, text: string): Promise<string> {
  const filepath = join(CONTENT_FOLDER, file);
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}

/** The formatted text of a content file. */
function formatContent(file: string, fields: Content[string]): Promise<string> {
  const { [BODY_FIELD]: body, ...front } = fields;
  const text = file.endsWith('.md')
    ? `---\n${Object.entries(front).map(inFrontMatter).join('')}---\n\n${String(body)}\n`
    : JSON.stringify(fields);
  return formatAs(file, text);
}

const schemaOf = (file: string) => (sources.get(file) ?? sources.get(dirname(file)))!.schema;

/** Merges two versions of the content as `merge` does; then numbers the files with an `order` anew, from 1. */
export function mergeContent(base: Content, mine: Content, theirs: Content, answers: Answers = {}) {
  const { value, conflicts } = merge(base, mine, theirs, answers);
  const positionIn = (content: Content, file: string) => Number(content[file]?.['order']);
  const inOrder = Object.keys(value)
    .filter((file) => 'order' in value[file]!)
    // Of two at one position, the one that was further down moves up to it, and comes first.
    .toSorted((one, other) => positionIn(base, other) - positionIn(base, one))
    .toSorted((one, other) => positionIn(value, one) - positionIn(value, other));
  const numbered = inOrder.map((file, index) => [file, { ...value[file], order: index + 1 }]);
  return { value: { ...value, ...Object.fromEntries(numbered) } as Content, conflicts };
}

/** The errors in content, worded for editors; each path begins with the file. */
function errorsIn(content: Content): ContentError[] {
  const schemas = Object.keys(content).map((file) => [file, schemaOf(file)]);
  return findErrors(z.object(Object.fromEntries(schemas)), content);
}

/** The errors in how many files a folder has, where their names are free; each path is the folder. */
function countErrorsIn(content: Content): ContentError[] {
  const counts = [...sources].flatMap(([folder, { count }]) => (count ? [{ folder, count }] : []));
  const filesIn = (folder: string) => Object.keys(content).filter((file) => dirname(file) === folder);
  const schemas = counts.map(({ folder, count }) => [folder, list(z.string(), count)]);
  const files = counts.map(({ folder }) => [folder, filesIn(folder)]);
  return findErrors(z.object(Object.fromEntries(schemas)), Object.fromEntries(files));
}

/** `wanted`, or if that has errors that `now` has not, `now` with those changes of `wanted` that make none. */
function fitting(now: Content, wanted: Content): Content {
  const known = new Set(errorsIn(now).map(describeError));
  const fits = (content: Content) => errorsIn(content).every((error) => known.has(describeError(error)));
  if (fits(wanted)) return wanted;
  return differences(now, wanted).reduce((content, { path, after }) => {
    const next = withValue(content, path, after);
    return fits(next) ? next : content;
  }, now);
}

/**
 * Writes what has changed from `base` to `draft`, as far as it fits, into the files as they are by now, and adds to the
 * typefaces the characters that they lack. Files that are not there are written if they are among `added`, or if the answer for a
 * question is to keep it: another path of a request could lead out of the folder. Returns all that the editor shows.
 */
export async function save(
  root: string,
  base: Content,
  draft: Content,
  answers: Answers = {},
  added: Content = {},
) {
  const now = readContent(root);
  const { value, conflicts } = mergeContent(base, draft, now, answers);
  const isKept = (file: string) => answers[file] === 'mine' && sources.get(dirname(file))?.count;
  const files = Object.entries(value).filter(([file]) => file in now || file in added || isKept(file));
  const wanted = normalizeContent(Object.fromEntries(files));
  // Checked as it will be written: the formatter makes a list in a list of some lines.
  for (const [file, { [BODY_FIELD]: body }] of Object.entries(wanted))
    if (body && body !== now[file]?.[BODY_FIELD])
      wanted[file]![BODY_FIELD] = (await formatAs(file, String(body))).trim();
  const content = fitting(now, wanted);
  const changed = Object.keys({ ...now, ...content }).filter((file) => !isSame(now[file], content[file]));
  for (const file of changed) {
    const path = join(root, CONTENT_FOLDER, file);
    if (content[file]) writeWhole(path, await formatContent(file, content[file]));
    else await rm(path);
  }
  const missingGlyphs = () => missingGlyphWarnings(textsIn(content), root);
  if (changed.length > 0 && (await missingGlyphs()).length > 0) await subsetFonts(root);
  const forms = listForms(root);
  // A question in conflict may be in the draft alone.
  const all = { ...draft, ...wanted };
  const named = <T extends { path: Path }>(part: T) =>
    Object.assign(part, { where: inWords(part.path, all, forms) });
  return {
    /** The browser may know several: the address of the editor is the same for each. */
    folder: root,
    forms,
    base: keepConflicts(conflicts, readContent(root), base),
    /** The draft, with what others have written. */
    draft: keepConflicts(conflicts, value, draft),
    /** The draft as far as it is in the files. */
    written: differences(content, wanted).reduce(
      (written, { path, before }) => withValue(written, path, before),
      keepConflicts(conflicts, value, base),
    ),
    /** What does not fit, and is not written; and a wrong number of files. */
    errors: [...errorsIn(wanted), ...countErrorsIn(content)].map(named),
    warnings: (await missingGlyphs()).map(named),
    /** Fields that were changed in the files, too, in another way; not written. */
    conflicts: conflicts.map(named),
  };
}
