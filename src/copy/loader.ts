/** Loads the content files, checked so that an editor is told what to do. */
import { globSync } from 'node:fs';
import { basename, extname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
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
 * Every source by its file or folder in `src/content`, once `content.config.ts` is imported; the editor and the formatter use
 * it, too. Any other file is an error, as nothing would read it.
 */
export const sources = new Map<string, ContentSource>();

/** In the dev server, wait this long after a change: text editors empty a file before they write it. */
const SETTLE_MS = 100;

/**
 * A loader for files of `src/content`, by their paths or a pattern that matches `count` of them. A build stops with the
 * errors of all files. In the dev server, they stand as `{ error }` in place of all content, for the pages to show, until they
 * are corrected. Not Astro's `glob()`: it parses a file before anything can say in an editor's words what is wrong with it,
 * and in the dev server keeps the content from before the error.
 */
export function contentFiles(pathsOrPattern: string[], schema: z.ZodType, count?: number): Loader {
  const files = (folder: string) => (count === undefined ? pathsOrPattern : namesIn(folder, pathsOrPattern));
  sources.set(pathsOrPattern[0]!.split('/')[0]!, { schema, count, files });
  return {
    name: 'content-files',
    async load({ config, logger, store, watcher }) {
      const folder = fileURLToPath(new URL(CONTENT_FOLDER, config.root));
      const load = async () => {
        const contents = readContentFolder(folder);
        const entries = files(folder).map((path) => ({ path, data: contents.get(path)! }));
        store.clear();
        for (const { path, data } of entries) store.set({ id: basename(path, extname(path)), data });
        for (const { path, data } of entries)
          for (const warning of await missingGlyphWarnings(textsIn(data)))
            logger.warn(`${CONTENT_FOLDER}/${path}: ${describeError(warning)}`);
      };
      if (!watcher) return load();
      const loadOrShowError = () =>
        load().catch((error: Error) => {
          store.clear();
          store.set({ id: 'error', data: { error: error.message } });
        });
      watcher.add(folder);
      watcher.on('all', (_, changed) => {
        if (changed.startsWith(folder + sep)) setTimeout(() => void loadOrShowError(), SETTLE_MS);
      });
      return loadOrShowError();
    },
  };
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
  const known = [...sources.values()].flatMap(({ files }) => files(folder));
  const errors = namesIn(folder, '**/*.*')
    .filter((found) => !known.includes(found))
    .map(
      (name) =>
        `${CONTENT_FOLDER}/${name} is not a content file, and nothing in it reaches the site. The files are: ` +
        `${known.join(', ')}. Rename it, remove it, or give it a schema in src/content.config.ts.`,
    );
  for (const [fileOrFolder, { files, schema, count }] of sources) {
    const paths = files(folder);
    for (const path of paths)
      try {
        contents.set(path, readContent(folder, path, schema));
      } catch (error) {
        errors.push((error as Error).message);
      }
    if (count === undefined || !paths.every((path) => contents.has(path))) continue;
    const orders = paths.map((path) => ({ path, order: Number(contents.get(path)!['order']) }));
    const inOrder = orders.toSorted((one, other) => one.order - other.order);
    if (paths.length !== count || inOrder.some(({ order }, index) => order !== index + 1))
      errors.push(
        `${CONTENT_FOLDER}/${fileOrFolder} needs exactly ${count} files, with each order from 1 to ${count} once. It has ` +
          `${paths.length}: ${inOrder.map(({ order, path }) => `${order} in ${path}`).join(', ')}. ` +
          'The count is set in src/content.config.ts.',
      );
  }
  // Astro would print the stack trace.
  if (errors.length > 0) throw Object.assign(new Error(errors.join('\n')), { stack: '' });
  return contents;
}

/** Throws one error that lists all problems of a file. */
function readContent(folder: string, path: string, schema: z.ZodType): Content {
  const { content, bodyLine } = readFields(folder, path);
  const errors = findErrors(schema, content, bodyLine);
  if (errors.length > 0) throw new Error(explain(`${CONTENT_FOLDER}/${path}`, errors));
  return schema.parse(content) as Content;
}
