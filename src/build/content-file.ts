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

/** A save counts as over when the file has been still for this long; one that cannot be read then is read again. */
const SETTLE_MS = 80;
const SECOND_READ_MS = 250;

type Content = Record<string, unknown>;

/** One file: its fields as typed, and what the schema made of them. */
interface Read {
  written: Content;
  data: Content;
}

/** One content file: its id in the collection and where it stands in `src/content`. */
export interface ContentFile {
  id: string;
  path: string;
}

/** The files of one collection, and what each and all of them must be. */
export interface ContentSource {
  /** The file, or the folder, in `src/content`. */
  place: string;
  /** The shape of each file. */
  schema: z.ZodType;
  /** The files that are there. Throws when one is missing or is none of the site's. */
  files: (folder: string) => Promise<ContentFile[]>;
  /** How many ordered entries there are; without it, the files do not depend on each other. */
  count?: number;
}

/** Every source by its file or folder in `src/content`. Anything else there is refused: its edits would reach nothing. */
export const sources = new Map<string, ContentSource>();

/**
 * Loads one JSON file of `src/content` as a collection of one entry, named after the file. Stops the build when the
 * file is missing, cannot be read or does not fit its schema. Astro's own `file()` and `glob()` only log what they
 * cannot read, what a parser of ours throws included, and carry on with what the cache remembers.
 */
export function contentFile(id: string, name: string, schema: z.ZodType): Loader {
  return loaderOf({ place: name, schema, files: () => Promise.resolve([{ id, path: name }]) });
}

/**
 * Loads a folder of `src/content` whose JSON files all have one schema. The file's name is the page's address,
 * so exactly the pages named must be there.
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
 * Loads a folder of Markdown files, `count` of them, each with its place among the others as `order` in its front
 * matter. Names are free.
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

/**
 * Reads and checks one file's bytes: its fields as they are written, and what the schema makes of them. Throws with every
 * error, in an editor's words.
 */
export function checkContent(path: string, bytes: Uint8Array, schema: z.ZodType): Read {
  const file = `${FOLDER}/${path}`;
  const { content, bodyLine } = parseContent(file, decode(file, bytes));
  // Tells VS Code where the fields are described.
  delete content['$schema'];
  const errors = findErrors(schema, content, bodyLine);
  if (errors.length > 0) throw new Error(explain(file, errors));
  return { written: content, data: schema.parse(content) as Content };
}

/** Reads and checks every file of a collection. `folder` is the path of `src/content`. */
export async function readSource(
  folder: string,
  { files, schema, count }: ContentSource,
): Promise<(ContentFile & Read)[]> {
  const unknown = (await namesIn(folder, '.')).find((name) => !sources.has(name));
  if (unknown !== undefined)
    throw new Error(
      `${FOLDER}/${unknown} is not a content file, and nothing in it reaches the site. ` +
        `The files are: ${[...sources.keys()].join(', ')}. Take the copy out of the folder.`,
    );
  const entries = await Promise.all(
    (await files(folder)).map(async (file) => {
      const bytes = await readFile(join(folder, file.path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        throw new Error(`${FOLDER}/${file.path} is missing. Put it back: the site is built from it.`);
      });
      const { written, data } = checkContent(file.path, bytes, schema);
      return { id: file.id, path: file.path, written, data };
    }),
  );
  if (count !== undefined) checkOrder(entries, count);
  return entries;
}

function checkOrder(entries: (ContentFile & Read)[], count: number): void {
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

/** What an editor keeps in a folder; hidden files and automatic backups (`home.json~`) are the computer's own. */
async function namesIn(folder: string, place: string): Promise<string[]> {
  const names = await readdir(join(folder, place)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`${FOLDER}/${place} is missing. Put it back: the site is built from it.`);
  });
  return names.filter((name) => !name.startsWith('.') && !name.endsWith('~')).toSorted();
}

function loaderOf(source: ContentSource): Loader {
  sources.set(source.place, source);
  return {
    name: 'content-file',
    load: async (context) => {
      const folder = fileURLToPath(new URL(FOLDER, context.config.root));
      const load = () => store(context, folder, source);
      if (context.watcher) await keepLoading(context, folder, source.place, load);
      else await load().catch(stop);
    },
  };
}

async function store(context: LoaderContext, folder: string, source: ContentSource): Promise<void> {
  const entries = await readSource(folder, source);
  context.store.clear();
  for (const { id, path, written, data } of entries) {
    const filePath = `${FOLDER}/${path}`;
    context.store.set({ id, data, filePath });
    for (const note of await glyphNotes(written)) context.logger.warn(explain(filePath, [note]));
  }
}

/**
 * Loads now and at each change, for the dev server. An error is logged and stands in the place of the words until it is
 * corrected, so that the page shows it (`lib/content.ts`).
 */
async function keepLoading(
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
      // Some editors empty a file and then write it: what is read in between gets a second chance.
      again().catch(() => setTimeout(() => void again().catch(show), SECOND_READ_MS));
    }, SETTLE_MS);
  };
  await load().catch(show);
  context.watcher?.add(folder);
  context.watcher?.on('all', (_, changed) => {
    const [top = ''] = relative(folder, changed).split(sep);
    // A file that does not belong here concerns everybody.
    if (top === place || (top !== '..' && !sources.has(top))) later();
  });
}

/** A stack trace would bury what an error says to an editor. */
function stop(error: unknown): never {
  if (error instanceof Error) error.stack = '';
  throw error;
}
