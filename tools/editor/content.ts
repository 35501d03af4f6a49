/** Reads, validates and writes the content files. Runs in the dev server, with the site's own schemas. */
import { existsSync, readFileSync } from 'node:fs';
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
import {
  differences,
  isSame,
  keepConflicts,
  merge,
  withOwn,
  withValue,
  type Answers,
  type Path,
} from './merge';
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

const contentFilesOf = (root: string): string[] =>
  [...sources.values()].flatMap((source) => source.files(join(root, CONTENT_FOLDER)));

const readFile = (root: string, file: string): Content[string] =>
  readFields(join(root, CONTENT_FOLDER), file).content;

/** All content as it is now. Throws, worded for editors, when a file cannot be parsed. */
export const readContent = (root: string): Content =>
  Object.fromEntries(contentFilesOf(root).map((file) => [file, readFile(root, file)]));

const ASK = 'Ask whoever looks after the site to mend this; what you typed stays.';

/** As `readContent`, and says who can mend a file of the editor's own folder. */
function readOwnContent(root: string): Content {
  try {
    return readContent(root);
  } catch (error) {
    throw Object.assign(error as Error, { message: `${(error as Error).message}\n${ASK}` });
  }
}

/** The content of a past version, which may have files that cannot be parsed: these have no fields. */
export function readReadable(root: string): Content {
  const content: Content = {};
  for (const file of contentFilesOf(root)) {
    if (!existsSync(join(root, CONTENT_FOLDER, file))) continue;
    try {
      content[file] = readFile(root, file);
    } catch {
      content[file] = {};
    }
  }
  return content;
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

const positionIn = (content: Content, file: string) => Number(content[file]?.['order']);

/** Merges two versions of the content as `merge` does; then numbers the files with an `order` anew, from 1. */
export function mergeContent(base: Content, mine: Content, theirs: Content, answers: Answers = {}) {
  const { value, conflicts } = merge(base, mine, theirs, answers);
  const inOrder = Object.keys(value)
    .filter((file) => 'order' in value[file]!)
    // Where two have one position, the one that was further down has moved up to it, and comes first.
    .toSorted((one, other) => positionIn(base, other) - positionIn(base, one))
    .toSorted((one, other) => positionIn(value, one) - positionIn(value, other));
  const numbered = inOrder.map((file, index) => [file, { ...value[file], order: index + 1 }]);
  return { value: { ...value, ...Object.fromEntries(numbered) } as Content, conflicts };
}

const filesOf = (folder: string, content: Content): string[] =>
  Object.keys(content).filter((file) => dirname(file) === folder);

/** The content with files of an ordered list that were deleted since `before`, each in its place: the form cannot add one. */
export function withDeleted(content: Content, before: Content): Content {
  const whole = { ...content };
  for (const [folder, { count = 0 }] of sources) {
    const inOrder = (of: Content) =>
      filesOf(folder, of).toSorted((one, other) => positionIn(of, one) - positionIn(of, other));
    const files = inOrder(content);
    const deleted = inOrder(before).filter((file) => !content[file]);
    if (deleted.length === 0 || files.length >= count) continue;
    for (const file of deleted.slice(0, count - files.length))
      files.splice(positionIn(before, file) - 1, 0, file);
    for (const [index, file] of files.entries())
      whole[file] = { ...(content[file] ?? before[file]), order: index + 1 };
  }
  return whole;
}

/** The errors in content, worded for editors; each path begins with the file. */
function errorsIn(content: Content): ContentError[] {
  const schemas = Object.keys(content).map((file) => [file, schemaOf(file)]);
  return findErrors(z.object(Object.fromEntries(schemas)), content);
}

const TOO_FEW =
  'lacks a file that was deleted. Press Publish, which puts it back before it publishes anything.';

/** The errors in how many files a folder has, where their names are free; each path is the folder. */
function countErrorsIn(content: Content): ContentError[] {
  const counts = [...sources].flatMap(([folder, { count }]) => (count ? [{ folder, count }] : []));
  return counts.flatMap(({ folder, count }) => {
    const files = filesOf(folder, content);
    if (files.length < count) return [{ path: [folder], message: TOO_FEW }];
    return findErrors(z.object({ [folder]: list(z.string(), count) }), { [folder]: files });
  });
}

/** `wanted`, if it has no errors but those of `now`; otherwise `now` with those changes of `wanted` that add no error. */
function fitting(now: Content, wanted: Content): Content {
  const known = new Set(errorsIn(now).map(describeError));
  const fits = (content: Content) => errorsIn(content).every((error) => known.has(describeError(error)));
  if (fits(wanted)) return wanted;
  return differences(now, wanted).reduce((content, { path, after }) => {
    const next = withValue(content, path, after);
    return fits(next) ? next : content;
  }, now);
}

/** What the browser sends: what the files had when it read them, what the form has now, and what was chosen. */
export interface Draft {
  base: Content;
  draft: Content;
  answers?: Answers;
  /** Earlier drafts, whose answers the browser has not received: the files may have them all the same. */
  sent?: Content[];
}

/**
 * The content as it will be written, which is what has to be checked: of a line such as “- *”, the formatter makes a list within
 * a list, which is refused.
 */
async function asWritten(content: Content, now: Content): Promise<Content> {
  const written = normalizeContent(content);
  for (const [file, { [BODY_FIELD]: body }] of Object.entries(written))
    if (body && body !== now[file]?.[BODY_FIELD])
      written[file]![BODY_FIELD] = (await formatAs(file, String(body))).trim();
  return written;
}

/** Writes the files that differ from what is there. Where the published `version` has the same content, its file is copied whole. */
export async function writeContent(root: string, now: Content, content: Content, version?: string) {
  const theirs = version === undefined ? {} : readReadable(version);
  for (const file of Object.keys({ ...now, ...content })) {
    if (isSame(now[file], content[file])) continue;
    const path = join(root, CONTENT_FOLDER, file);
    if (!content[file]) await rm(path);
    else if (version !== undefined && isSame(content[file], theirs[file]))
      writeWhole(path, readFileSync(join(version, CONTENT_FOLDER, file)));
    else writeWhole(path, await formatContent(file, content[file]));
  }
}

const missingCharacters = (root: string, content: Content) => missingGlyphWarnings(textsIn(content), root);

/** Adds to the typefaces of a folder the characters of its content that they lack. Returns whether it lacked any. */
export async function addMissingCharacters(root: string, content: Content): Promise<boolean> {
  if ((await missingCharacters(root, content)).length === 0) return false;
  await subsetFonts(root);
  return true;
}

/**
 * Writes what has changed from `base` to `draft`, as far as it fits, into the files as they are by now, and adds to the
 * typefaces the characters that they lack. Files that are not there are written if the answer for a question is to keep it:
 * another path of a request could lead out of the folder.
 */
export async function mergeIntoFiles(root: string, { base, draft, answers = {}, sent = [] }: Draft) {
  const now = readOwnContent(root);
  // What the files have of earlier drafts is known, and no change of somebody else.
  let known = base;
  for (const earlier of sent) known = withOwn(known, now, differences(base, await asWritten(earlier, now)));
  const { value, conflicts } = mergeContent(known, draft, now, answers);
  const isKept = (file: string) => answers[file] === 'mine' && sources.get(dirname(file))?.count;
  // A question that is kept is written as it was, where what was typed does not fit.
  const kept = Object.entries(base).filter(([file]) => isKept(file));
  const nowOrKept = { ...Object.fromEntries(kept), ...now };
  const files = Object.entries(value).filter(([file]) => file in nowOrKept);
  const wanted = await asWritten(Object.fromEntries(files), now);
  const content = fitting(nowOrKept, wanted);
  await writeContent(root, now, content);
  if (!isSame(now, content)) await addMissingCharacters(root, content);
  return {
    base: keepConflicts(conflicts, readContent(root), base),
    /** The draft, with what others have written. */
    draft: keepConflicts(conflicts, value, draft),
    /** The draft as far as it is in the files: without what does not fit, and without what is in conflict. */
    written: differences(content, wanted).reduce(
      (written, { path, before }) => withValue(written, path, before),
      keepConflicts(conflicts, value, base),
    ),
    /** Fields that were changed in the files, too, in another way; not written. */
    conflicts,
    /** What would be written if all of it fitted. */
    wanted,
    content,
  };
}

type Merged = Awaited<ReturnType<typeof mergeIntoFiles>>;

/** What the editor shows of a merge: the forms, and all that is to be said about fields, which it names. */
export async function describe(root: string, { wanted, content, draft, conflicts }: Merged) {
  const forms = listForms(root);
  // A question in conflict may be in the draft alone.
  const named = nameFields({ ...draft, ...wanted }, forms);
  return {
    /** The browser may know several: the address of the editor is the same for each. */
    folder: root,
    forms,
    /** What does not fit, and is not written; and a wrong number of files. */
    errors: [...errorsIn(wanted), ...countErrorsIn(content)].map(named),
    warnings: (await missingCharacters(root, content)).map(named),
    conflicts: conflicts.map(named),
  };
}

/** Adds to what concerns a field where that is, in words. */
export const nameFields =
  (content: Content, forms: readonly Form[]) =>
  <T extends { path: Path }>(part: T) =>
    Object.assign(part, { where: inWords(part.path, content, forms) });

/** Merges what the browser sends into the files. Returns all that it holds and shows. */
export async function save(root: string, sent: Draft) {
  const merged = await mergeIntoFiles(root, sent);
  const { base, draft, written } = merged;
  return { base, draft, written, ...(await describe(root, merged)) };
}
