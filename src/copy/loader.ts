import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { z } from 'astro/zod';
import { ERROR_ID } from './error-entry';
import { describeError, explain, findErrors, type ContentError } from './errors';
import { decode, parseContent } from './parse';
import { missingGlyphWarnings } from './glyphs';
import { securityContactWarnings } from './security-contact';

export const CONTENT_FOLDER = 'src/content';

/** Wait this long after the last change before reading. */
const SETTLE_MS = 80;
/** Wait this long before reading a file with errors again. */
const SECOND_READ_MS = 250;

type Content = Record<string, unknown>;
type Entry = ContentFile & { data: Content };

export interface ContentFile {
  /** Its id in the collection. */
  id: string;
  /** Its path in `src/content`. */
  filePath: string;
}

/** The files of one collection, and how they are validated. */
export interface ContentSource {
  /** The file, or the folder, in `src/content`. */
  fileOrFolder: string;
  schema: z.ZodType;
  /** The files to read. Throws when the folder has wrong files. */
  files: (folder: string) => Promise<ContentFile[]>;
  /** For an ordered list: how many entries it must have. */
  count?: number;
}

/** Every source by its file or folder in `src/content`. Any other file is an error, as nothing would read it. */
export const sources = new Map<string, ContentSource>();

/**
 * Loads one JSON file of `src/content` as a collection of one entry, named after the file. Stops the build when the
 * file is missing, cannot be read or does not fit its schema. Astro's own `file()` and `glob()` only log such
 * errors, including those of a custom parser, and continue with the cached entries.
 */
export function contentFile(id: string, name: string, schema: z.ZodType): Loader {
  return loaderOf({ fileOrFolder: name, schema, files: () => Promise.resolve([{ id, filePath: name }]) });
}

/**
 * Loads a folder of `src/content` whose JSON files all have one schema. A file's name is its page's path,
 * so there must be exactly one for each of `pages`.
 */
export function contentPages(subfolder: string, pages: readonly string[], schema: z.ZodType): Loader {
  return loaderOf({
    fileOrFolder: subfolder,
    schema,
    files: async (folder) => {
      const expected = pages.map((page) => `${page}.json`);
      const unknown = (await namesIn(folder, subfolder)).find((name) => !expected.includes(name));
      if (unknown !== undefined)
        throw new Error(
          `${CONTENT_FOLDER}/${subfolder}/${unknown} is not a page of this site. ` +
            `The folder holds ${expected.join(' and ')}: rename the file or remove it.`,
        );
      return pages.map((page) => ({ id: page, filePath: `${subfolder}/${page}.json` }));
    },
  });
}

/**
 * Loads a folder of Markdown files, `count` of them, each with its position as `order` in its front matter.
 * Files may have any name.
 */
export function contentList(subfolder: string, count: number, schema: z.ZodType): Loader {
  return loaderOf({
    fileOrFolder: subfolder,
    schema,
    count,
    files: async (folder) => {
      const names = await namesIn(folder, subfolder);
      const unknown = names.find((name) => !name.endsWith('.md'));
      if (unknown !== undefined)
        throw new Error(
          `${CONTENT_FOLDER}/${subfolder}/${unknown} is not a Markdown file. Let its name end in .md, or remove it.`,
        );
      if (names.length !== count)
        throw new Error(
          `${CONTENT_FOLDER}/${subfolder} holds ${names.length} files and needs exactly ${count}: ` +
            `${names.length < count ? 'add' : 'remove'} ${Math.abs(names.length - count)}. ` +
            'The count is set in src/content.config.ts.',
        );
      return names.map((name) => ({ id: name.slice(0, -'.md'.length), filePath: `${subfolder}/${name}` }));
    },
  });
}

/** Parses and validates one file. Throws one error that lists all problems, worded for editors. */
export function checkContent(filePath: string, bytes: Uint8Array, schema: z.ZodType): Content {
  const file = `${CONTENT_FOLDER}/${filePath}`;
  const { content, bodyLine } = parseContent(file, decode(file, bytes));
  // The URL of the JSON schema, for VS Code.
  delete content['$schema'];
  const errors = findErrors(schema, content, bodyLine);
  if (errors.length > 0) throw new Error(explain(file, errors));
  return schema.parse(content) as Content;
}

/** Problems that do not stop loading: the build logs them. */
const findWarnings = async (content: Content): Promise<ContentError[]> => [
  ...securityContactWarnings(content),
  ...(await missingGlyphWarnings(content)),
];

