/** The canonical form of a content file: its fields in the schema's order, as the formatter writes them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'astro/zod';
import { format, resolveConfig } from 'prettier';
import { stringify } from 'yaml';
import '../content.config';
import { fieldsAt } from './errors';
import { CONTENT_FOLDER, sources } from './loader';
import { BODY_FIELD, decode, parseContent } from './parse';

type Fields = Record<string, unknown>;

function inOrder(schema: z.ZodType, value: unknown, path: PropertyKey[] = []): unknown {
  if (Array.isArray(value)) return value.map((entry, index) => inOrder(schema, entry, [...path, index]));
  if (typeof value !== 'object' || value === null) return value;
  // Fields that the schema lacks stay, at the end, until somebody removes them.
  const names = new Set(['$schema', ...fieldsAt(schema, path), ...Object.keys(value)]);
  const fields = Object.entries(value);
  const known = [...names].flatMap((name) =>
    fields.filter(([field, part]) => field === name && part !== undefined),
  );
  return Object.fromEntries(known.map(([name, part]) => [name, inOrder(schema, part, [...path, name])]));
}

/** The canonical text of the file of this name in `src/content`. */
export async function formatContent(filePath: string, fields: Fields, schema: z.ZodType): Promise<string> {
  const filepath = join(CONTENT_FOLDER, filePath);
  const { [BODY_FIELD]: body, ...front } = inOrder(schema, fields) as Fields;
  const text = filePath.endsWith('.md')
    ? `---\n${stringify(front, { lineWidth: 0 })}---\n\n${String(body ?? '')}\n`
    : JSON.stringify(inOrder(schema, fields));
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}

/** Writes every file of `src/content` in its canonical form. Returns the names of those that were not. */
export async function formatAllContent(): Promise<string[]> {
  const changed: string[] = [];
  for (const { schema, files } of sources.values())
    for (const { filePath } of await files(CONTENT_FOLDER)) {
      const file = join(CONTENT_FOLDER, filePath);
      const text = decode(file, await readFile(file));
      const canonical = await formatContent(filePath, parseContent(file, text).content, schema);
      if (canonical === text) continue;
      await writeFile(file, canonical);
      changed.push(file);
    }
  return changed;
}
