/** The canonical form of the content files; part of `npm run format`, which writes them in it. */
import { join } from 'node:path';
import type { z } from 'astro/zod';
import { format, resolveConfig } from 'prettier';
// Fills `sources`.
import '../src/content.config.ts';
import { fieldsAt } from '../src/copy/errors.ts';
import { sources } from '../src/copy/loader.ts';
import { BODY_FIELD, CONTENT_FOLDER, readFields } from '../src/copy/parse.ts';
import { writeWhole } from './write-file.ts';

type Fields = Record<string, unknown>;

/** A copy of a value with its fields, and those in it, in the schema's order. */
function inOrder(schema: z.ZodType, value: unknown, path: PropertyKey[] = []): unknown {
  if (Array.isArray(value)) return value.map((entry, index) => inOrder(schema, entry, [...path, index]));
  if (typeof value !== 'object' || value === null) return value;
  // Fields that the schema lacks stay, at the end, until somebody removes them.
  const names = new Set(['$schema', ...fieldsAt(schema, path), ...Object.keys(value)]);
  const fields = new Map(Object.entries(value));
  const known = [...names].filter((name) => fields.get(name) !== undefined);
  return Object.fromEntries(known.map((name) => [name, inOrder(schema, fields.get(name), [...path, name])]));
}

/** A line of front matter. A text that begins with a letter, and has no colon or #, needs no quotation marks. */
const inFrontMatter = ([name, value]: [string, unknown]): string => {
  const isPlain = typeof value !== 'string' || /^[\p{L}“‘][^:#\n]*$/u.test(value);
  return `${name}: ${isPlain ? String(value) : JSON.stringify(value)}\n`;
};

/** The canonical text of the file of this name in `src/content`: its fields in the schema's order, formatted. */
export async function formatContent(filePath: string, fields: Fields, schema: z.ZodType): Promise<string> {
  const filepath = join(CONTENT_FOLDER, filePath);
  const ordered = inOrder(schema, fields) as Fields;
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
