/** Reads content files. The errors name the line and what to do. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { printParseErrorCode, visit } from 'jsonc-parser';
import { normalizeContent, normalizeText } from './normalize.ts';

/** The field that holds the body of a Markdown file, below its front matter. */
export const BODY_FIELD = 'answer';

export const CONTENT_FOLDER = 'src/content';

/** Git writes these marks at the beginning of lines into a file that two people have changed at one place. */
export const CONFLICT = /^(?:<{7}|={7}|>{7}|\|{7})(?= |$)/m;

/** A parsed content file, before validation; `bodyLine` is the line on which a Markdown body begins. */
type ContentText = { content: Record<string, unknown>; bodyLine: number };

/**
 * The fields of a JSON file, or of a Markdown file with front matter, with normalized texts; no schema is checked.
 * @throws an error that names the file and, where it can, the line
 */
export function readFields(folder: string, path: string): ContentText {
  const file = `${CONTENT_FOLDER}/${path}`;
  const text = readText(file, join(folder, path));
  // Texts are normalized by `readText`, and again here: JSON takes no raw control characters, but writes them as `\u000b`, too.
  const { content, bodyLine } = file.endsWith('.md') ? parseMarkdown(file, text) : parseJson(file, text);
  return { content: normalizeContent(content), bodyLine };
}

/** The normalized text of a file that is there, is UTF-8, and has no conflict of git in it. */
function readText(file: string, absolutePath: string): string {
  if (!statSync(absolutePath, { throwIfNoEntry: false })?.isFile())
    throw new Error(`${file} is missing. Put it back: the site is built from it.`);
  const bytes = readFileSync(absolutePath);
  if (!isUtf8(bytes)) {
    throw new Error(
      `${file} is not saved as UTF-8, so that letters such as ’ or é would be lost. ` +
        'Save as UTF-8: most programs offer the encoding in the dialog of “Save as”.',
    );
  }
  const text = normalizeText(new TextDecoder().decode(bytes));
  const conflict = text.search(CONFLICT);
  if (conflict !== -1) {
    throw syntaxError(file, text, conflict, {
      what: 'begins or ends one of two versions of the same lines: two people have changed them',
      advice:
        'Keep the lines that are right, and remove the others with all lines of <<<<<<<, ======= and >>>>>>>.',
    });
  }
  return text;
}

/** Front matter, between two lines of hyphens, at the beginning of a file. */
const FRONT_MATTER = /^---\n(?<fields>[^]*?)\n---[ \t]*(?:\n|$)/;

/** A field of front matter: its name, then its text between double quotation marks (as in JSON), single ones, or none. */
const FIELD =
  /^(?<name>\w+): *(?:(?<double>"(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*")|'(?<single>(?:[^']|'')*)'|(?<plain>[^\s"'].*|)) *$/i;

/** Front matter of one-line texts and numbers. Not YAML, in which a text with a colon or a # needs quotation marks. */
function parseMarkdown(file: string, text: string): ContentText {
  const match = FRONT_MATTER.exec(text);
  if (!match) {
    throw new Error(
      `${file} must begin with a line of three hyphens, ---, then its fields, one a line, then --- again.`,
    );
  }
  const content: Record<string, unknown> = {};
  let offset = '---\n'.length;
  for (const line of match.groups!['fields']!.split('\n')) {
    if (line.trim()) {
      const field = FIELD.exec(line)?.groups;
      const name = field?.['name'];
      if (!field || !name || name in content) {
        throw syntaxError(file, text, offset, {
          what: 'is not a field and its text, such as “question: What does it cost?”',
          advice: 'No field stands twice, and a text that begins with a quotation mark ends with one.',
        });
      }
      content[name] = fieldValue(field);
    }
    offset += line.length + 1;
  }
  const [frontMatter] = match;
  const body = text.slice(frontMatter.length);
  const aboveBody = text.slice(0, text.length - body.trimStart().length);
  return { content: { ...content, [BODY_FIELD]: body.trim() }, bodyLine: aboveBody.split('\n').length };
}

/** The value of a field of front matter: a text, a number, or null where nothing stands after its name. */
function fieldValue({ double, single, plain }: Record<string, string | undefined>): unknown {
  if (double !== undefined) return JSON.parse(double);
  if (single !== undefined) return single.replaceAll("''", "'");
  if (!plain) return null;
  return /^\d+$/.test(plain) ? Number(plain) : plain;
}

