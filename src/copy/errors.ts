import { z } from 'astro/zod';
import { unreadableError } from './normalize.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

export interface ContentError {
  path: Path;
  message: string;
  /** Whether the path is that of a field which the schema does not have. */
  isUnknownField?: boolean;
}

/**
 * The errors in the content of a file, worded for editors.
 * @param bodyLine the file's line on which its Markdown begins: errors inside it name their line in the file
 */
export function findErrors(schema: z.ZodType, content: unknown, bodyLine = 1): ContentError[] {
  const issues = schema.safeParse(content).error?.issues ?? [];
  const hasWrongType = (field: string) =>
    issues.some(({ code, path }) => code === 'invalid_type' && inWords(path) === field);
  const errors = issues
    // A text in place of a list also has the wrong length: only its type is reported.
    .filter(({ code, path }) => code === 'invalid_type' || !hasWrongType(inWords(path)))
    .flatMap((issue): ContentError[] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            path: [...issue.path, key],
            message: unknownField(key, fieldsAt(schema, issue.path)),
            isUnknownField: true,
          }))
        : [{ path: issue.path, message: reason(issue, valueAt(content, issue.path), bodyLine) }],
    );
  const all = [...errors, ...unreadableErrors(content, [])];
  return [...new Map(all.map((error) => [describeError(error), error])).values()];
}

function unreadableErrors(content: unknown, path: Path): ContentError[] {
  if (typeof content === 'object' && content !== null)
    return Object.entries(content).flatMap(([name, part]) =>
      unreadableErrors(part, [...path, Array.isArray(content) ? Number(name) : name]),
    );
  const message = typeof content === 'string' ? unreadableError(content) : undefined;
  return message ? [{ path, message }] : [];
}

export function explain(file: string, errors: readonly ContentError[]): string {
  const lines = errors.map((error) => `  - ${describeError(error)}`);
  const count = lines.length === 1 ? 'an error' : `${lines.length} errors`;
  return `${file} has ${count}:\n${lines.join('\n')}`;
}

/** The field in words, and its message. */
export const describeError = ({ path, message }: ContentError): string => `${inWords(path)} ${message}`;

/** `items → entry 3 → answer`: entries of a list count from 1. */
function inWords(path: Path): string {
  return path.map((step) => (typeof step === 'number' ? `entry ${step + 1}` : String(step))).join(' → ');
}

function reason(issue: Issue, value: unknown, bodyLine: number): string {
  if (value === undefined || value === null) return 'is missing. Add it.';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `must be one of: ${issue.values.map((choice) => JSON.stringify(choice)).join(', ')}.`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? issue.message;
    case 'too_small':
    case 'too_big':
      return size(issue, value);
    case 'custom': {
      const line: unknown = issue.params?.['line'];
      return typeof line === 'number' ? `${issue.message} (Line ${bodyLine + line - 1}.)` : issue.message;
    }
    default:
      return issue.message;
  }
}

const KINDS: Partial<Record<string, string>> = {
  string: 'text between quotation marks',
  number: 'a number without quotation marks',
  int: 'a whole number',
  boolean: 'true or false, without quotation marks',
  array: 'a list between [ and ]',
  object: 'a group of fields between { and }',
};

const FORMATS: Partial<Record<string, string>> = {
  url: 'must be a full web address such as https://www.example.com.',
  email: 'must be an e-mail address such as hello@example.com.',
  date: 'must be a day such as "2027-10-31".',
};

function size(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>, value: unknown): string {
  const limit = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum);
  const bound = issue.code === 'too_small' ? 'at least' : 'at most';
  if (Array.isArray(value)) {
    const change = Math.abs(value.length - limit);
    return (
      `has ${counted(value.length, 'entry', 'entries')} and needs ${issue.exact ? 'exactly' : bound} ${limit}: ` +
      `${issue.code === 'too_small' ? 'add' : 'remove'} ${change}. The count is set in src/content.config.ts.`
    );
  }
  if (typeof value === 'string') {
    return value.trim() === ''
      ? 'is empty. Write something.'
      : `has ${counted(value.trim().length, 'character', 'characters')} and takes ${bound} ${limit}. ` +
          `Make it ${issue.code === 'too_small' ? 'longer' : 'shorter'}.`;
  }
  return `must be ${bound} ${limit}.`;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function unknownField(key: string, known: string[]): string {
  const [meant] = known
    .filter((field) => difference(field, key) <= 1)
    .toSorted((one, other) => difference(one, key) - difference(other, key));
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return `is not a field that exists here.${guess} The fields are: ${known.join(', ')}.`;
}

/** How many letters of two names are added, lost or changed; case and order do not count. */
function difference(one: string, other: string): number {
  const unmatched = [...other.toLowerCase()];
  const extra = [...one.toLowerCase()].filter((letter) => {
    const index = unmatched.indexOf(letter);
    if (index !== -1) unmatched.splice(index, 1);
    return index === -1;
  });
  return Math.max(extra.length, unmatched.length);
}

function valueAt(content: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    content,
  );
}

const withoutOptional = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional ? schema.unwrap() : schema;

/** The names of the fields that a schema has at a path, in its order. */
export function fieldsAt(schema: z.ZodType, path: Path): string[] {
  let here: unknown = schema;
  for (const step of path) {
    if (here instanceof z.ZodArray) here = withoutOptional(here.element);
    else if (here instanceof z.ZodObject) here = withoutOptional(here.shape[String(step)]);
  }
  return here instanceof z.ZodObject ? Object.keys(here.shape) : [];
}
