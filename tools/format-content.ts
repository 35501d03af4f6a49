/** The canonical form of the content files; part of `npm run format`, which writes them in it. */
import { join } from 'node:path';
import type { z } from 'astro/zod';
import { format, resolveConfig } from 'prettier';
// Fills `sources`.
import '../src/content.config.ts';
import { sources } from '../src/copy/loader.ts';
import { BODY_FIELD, CONTENT_FOLDER, readFields } from '../src/copy/parse.ts';
import { writeWhole } from './write-file.ts';

type Fields = Record<string, unknown>;

/** A line of front matter. A text that begins with a letter, and has no colon or #, needs no quotation marks. */
const inFrontMatter = ([name, value]: [string, unknown]): string => {
  const isPlain = typeof value !== 'string' || /^[\p{L}“‘][^:#\n]*$/u.test(value);
  return `${name}: ${isPlain ? String(value) : JSON.stringify(value)}\n`;
};

/** The canonical text of the file of this name in `src/content`: formatted; in the schema's order, if it has no errors. */
export async function formatContent(filePath: string, fields: Fields, schema: z.ZodType): Promise<string> {
  const filepath = join(CONTENT_FOLDER, filePath);
  const ordered = (schema.safeParse(fields).data as Fields) ?? fields;
  const { [BODY_FIELD]: body = '', ...front } = ordered;
  const text = filePath.endsWith('.md')
    ? `---\n${Object.entries(front).map(inFrontMatter).join('')}---\n\n${String(body)}\n`
    : JSON.stringify(ordered);
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}

if (import.meta.main)
  for (const { schema, files } of sources.values())
    for (const filePath of files(CONTENT_FOLDER)) {
      const { content } = readFields(CONTENT_FOLDER, filePath);
      writeWhole(join(CONTENT_FOLDER, filePath), await formatContent(filePath, content, schema));
    }