/** How many brackets may be within each other: many times what the content has. */
const MOST_LEVELS = 50;

/** Parses JSON with the parser of Astro's own dependencies: unlike `JSON.parse` of some Node versions, it says where an error is. */
function parseJson(file: string, textWithTabs: string): ContentText {
  // A tab within a text of JSON would be an error.
  const text = textWithTabs.replaceAll('\t', ' ');
  const seen = new Set<string>();
  let depth = 0;
  const enter = (offset: number) => {
    depth += 1;
    if (depth > MOST_LEVELS) {
      throw syntaxError(file, text, offset, {
        what: `has more than ${MOST_LEVELS} brackets within each other`,
        advice: 'Restore its last version.',
      });
    }
  };
  const leave = () => {
    depth -= 1;
  };
  visit(
    text,
    {
      onError: (error, offset) => {
        throw syntaxError(file, text, offset, reasonFor(printParseErrorCode(error), text, offset));
      },
      // More levels than the stack holds would end every reader without a word about the file.
      onObjectBegin: enter,
      onArrayBegin: enter,
      onObjectEnd: leave,
      onArrayEnd: leave,
      // `JSON.parse` takes the last of several fields with one name, and ignores the others.
      onObjectProperty: (name, offset, _length, _line, _column, pathOfObject) => {
        const path = JSON.stringify([...pathOfObject(), name]);
        if (seen.has(path)) {
          throw syntaxError(file, text, offset, {
            what: `has the field "${name}" a second time`,
            advice: 'Keep the one that is right, and remove the other.',
          });
        }
        seen.add(path);
      },
    },
    { disallowComments: true },
  );
  const content: unknown = JSON.parse(text);
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error(`${file} must be one JSON object: everything in it stands between { and }.`);
  return { content: { ...content }, bodyLine: 1 };
}

/** What is wrong at a place of a file, after "line 3", and what to do. */
interface Reason {
  what: string;
  advice: string;
}

const REASONS = {
  empty: { what: 'is empty', advice: 'Restore its last version.' },
  typographicMark: {
    what: 'has a typographic quotation mark',
    advice: 'Names and texts stand between straight ones: ".',
  },
  lastComma: {
    what: 'has a comma before a closing bracket',
    advice: 'Remove that comma: the last entry has none.',
  },
  comma: {
    what: 'lacks a comma before this, or has a quotation mark too many or too few',
    advice:
      'A comma stands between two entries. A text stands on one line between two "; ' +
      'inside it write “ ” or \\" for quotation marks.',
  },
  bracket: { what: 'has a bracket too few or too many', advice: 'Each { has its }, and each [ its ].' },
  other: {
    what: 'cannot be read here',
    advice:
      'Names and texts stand between straight quotation marks, with a colon after a name, and \\ stands twice; ' +
      'numbers, true and false stand without marks, and there are no comments.',
  },
} satisfies Record<string, Reason>;

/** @param code jsonc-parser's, such as `CommaExpected` or `CloseBraceExpected` */
function reasonFor(code: string, text: string, offset: number): Reason {
  const there = text.charAt(offset);
  const before = text.slice(0, offset).trimEnd().at(-1);
  const isBracket = there === '}' || there === ']';
  if (text.trim() === '') return REASONS.empty;
  if (/[“”„‟«»‘’']/.test(there)) return REASONS.typographicMark;
  if (before === ',' && isBracket) return REASONS.lastComma;
  if (code === 'UnexpectedEndOfString' || code === 'InvalidCharacter') return REASONS.comma;
  if (code === 'InvalidSymbol' && before === '"') return REASONS.comma;
  if (code === 'CommaExpected' && !isBracket) return REASONS.comma;
  if (/^(Comma|Close|EndOfFile)/.test(code)) return REASONS.bracket;
  return REASONS.other;
}

/** The line's number, and up to 60 characters before the position and 40 after it, with a caret below it. */
function syntaxError(file: string, text: string, offset: number, { what, advice }: Reason): Error {
  const above = text.slice(0, offset).split('\n');
  const before = above.at(-1)!.slice(-60);
  const [after = ''] = text.slice(offset, offset + 40).split('\n');
  const caret = `${' '.repeat(before.length)}^`;
  return new Error(`${file}, line ${above.length}, ${what}. ${advice}\n  ${before}${after}\n  ${caret}`);
}
