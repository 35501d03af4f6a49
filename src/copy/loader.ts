/** Loads the content files, checked so that an editor is told what to do. */
import { globSync } from 'node:fs';
import { basename, extname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import type { z } from 'astro/zod';
import { describeError, explain, findErrors } from './errors.ts';
import { missingGlyphWarnings } from '../pictures/glyphs.ts';
import { CONTENT_FOLDER, readFields } from './parse.ts';
import { textsIn } from './texts.ts';

type Content = Record<string, unknown>;

interface ContentSource {
  schema: z.ZodType;
  /** How many files there must be, if their names are free: each has its position as `order`. */
  count: number | undefined;
  /** The files in a content folder; those with fixed names are listed even if they are missing. */
  files: (folder: string) => string[];
}

/**
 * Every source by its file or folder in `src/content`, once `content.config.ts` is imported; the editor and `npm run fonts` use
 * it, too. Any other file with an extension is an error, as nothing would read it.
 */
export const sources = new Map<string, ContentSource>();

/** How long the dev server waits after a change, in milliseconds: text editors empty a file before they write it. */
const SETTLE_MS = 100;

/**
 * A loader for files of `src/content`, by their paths or a pattern that matches `count` of them. A build stops with the
 * errors of all files. In the dev server, they stand as `{ error }` in place of all content, for the pages to show, until they
 * are corrected. Not Astro's `glob()`: it parses a file before anything can say in an editor's words what is wrong with it,
 * and in the dev server keeps the content from before the error.
 */
export function contentFiles(pathsOrPattern: string[], schema: z.ZodType, count?: number): Loader {
  const files = (folder: string) => (count === undefined ? pathsOrPattern : namesIn(folder, pathsOrPattern));
  const [fileOrFolder] = pathsOrPattern[0]!.split('/');
  sources.set(fileOrFolder!, { schema, count, files });
  return {
    name: 'content-files',
    async load(context) {
      const folder = fileURLToPath(new URL(CONTENT_FOLDER, context.config.root));
      // The dev server alone has a watcher.
      if (context.watcher) await loadAndWatch(folder, files, context, context.watcher);
      else await loadOnce(folder, files, context);
    },
  };
}

/** Puts the content of the files into Astro's store, and warns of characters that the typefaces lack. */
async function loadOnce(
  folder: string,
  files: ContentSource['files'],
  { store, logger }: Pick<LoaderContext, 'store' | 'logger'>,
): Promise<void> {
  const contents = readContentFolder(folder);
  const paths = files(folder);
  store.clear();
  for (const path of paths) store.set({ id: basename(path, extname(path)), data: contents.get(path)! });
  for (const path of paths) {
    const warnings = await missingGlyphWarnings(textsIn(contents.get(path)));
    for (const warning of warnings) logger.warn(`${CONTENT_FOLDER}/${path}: ${describeError(warning)}`);
  }
}

/** As `loadOnce`, and again after each change in the folder; what is wrong stands in place of the content. */
async function loadAndWatch(
  folder: string,
  files: ContentSource['files'],
  context: LoaderContext,
  watcher: NonNullable<LoaderContext['watcher']>,
): Promise<void> {
  const { store } = context;
  const loadOrShowError = async () => {
    try {
      await loadOnce(folder, files, context);
    } catch (error) {
      store.clear();
      store.set({ id: 'error', data: { error: (error as Error).message } });
    }
  };
  watcher.add(folder);
  watcher.on('all', (_event, changedPath) => {
    if (changedPath.startsWith(folder + sep)) setTimeout(() => void loadOrShowError(), SETTLE_MS);
  });
  await loadOrShowError();
}

/**
 * The files that match, without hidden ones (`.name`), automatic backups (`home.json~`), and those that Windows and Word write
 * beside what is open (`desktop.ini`, `Thumbs.db`, `~$name`).
 */
const namesIn = (folder: string, pattern: string | string[]): string[] =>
  globSync(pattern, { cwd: folder })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !/(?:^|\/)(?:\.|~\$|desktop\.ini$|thumbs\.db$)|~$/i.test(path))
    .toSorted();

/**
 * The content of every file, by its path in the folder.
 * @throws one error, without a stack trace, with what is wrong in each file and which files are missing or unknown
 */
export function readContentFolder(folder: string): Map<string, Content> {
  const contents = new Map<string, Content>();
  const errors = unknownFileErrors(folder);
  for (const [fileOrFolder, source] of sources) {
    const paths = source.files(folder);
    let areAllRead = true;
    for (const path of paths) {
      try {
        contents.set(path, readContent(folder, path, source.schema));
      } catch (error) {
        areAllRead = false;
        errors.push((error as Error).message);
      }
    }
    if (source.count !== undefined && areAllRead) {
      const orders = paths.map((path) => ({ path, order: Number(contents.get(path)!['order']) }));
      errors.push(...orderErrors(fileOrFolder, orders, source.count));
    }
  }
  // Astro would print the stack trace.
  if (errors.length > 0) throw Object.assign(new Error(errors.join('\n')), { stack: '' });
  return contents;
}

/** An error for each file that no source reads. */
function unknownFileErrors(folder: string): string[] {
  const known = [...sources.values()].flatMap(({ files }) => files(folder));
  // With the dot, the pattern leaves out folders.
  const unknown = namesIn(folder, '**/*.*').filter((name) => !known.includes(name));
  return unknown.map(
    (name) =>
      `${CONTENT_FOLDER}/${name} is not a content file, and nothing in it reaches the site. The files are: ` +
      `${known.join(', ')}. Rename it, remove it, or give it a schema in src/content.config.ts.`,
  );
}

/** The error of files that are too few or too many, or whose positions are not 1, 2, 3 … up to their count. */
function orderErrors(folder: string, files: { path: string; order: number }[], count: number): string[] {
  const inOrder = files.toSorted((one, other) => one.order - other.order);
  const isComplete = inOrder.length === count && inOrder.every(({ order }, index) => order === index + 1);
  if (isComplete) return [];
  const found = inOrder.map(({ order, path }) => `${order} in ${path}`).join(', ');
  return [
    `${CONTENT_FOLDER}/${folder} needs exactly ${count} files, with each order from 1 to ${count} once. ` +
      `It has ${inOrder.length}: ${found}. The count is set in src/content.config.ts.`,
  ];
}

/**
 * The content of one file.
 * @throws one error that lists all problems of the file
 */
function readContent(folder: string, path: string, schema: z.ZodType): Content {
  const { content, bodyLine } = readFields(folder, path);
  const errors = findErrors(schema, content, bodyLine);
  if (errors.length > 0) throw new Error(explain(`${CONTENT_FOLDER}/${path}`, errors));
  return schema.parse(content) as Content;
}
