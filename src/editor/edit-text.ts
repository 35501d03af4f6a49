/** Edits a content file and leaves the rest of its text as it is: order, `$schema`, indentation, quotation marks. */
import type { z } from 'astro/zod';
import { isDeepStrictEqual } from 'node:util';
import { applyEdits, modify } from 'jsonc-parser';
import { check, format, resolveConfig } from 'prettier';
import { parseDocument } from 'yaml';
import { fieldsAt } from '../build/content-errors';
import { BODY_FIELD, FRONT_MATTER } from '../build/content-text';

/** A new value at a path; `undefined` removes the field or entry. */
interface Change {
  path: (string | number)[];
  value: unknown;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The changes that, applied in order, turn `before` into `after`. */
function changesBetween(before: unknown, after: unknown, path: Change['path'] = []): Change[] {
  if (before === after) return [];
  if (!isObject(before) || !isObject(after)) return [{ path, value: after }];
  if (Array.isArray(before) && Array.isArray(after) && after.length < before.length) {
    // Removes an entry that is gone, so that the text of the others stays as it is.
    const lost = before.findLastIndex((entry) => !after.some((other) => isDeepStrictEqual(entry, other)));
    const index = lost === -1 ? before.length - 1 : lost;
    const removal = { path: [...path, index], value: undefined };
    return [removal, ...changesBetween(before.toSpliced(index, 1), after, path)];
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) =>
    changesBetween(Reflect.get(before, name), Reflect.get(after, name), [
      ...path,
      Array.isArray(before) ? Number(name) : name,
    ]),
  );
}

/**
 * The text of a JSON file in which `before` has become `after`; a new field is inserted in the schema's
 * order. Without `formattingOptions`, which would also change the lines around an edit: `formatIfFormatted` formats the
 * result.
 */
export function editJson(text: string, before: unknown, after: unknown, schema: z.ZodType): string {
  return changesBetween(before, after).reduce((edited, { path, value }) => {
    const fields = fieldsAt(schema, path.slice(0, -1));
    const edits = modify(edited, path, value, {
      getInsertionIndex: (names) =>
        names.filter((name) => fields.indexOf(name) < fields.indexOf(String(path.at(-1)))).length,
    });
    return applyEdits(edited, edits);
  }, text);
}

/** The text of a Markdown file with these fields in its front matter and this body. */
export function editMarkdown(text: string, fields: Record<string, unknown>): string {
  const [block = '', yaml = ''] = FRONT_MATTER.exec(text) ?? [];
  const document = parseDocument(yaml);
  for (const name of Object.keys(document.toJS() ?? {})) if (!(name in fields)) document.delete(name);
  for (const [name, value] of Object.entries(fields)) {
    if (name !== BODY_FIELD && document.get(name) !== value) document.set(name, value);
  }
  const body = text.slice(block.length);
  const newBody = String(fields[BODY_FIELD] ?? '');
  const front = document.toString({ lineWidth: 0 }).trimEnd();
  return `---\n${front}\n---\n${body.trim() === newBody.trim() ? body : `\n${newBody.trim()}\n`}`;
}

/** Formats an edited text with Prettier if it was formatted before; otherwise leaves it as it is. */
export async function formatIfFormatted(path: string, before: string, after: string): Promise<string> {
  const options = { ...(await resolveConfig(path)), filepath: path };
  return (await check(before, options)) ? format(after, options) : after;
}
