import { parse as parseTolerantly, printParseErrorCode, visit, type ParseError } from 'jsonc-parser';
import { parseDocument, visit as visitYaml } from 'yaml';
import { normalizeContent, normalizeText } from './normalize.ts';

/** The field that holds the body of a Markdown file, below its front matter. */
export const BODY_FIELD = 'answer';

/** Front matter of a Markdown file: the match includes the `---` lines, group 1 does not. */
export const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** A parsed content file, before validation; `bodyLine` is the line on which a Markdown body begins. */
export interface ContentText {
  content: Record<string, unknown>;
  bodyLine: number;
}

/** The text of a file's bytes, without a byte order mark. Throws when they are not UTF-8. */
export function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(
      `${file} is not saved as UTF-8, so that letters such as ’ or é would be lost. Save as UTF-8: most ` +
        'programs offer the encoding in the dialog of “Save as”.',
    );
  }
}

/**
 * The fields of a JSON file, or of a Markdown file with front matter; their texts are normalized. Throws with the line and
 * what to do.
 */
export function parseContent(file: string, source: string): ContentText {
  // Both before parsing and after it: JSON takes no raw control characters, but writes them as `\u000b`, too.
  const text = normalizeText(source);
  refuseConflict(file, text);
  const { content, bodyLine } = file.endsWith('.md')
    ? parseMarkdown(file, text)
    : { content: parseJson(file, text), bodyLine: 1 };
  return { content: normalizeContent(content), bodyLine };
}

/** Git writes these lines into a file that two people have changed at one place. */
function refuseConflict(file: string, text: string): void {
  const start = text.search(/^(?:<{7}|>{7}|\|{7})(?: |$)/m);
  if (start === -1) return;
  throw syntaxError(file, text, start, [
    'begins or ends one of two versions of the same lines: two people have changed them',
    'Keep the lines that are right, and remove the others with all lines of <<<<<<<, ======= and >>>>>>>.',
  ]);
}

function parseMarkdown(file: string, text: string): ContentText {
  const [block, yaml] = FRONT_MATTER.exec(text) ?? [];
  if (block === undefined || yaml === undefined)
    throw new Error(
      `${file} must begin with a line of three hyphens, ---, then its fields, one a line, then --- again.`,
    );
  const document = parseDocument(yaml, { prettyErrors: false });
  const [error] = document.errors;
  if (error)
    throw syntaxError(file, text, text.indexOf(yaml) + error.pos[0], [
      'is not a field and its text, such as “question: What does it cost?”',
      'A text with a colon or a # in it stands between quotation marks, and no field stands twice.',
    ]);
  visitYaml(document, {
    Scalar: (_, { value, comment, range }) => {
      if (!comment || !range || (typeof value !== 'string' && value !== null)) return;
      const offset = text.indexOf(yaml) + yaml.indexOf('#', range[1]);
      throw syntaxError(file, text, offset, [
        'has a # that ends the text',
        'Put the whole text between quotation marks, such as question: "The # of calls?"',
      ]);
    },
  });
  const fields: unknown = document.toJS();
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new Error(`${file} has no fields between its lines of three hyphens.`);
  const body = text.slice(block.length);
  const aboveBody = text.slice(0, text.length - body.trimStart().length);
  return { content: { ...fields, [BODY_FIELD]: body.trim() }, bodyLine: aboveBody.split('\n').length };
}

function parseJson(file: string, text: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    const errors: ParseError[] = [];
    parseTolerantly(text, errors, { disallowComments: true });
    const [first] = errors;
    throw first
      ? syntaxError(file, text, first.offset, reasonFor(first, text))
      : new Error(`${file}: ${String(error)}`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Error(`${file} must be one JSON object: everything in it stands between { and }.`);
  }
  refuseDuplicates(file, text);
  return { ...content };
}

/** `JSON.parse` takes the last of several fields with one name, and ignores the others. */
function refuseDuplicates(file: string, text: string): void {
  const seen = new Set<string>();
  visit(text, {
    onObjectProperty: (name, offset, _length, _line, _column, pathOfObject) => {
      const path = JSON.stringify([...pathOfObject(), name]);
      if (seen.has(path))
        throw syntaxError(file, text, offset, [
          `has the field "${name}" a second time`,
          'Keep the one that is right, and remove the other.',
        ]);
      seen.add(path);
    },
  });
}

type Reason = [what: string, hint: string];

const COMMA_OR_QUOTE: Reason = [
  'lacks a comma before this, or has a quotation mark too many',
  'A comma stands between two entries. Inside a text write “ ” or \\" for quotation marks.',
];

function reasonFor({ error, offset, length }: ParseError, text: string): Reason {
  const there = text.slice(offset, offset + length);
  const before = text.slice(0, offset).trimEnd().at(-1);
  if (text.trim() === '') return ['is empty', 'Restore its last version.'];
  if (/^[“”„‟«»‘’']/.test(there))
    return ['has a typographic quotation mark', 'Names and texts stand between straight ones: ".'];
  if (before === ',' && /^[}\]]/.test(text.slice(offset)))
    return ['has a comma before a closing bracket', 'Remove that comma: the last entry has none.'];
  const code = printParseErrorCode(error);
  if (before === '"' && code === 'InvalidSymbol') return COMMA_OR_QUOTE;
  switch (code) {
    case 'UnexpectedEndOfString':
    case 'InvalidCharacter':
      return [
        'has a text without an end',
        'A text stands on one line, however long, and ends with ". Inside it write “ ” or \\" for quotation marks.',
      ];
    case 'CommaExpected':
      return /^[}\]]/.test(there)
        ? [
            'has a bracket that closes another kind',
            'Each { ends with }, and each [ with ]: one above lacks its end.',
          ]
        : COMMA_OR_QUOTE;
    case 'CloseBraceExpected':
    case 'CloseBracketExpected':
    case 'EndOfFileExpected':
      return ['has a bracket too few or too many', 'Each { has its }, and each [ its ].'];
    default:
      return [
        'cannot be read here',
        'Names and texts stand between straight quotation marks, with a colon after a name, and \\ stands twice; numbers, true and false stand without marks, and there are no comments.',
      ];
  }
}

/** The line's number, its text, and a caret below the position. */
function syntaxError(file: string, text: string, offset: number, [what, hint]: Reason): Error {
  const lines = text.slice(0, offset).split('\n');
  const column = lines.at(-1)?.length ?? 0;
  const line = text.split('\n')[lines.length - 1]?.trimEnd() ?? '';
  // A long line is cut to the part around the position.
  const from = Math.max(0, column - 60);
  const shown = line.slice(from, from + 100);
  const mark = `  ${lines.length} | `;
  return new Error(
    `${file}, line ${lines.length}, ${what}. ${hint}\n${mark}${shown}\n${' '.repeat(mark.length + column - from)}^`,
  );
}
