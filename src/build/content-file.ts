import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { z } from 'astro/zod';
import { ERROR_ID } from '../lib/content-error';
import { explain, findErrors } from './content-errors';
import { decode, parseContent } from './content-text';
import { glyphNotes } from './glyphs';

const FOLDER = 'src/content';

/** A save counts as over after this long without a change; a file that has errors then is read once more. */
const SETTLE_MS = 80;
const SECOND_READ_MS = 250;

type Content = Record<string, unknown>;
type Entry = ContentFile & { data: Content };

export interface ContentFile {
  /** Its id in the collection. */
  id: string;
  /** Its path in `src/content`. */
  path: string;
}

/** The files of one collection, and how they are validated. */
export interface ContentSource {
  /** The file, or the folder, in `src/content`. */
  place: string;
  schema: z.ZodType;
  /** The existing files. Throws when one is missing or does not belong to the site. */
  files: (folder: string) => Promise<ContentFile[]>;
  /** The number of ordered entries; without it, the files do not depend on each other. */
  count?: number;
}

/** Every source by its file or folder in `src/content`. Any other file is an error, as nothing would read it. */
export const sources = new Map<string, ContentSource>();

/**
 * Loads one JSON file of `src/content` as a collection of one entry, named after the file. Stops the build when the
 * file is missing, cannot be read or does not fit its schema. Astro's own `file()` and `glob()` only log such
 * errors, those that a custom parser throws included, and continue with the cached entries.
 */
export function contentFile(id: string, name: string, schema: z.ZodType): Loader {
  return loaderOf({ place: name, schema, files: () => Promise.resolve([{ id, path: name }]) });
}

/**
 * Loads a folder of `src/content` whose JSON files all have one schema. A file's name is its page's path,
 * so that there must be exactly one for each of `pages`.
 */
export function contentPages(place: string, pages: readonly string[], schema: z.ZodType): Loader {
  return loaderOf({
    place,
    schema,
    files: async (folder) => {
      const expected = pages.map((page) => `${page}.json`);
      const unknown = (await namesIn(folder, place)).find((name) => !expected.includes(name));
      if (unknown !== undefined)
        throw new Error(
          `${FOLDER}/${place}/${unknown} is not a page of this site. ` +
            `The folder holds ${expected.join(' and ')}: rename the file or take it out.`,
        );
      return pages.map((page) => ({ id: page, path: `${place}/${page}.json` }));
    },
  });
}

/**
 * Loads a folder of Markdown files, `count` of them, each with its position as `order` in its front matter.
 * File names are free.
 */
export function contentList(place: string, count: number, schema: z.ZodType): Loader {
  return loaderOf({
    place,
    schema,
    count,
    files: async (folder) => {
      const names = await namesIn(folder, place);
      const unknown = names.find((name) => !name.endsWith('.md'));
      if (unknown !== undefined)
        throw new Error(
          `${FOLDER}/${place}/${unknown} is not a Markdown file. Let its name end in .md, or take it out.`,
        );
      if (names.length !== count)
        throw new Error(
          `${FOLDER}/${place} holds ${names.length} files and needs exactly ${count}: ` +
            `${names.length < count ? 'add' : 'take out'} ${Math.abs(names.length - count)}. ` +
            'The count is set in src/content.config.ts.',
        );
      return names.map((name) => ({ id: name.slice(0, -'.md'.length), path: `${place}/${name}` }));
    },
  });
}

/** The content of one file's bytes. Throws with every error, worded for editors. */
export function checkContent(path: string, bytes: Uint8Array, schema: z.ZodType): Content {
  const file = `${FOLDER}/${path}`;
  const { content, bodyLine } = parseContent(file, decode(file, bytes));
  // The URL of the JSON schema, for VS Code.
  delete content['$schema'];
  const errors = findErrors(schema, content, bodyLine);
  if (errors.length > 0) throw new Error(explain(file, errors));
  return schema.parse(content) as Content;
}

export async function readSource(folder: string, { files, schema, count }: ContentSource): Promise<Entry[]> {
  const unknown = (await namesIn(folder, '.')).find((name) => !sources.has(name));
  if (unknown !== undefined)
    throw new Error(
      `${FOLDER}/${unknown} is not a content file, and nothing in it reaches the site. ` +
        `The files are: ${[...sources.keys()].join(', ')}. Take the copy out of the folder.`,
    );
  const entries = await Promise.all(
    (await files(folder)).map(async ({ id, path }) => {
      const bytes = await readFile(join(folder, path)).catch((error) => isMissing(path, error));
      return { id, path, data: checkContent(path, bytes, schema) };
    }),
  );
  if (count !== undefined) checkOrder(entries, count);
  return entries;
}

function checkOrder(entries: Entry[], count: number): void {
  const holders = new Map<unknown, string>();
  for (const { path, data } of entries) {
    const order = Number(data['order']);
    const holder = holders.get(order);
    const error =
      order > count
        ? `is ${order}, and there are ${count}.`
        : holder && `is ${order}, and so is the one of ${FOLDER}/${holder}.`;
    if (error)
      throw new Error(
        explain(`${FOLDER}/${path}`, [
          { path: ['order'], message: `${error} Each number from 1 to ${count} stands once.` },
        ]),
      );
    holders.set(order, path);
  }
}

/** The names in a folder, without hidden files and automatic backups (`home.json~`). */
async function namesIn(folder: string, place: string): Promise<string[]> {
  const names = await readdir(join(folder, place)).catch((error) => isMissing(place, error));
  return names.filter((name) => !name.startsWith('.') && !name.endsWith('~')).toSorted();
}

function isMissing(path: string, error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error;
  throw new Error(`${FOLDER}/${path} is missing. Put it back: the site is built from it.`);
}

function loaderOf(source: ContentSource): Loader {
  sources.set(source.place, source);
  return {
    name: 'content-file',
    load: async (context) => {
      const folder = fileURLToPath(new URL(FOLDER, context.config.root));
      const load = () => store(context, folder, source);
      if (context.watcher) await watch(context, folder, source.place, load);
      else await load().catch(stop);
    },
  };
}

async function store(context: LoaderContext, folder: string, source: ContentSource): Promise<void> {
  const entries = await readSource(folder, source);
  context.store.clear();
  for (const { id, path, data } of entries) {
    const filePath = `${FOLDER}/${path}`;
    context.store.set({ id, data, filePath });
    for (const note of await glyphNotes(data)) context.logger.warn(explain(filePath, [note]));
  }
}

/**
 * Loads now and on each change, for the dev server. An error is logged and stored in place of the content until it is
 * corrected, so that the page shows it (`lib/content.ts`).
 */
async function watch(
  context: LoaderContext,
  folder: string,
  place: string,
  load: () => Promise<void>,
): Promise<void> {
  const show = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    context.logger.error(message);
    context.store.clear();
    context.store.set({ id: ERROR_ID, data: { message } });
  };
  const again = () => load().then(() => context.logger.info(`Read ${FOLDER}/${place} again`));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Some text editors truncate a file before writing it: an error is reported only if a second read fails, too.
      again().catch(() => setTimeout(() => void again().catch(show), SECOND_READ_MS));
    }, SETTLE_MS);
  };
  await load().catch(show);
  context.watcher?.add(folder);
  context.watcher?.on('all', (_, changed) => {
    const [top = ''] = relative(folder, changed).split(sep);
    // An unknown file is an error of every collection.
    if (top === place || (top !== '..' && !sources.has(top))) later();
  });
}

/** Removes the stack trace, which would hide the message for editors. */
function stop(error: unknown): never {
  if (error instanceof Error) error.stack = '';
  throw error;
}
