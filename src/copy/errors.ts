/** What is wrong with a content file, worded for editors. */
import { z } from 'astro/zod';

type Path = readonly PropertyKey[];

export type ContentError = { path: Path; message: string };

/**
 * The errors in the content of a file.
 * @param bodyLine the file's line on which its Markdown begins: `schema.ts` counts the line of an error from there
 */
export function findErrors(schema: z.ZodType, content: unknown, bodyLine = 1): ContentError[] {
  const issues = schema.safeParse(content, { error: wording }).error?.issues ?? [];
  const wrongTypes = new Set(issues.map(({ code, path }) => code === 'invalid_type' && inWords(path)));
  const errors = issues
    // A text in place of a list also has the wrong length: only its type is reported.
    .filter(({ code, path }) => code === 'invalid_type' || !wrongTypes.has(inWords(path)))
    .flatMap((issue): ContentError[] => {
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => ({
          path: [...issue.path, key],
          message: unknownField(key, fieldsAt(schema, issue.path)),
        }));
      const line: unknown = issue.code === 'custom' && issue.params?.['line'];
      const suffix = typeof line === 'number' ? ` (Line ${bodyLine + line - 1}.)` : '';
      return [{ path: issue.path, message: issue.message + suffix }];
    });
  // Two rules may say the same of one field.
  return [...new Map(errors.map((error) => [describeError(error), error])).values()];
}

/** All errors of a file, as one text. */
export function explain(file: string, errors: readonly ContentError[]): string {
  const lines = errors.map((error) => `  - ${describeError(error)}`);
  const count = lines.length === 1 ? 'an error' : `${lines.length} errors`;
  return `${file} has ${count}:\n${lines.join('\n')}`;
}

/** The field in words, and its message. */
export const describeError = ({ path, message }: ContentError): string => `${inWords(path)} ${message}`;

/** `items → entry 3 → answer`: entries of a list count from 1. */
const inWords = (path: Path): string =>
  path.map((step) => (typeof step === 'number' ? `entry ${step + 1}` : String(step))).join(' → ');

/** Zod's error map, in an editor's words; rules that have a message of their own keep it. */
const wording: z.core.$ZodErrorMap = (issue) => {
  const { code, input } = issue;
  if (input === undefined || input === null) return 'is missing. Add it.';
  if (code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? issue.expected}.`;
  if (code === 'invalid_value')
    return `must be one of: ${issue.values.map((choice) => JSON.stringify(choice)).join(', ')}.`;
  if (code === 'invalid_format') return FORMATS[issue.format];
  if (code === 'too_small') return size(input, 'at least', Number(issue.minimum), issue.exact);
  if (code === 'too_big') return size(input, 'at most', Number(issue.maximum), issue.exact);
  return undefined;
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

function size(value: unknown, bound: 'at least' | 'at most', limit: number, exact = false): string {
  if (Array.isArray(value)) {
    const has = `has ${value.length} ${value.length === 1 ? 'entry' : 'entries'}`;
    const change = `${bound === 'at least' ? 'add' : 'remove'} ${Math.abs(value.length - limit)}`;
    return `${has} and needs ${exact ? 'exactly' : bound} ${limit}: ${change}. The count is set in src/content.config.ts.`;
  }
  if (typeof value !== 'string') return `must be ${bound} ${limit}.`;
  const { length } = value.trim();
  if (length === 0) return 'is empty. Write something.'; // No text has a larger minimum than 1.
  return `has ${length} characters and takes ${bound} ${limit}. Make it shorter.`;
}

function unknownField(key: string, known: string[]): string {
  const meant = known.find((field) => sortedLetters(field) === sortedLetters(key));
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return `is not a field that exists here.${guess} The fields are: ${known.join(', ')}.`;
}

/** The letters of a name in alphabetical order: equal for two names of which one has letters swapped or in another case. */
const sortedLetters = (name: string) => Array.from(name.toLowerCase()).toSorted().join('');

/** The fields of the group at a path. */
function fieldsAt(schema: z.ZodType, path: Path): string[] {
  let here: any = z.toJSONSchema(schema, { io: 'input' });
  for (const step of path) here = here.items ?? here.properties[step];
  return Object.keys(here.properties);
}
