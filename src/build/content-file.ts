import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { z } from 'astro/zod';
import { explain } from './content-mistakes';

const FOLDER = 'src/content';

/**
 * Loads one JSON file of `src/content` as a collection of one entry, named after the collection.
 * Stops the build when the file is missing, is broken JSON or does not fit its schema. Astro's own `file()`
 * only logs broken JSON and carries on with what its cache remembers.
 */
export function contentFile(name: string, schema: z.ZodType): Loader {
  return {
    name: 'content-file',
    load: (context) =>
      keepLoading(context, name, async () => {
        const entry = await read(context, name, schema);
        context.store.clear();
        context.store.set({ id: context.collection, data: entry, filePath: `${FOLDER}/${name}` });
      }),
  };
}

/**
 * Loads a folder of `src/content` whose JSON files all have one schema. The file's name is the page's address,
 * so exactly the pages named must be there.
 */
export function contentFolder(folder: string, pages: readonly string[], schema: z.ZodType): Loader {
  return {
    name: 'content-folder',
    load: (context) =>
      keepLoading(context, folder, async () => {
        const expected = pages.map((page) => `${page}.json`);
        const found = await readdir(pathOf(context, folder));
        const strangers = found.filter((name) => !expected.includes(name) && !name.startsWith('.'));
        if (strangers.length > 0) {
          throw mistake(
            `${FOLDER}/${folder}/${strangers[0]} is not a page of this site. ` +
              `The folder holds ${expected.join(' and ')}: rename the file or take it out.`,
          );
        }
        const entries = await Promise.all(
          pages.map((page) => read(context, `${folder}/${page}.json`, schema)),
        );
        context.store.clear();
        for (const [index, page] of pages.entries()) {
          const filePath = `${FOLDER}/${folder}/${page}.json`;
          context.store.set({ id: page, data: entries[index] ?? {}, filePath });
        }
      }),
  };
}

/** Loads now, failing if it fails; in the dev server again at each change, where a mistake is only reported. */
async function keepLoading(context: LoaderContext, name: string, load: () => Promise<void>): Promise<void> {
  await load();
  const path = pathOf(context, name);
  context.watcher?.add(path);
  context.watcher?.on('change', (changed) => {
    if (!changed.startsWith(path)) return;
    load().then(
      () => context.logger.info(`Read ${FOLDER}/${name} again`),
      (error: unknown) => context.logger.error(String(error)),
    );
  });
}

async function read(
  context: LoaderContext,
  name: string,
  schema: z.ZodType,
): Promise<Record<string, unknown>> {
  const file = `${FOLDER}/${name}`;
  const source = await readFile(pathOf(context, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw mistake(`${file} is missing. Put it back: the site is built from it.`);
  });
  const { $schema: _, ...content } = parse(file, source);
  const result = schema.safeParse(content);
  if (!result.success) throw mistake(explain(file, schema, content, result.error.issues));
  return result.data as Record<string, unknown>;
}

function parse(file: string, source: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(source);
  } catch (error) {
    throw mistake(
      `${file} is not valid JSON: ${error instanceof Error ? error.message : String(error)}. ` +
        'Look just before that place for a comma too many or too few, or a missing quotation mark or bracket.',
    );
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw mistake(`${file} must be one JSON object: everything in it stands between { and }.`);
  }
  return { ...content };
}

function pathOf(context: LoaderContext, name: string): string {
  return fileURLToPath(new URL(`${FOLDER}/${name}`, context.config.root));
}

/** An error for an editor: a stack trace would bury what it says. */
function mistake(message: string): Error {
  const error = new Error(message);
  error.stack = '';
  return error;
}
