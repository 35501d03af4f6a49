/** What is wrong with a content file, worded for editors. */
import { z } from 'astro/zod';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

export type ContentError = { path: Path; message: string };

/**
 * The errors in the content of a file.
 * @param bodyLine the file's line on which its Markdown begins: `schema.ts` counts the line of an error from there
 */
export function findErrors(schema: z.ZodType, content: unknown, bodyLine = 1): ContentError[] {
  const issues = schema.safeParse(content, { error: wording }).error?.issues ?? [];
  const errors = withoutFollowUps(issues).flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? unknownFields(issue, schema) : [errorOf(issue, bodyLine)],
  );
  return withoutRepeats(errors);
}

/** The issues, less those that follow from a wrong type: a text in place of a list also has the wrong length. */
function withoutFollowUps(issues: readonly Issue[]): Issue[] {
  const wrongTypes = new Set<string>();
  for (const { code, path } of issues) {
    if (code === 'invalid_type') wrongTypes.add(inWords(path));
  }
  return issues.filter(({ code, path }) => code === 'invalid_type' || !wrongTypes.has(inWords(path)));
}

/** The error of one issue, with the line of the file where the rule of a text knows it. */
function errorOf(issue: Issue, bodyLine: number): ContentError {
  const line: unknown = issue.code === 'custom' ? issue.params?.['line'] : undefined;
  const suffix = typeof line === 'number' ? ` (Line ${bodyLine + line - 1}.)` : '';
  return { path: issue.path, message: issue.message + suffix };
}

/** An error for each field that the schema does not know. */
function unknownFields(issue: z.core.$ZodIssueUnrecognizedKeys, schema: z.ZodType): ContentError[] {
  const known = fieldsAt(schema, issue.path);
  return issue.keys.map((key) => ({ path: [...issue.path, key], message: unknownField(key, known) }));
}

/** Each error once, as two rules may say the same of one field. */
function withoutRepeats(errors: readonly ContentError[]): ContentError[] {
  const byText = new Map<string, ContentError>();
  for (const error of errors) byText.set(describeError(error), error);
  return [...byText.values()];
}

/** All errors of a file, as one text. */
export function explain(file: string, errors: readonly ContentError[]): string {
  const lines = errors.map((error) => `  - ${describeError(error)}`);
  const count = lines.length === 1 ? 'an error' : `${lines.length} errors`;
  return `${file} has ${count}:\n${lines.join('\n')}`;
}

/** The field in words, and its message. */
export const describeError = ({ path, message }: ContentError): string => `${inWords(path)} ${message}`;

/** A path as an editor reads it, such as `items → entry 3 → answer`: entries of a list count from 1. */
const inWords = (path: Path): string =>
  path.map((step) => (typeof step === 'number' ? `entry ${step + 1}` : String(step))).join(' → ');

/** Zod's error map, in an editor's words; rules that have a message of their own keep it. */
const wording: z.core.$ZodErrorMap = (issue) => {
  const { input } = issue;
  if (input === undefined || input === null) return 'is missing. Add it.';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `must be one of: ${issue.values.map((choice) => JSON.stringify(choice)).join(', ')}.`;
    case 'invalid_format':
      return FORMATS[issue.format];
    case 'too_small':
      return sizeError(input, 'at least', Number(issue.minimum), issue.exact);
    case 'too_big':
      return sizeError(input, 'at most', Number(issue.maximum), issue.exact);
    default:
      return undefined;
  }
};

const TYPES: Partial<Record<string, string>> = {
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
};

/** What a list, a text or a number of the wrong size is told. */
function sizeError(value: unknown, bound: 'at least' | 'at most', limit: number, isExact = false): string {
  if (Array.isArray(value)) return countError(value.length, isExact ? 'exactly' : bound, limit);
  if (typeof value !== 'string') return `must be ${bound} ${limit}.`;
  const { length } = value.trim();
  // No text has a larger minimum than 1.
  if (length === 0) return 'is empty. Write something.';
  return `has ${length} characters and takes ${bound} ${limit}. Make it shorter.`;
}

function countError(count: number, bound: 'at least' | 'at most' | 'exactly', limit: number): string {
  const entries = count === 1 ? '1 entry' : `${count} entries`;
  const change = count < limit ? `add ${limit - count}` : `remove ${count - limit}`;
  return `has ${entries} and needs ${bound} ${limit}: ${change}.`;
}

function unknownField(key: string, known: string[]): string {
  const meant = known.find((field) => sortedLetters(field) === sortedLetters(key));
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return `is not a field that exists here.${guess} The fields are: ${known.join(', ')}.`;
}

/** The letters of a name in alphabetical order: equal for two names of which one has letters swapped or in another case. */
const sortedLetters = (name: string) => Array.from(name.toLowerCase()).toSorted().join('');

/** The fields of the group at a path; every step of it leads into a list or a group of the schema. */
function fieldsAt(schema: z.ZodType, path: Path): string[] {
  let part = z.toJSONSchema(schema, { io: 'input' }) as SchemaPart;
  for (const step of path) part = part.items ?? part.properties![String(step)]!;
  return Object.keys(part.properties!);
}

/** What is read of a list (`items`) or a group of fields (`properties`) in a JSON schema. */
interface SchemaPart {
  items?: SchemaPart;
  properties?: Record<string, SchemaPart>;
}
