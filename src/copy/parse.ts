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

/** The fields of a JSON file, or of a Markdown file with front matter, with normalized texts; no schema is checked. */
export function readFields(folder: string, path: string): ContentText {
  const file = `${CONTENT_FOLDER}/${path}`;
  if (!statSync(join(folder, path), { throwIfNoEntry: false })?.isFile())
    throw new Error(`${file} is missing. Put it back: the site is built from it.`);
  const bytes = readFileSync(join(folder, path));
  if (!isUtf8(bytes))
    throw new Error(
      `${file} is not saved as UTF-8, so that letters such as ’ or é would be lost. Save as UTF-8: most programs offer the encoding in the dialog of “Save as”.`,
    );
  // Both before parsing and after it: JSON takes no raw control characters, but writes them as `\u000b`, too.
  const text = normalizeText(new TextDecoder().decode(bytes));
  const conflict = text.search(CONFLICT);
  if (conflict !== -1)
    throw syntaxError(file, text, conflict, [
      'begins or ends one of two versions of the same lines: two people have changed them',
      'Keep the lines that are right, and remove the others with all lines of <<<<<<<, ======= and >>>>>>>.',
    ]);
  // A tab within a text of JSON would be an error.
  const { content, bodyLine } = file.endsWith('.md')
    ? parseMarkdown(file, text)
    : { content: parseJson(file, text.replaceAll('\t', ' ')), bodyLine: 1 };
  return { content: normalizeContent(content), bodyLine };
}

/** A field of front matter: its name, then its text between double quotation marks (as in JSON), single ones, or none. */
const FIELD = /^(\w+): *(?:("(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*")|'((?:[^']|'')*)'|([^\s"'].*|)) *$/i;

/** Front matter of one-line texts and numbers. Not YAML, in which a text with a colon or a # needs quotation marks. */
function parseMarkdown(file: string, text: string): ContentText {
  const [block, front] = /^---\n([^]*?)\n---[ \t]*(?:\n|$)/.exec(text) ?? [];
  if (block === undefined || front === undefined)
    throw new Error(
      `${file} must begin with a line of three hyphens, ---, then its fields, one a line, then --- again.`,
    );
  const content: Record<string, unknown> = {};
  let offset = '---\n'.length;
  for (const line of front.split('\n')) {
    const [, name = '', double, single, plain = ''] = FIELD.exec(line) ?? [];
    if (line.trim() && (!name || name in content))
      throw syntaxError(file, text, offset, [
        'is not a field and its text, such as “question: What does it cost?”',
        'No field stands twice, and a text that begins with a quotation mark ends with one.',
      ]);
    const quoted = double === undefined ? single?.replaceAll("''", "'") : JSON.parse(double);
    if (name) content[name] = quoted ?? (/^\d+$/.test(plain) ? Number(plain) : plain || null);
    offset += line.length + 1;
  }
  const body = text.slice(block.length);
  const aboveBody = text.slice(0, text.length - body.trimStart().length);
  return { content: { ...content, [BODY_FIELD]: body.trim() }, bodyLine: aboveBody.split('\n').length };
}

function parseJson(file: string, text: string): Record<string, unknown> {
  const seen = new Set<string>();
  visit(
    text,
    {
      onError: (error, offset) => {
        throw syntaxError(file, text, offset, reasonFor(printParseErrorCode(error), text, offset));
      },
      // `JSON.parse` takes the last of several fields with one name, and ignores the others.
      onObjectProperty: (name, offset, _length, _line, _column, pathOfObject) => {
        const path = JSON.stringify([...pathOfObject(), name]);
        if (seen.has(path))
          throw syntaxError(file, text, offset, [
            `has the field "${name}" a second time`,
            'Keep the one that is right, and remove the other.',
          ]);
        seen.add(path);
      },
    },
    { disallowComments: true },
  );
  const content: unknown = JSON.parse(text);
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error(`${file} must be one JSON object: everything in it stands between { and }.`);
  return { ...content };
}

/** @param code jsonc-parser's, such as `CommaExpected` or `CloseBraceExpected` */
function reasonFor(code: string, text: string, offset: number): string[] {
  const there = text.charAt(offset);
  const before = text.slice(0, offset).trimEnd().at(-1);
  const isBracket = there === '}' || there === ']';
  if (text.trim() === '') return ['is empty', 'Restore its last version.'];
  if (/[“”„‟«»‘’']/.test(there))
    return ['has a typographic quotation mark', 'Names and texts stand between straight ones: ".'];
  if (before === ',' && isBracket)
    return ['has a comma before a closing bracket', 'Remove that comma: the last entry has none.'];
  if (
    /^(UnexpectedEndOfString|InvalidCharacter)$/.test(code) ||
    (code === 'InvalidSymbol' && before === '"') ||
    (code === 'CommaExpected' && !isBracket)
  )
    return [
      'lacks a comma before this, or has a quotation mark too many or too few',
      'A comma stands between two entries. A text stands on one line between two "; inside it write “ ” or \\" for quotation marks.',
    ];
  if (/^(Comma|Close|EndOfFile)/.test(code))
    return ['has a bracket too few or too many', 'Each { has its }, and each [ its ].'];
  return [
    'cannot be read here',
    'Names and texts stand between straight quotation marks, with a colon after a name, and \\ stands twice; numbers, true and false stand without marks, and there are no comments.',
  ];
}

/** The line's number, and up to 60 characters before the position and 40 after it, with a caret below it. */
function syntaxError(file: string, text: string, offset: number, [what, hint]: string[]): Error {
  const above = text.slice(0, offset).split('\n');
  const before = above.at(-1)!.slice(-60);
  const [after = ''] = text.slice(offset, offset + 40).split('\n');
  return new Error(
    `${file}, line ${above.length}, ${what}. ${hint}\n  ${before}${after}\n  ${' '.repeat(before.length)}^`,
  );
}