/** Reads and validates the files of a source. Throws the errors of all of them. */
export async function readSource(folder: string, { files, schema, count }: ContentSource): Promise<Entry[]> {
  const unknown = (await namesIn(folder, '.')).find((name) => !sources.has(name));
  if (unknown !== undefined)
    throw new Error(
      `${CONTENT_FOLDER}/${unknown} is not a content file, and nothing in it reaches the site. ` +
        `The files are: ${[...sources.keys()].join(', ')}. Remove it from the folder, or give it a schema in src/content.config.ts.`,
    );
  const entries = await allOrErrors(
    (await files(folder)).map(async ({ id, filePath }) => {
      const bytes = await readFile(join(folder, filePath)).catch((error) => throwMissing(filePath, error));
      return { id, filePath, data: checkContent(filePath, bytes, schema) };
    }),
  );
  if (count !== undefined) checkOrder(entries, count);
  return entries;
}

/** Waits for all, and throws one error with the messages of those that failed. */
async function allOrErrors<T>(promises: Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(promises);
  const errors = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  if (errors.length > 0) throw new Error([...new Set(errors.map(({ message }) => message))].join('\n'));
  return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

function checkOrder(entries: Entry[], count: number): void {
  const pathByOrder = new Map<unknown, string>();
  for (const { filePath, data } of entries) {
    const order = Number(data['order']);
    const otherPath = pathByOrder.get(order);
    const error =
      order > count
        ? `is ${order}, but there are only ${count} entries.`
        : otherPath && `is ${order}, and so is the one of ${CONTENT_FOLDER}/${otherPath}.`;
    if (error)
      throw new Error(
        explain(`${CONTENT_FOLDER}/${filePath}`, [
          { path: ['order'], message: `${error} Each number from 1 to ${count} is used exactly once.` },
        ]),
      );
    pathByOrder.set(order, filePath);
  }
}

/** The names in a folder, without hidden files and automatic backups (`home.json~`). */
async function namesIn(folder: string, subfolder: string): Promise<string[]> {
  const names = await readdir(join(folder, subfolder)).catch((error) => throwMissing(subfolder, error));
  return names.filter((name) => !name.startsWith('.') && !name.endsWith('~')).toSorted();
}

function throwMissing(fileOrFolder: string, error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error;
  throw new Error(`${CONTENT_FOLDER}/${fileOrFolder} is missing. Put it back: the site is built from it.`);
}

function loaderOf(source: ContentSource): Loader {
  sources.set(source.fileOrFolder, source);
  return {
    name: 'content-file',
    load: async (context) => {
      const folder = fileURLToPath(new URL(CONTENT_FOLDER, context.config.root));
      const load = () => store(context, folder, source);
      if (context.watcher) return watch(context, folder, source.fileOrFolder, load);
      // Astro stops at the first collection with an error: this names those of the others, too.
      await allOrErrors([...sources.values()].map((one) => readSource(folder, one))).catch(throwWithoutStack);
      return load();
    },
  };
}

async function store(context: LoaderContext, folder: string, source: ContentSource): Promise<void> {
  const entries = await readSource(folder, source);
  context.store.clear();
  for (const { id, filePath, data } of entries) {
    const fromRoot = `${CONTENT_FOLDER}/${filePath}`;
    context.store.set({ id, data, filePath: fromRoot });
    for (const warning of await findWarnings(data))
      context.logger.warn(`${fromRoot}: ${describeError(warning)}`);
  }
}

/**
 * Loads now and on each change, for the dev server. An error is logged and stored in place of the content until it is
 * corrected, so that the page shows it (`copy/words.ts`).
 */
async function watch(
  context: LoaderContext,
  folder: string,
  fileOrFolder: string,
  load: () => Promise<void>,
): Promise<void> {
  const reportError = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    context.logger.error(message);
    context.store.clear();
    context.store.set({ id: ERROR_ID, data: { message } });
  };
  const reload = () => load().then(() => context.logger.info(`Read ${CONTENT_FOLDER}/${fileOrFolder} again`));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scheduleReload = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Some text editors truncate a file before writing it: an error is reported only if a second read fails, too.
      reload().catch(() => setTimeout(() => void reload().catch(reportError), SECOND_READ_MS));
    }, SETTLE_MS);
  };
  await load().catch(reportError);
  context.watcher?.add(folder);
  context.watcher?.on('all', (_, changed) => {
    const [top = ''] = relative(folder, changed).split(sep);
    // An unknown file is an error of every collection.
    if (top === fileOrFolder || (top !== '..' && !sources.has(top))) scheduleReload();
  });
}

/** Without the stack trace, so that whoever edits the content sees the message. */
function throwWithoutStack(error: unknown): never {
  if (error instanceof Error) error.stack = '';
  throw error;
}
