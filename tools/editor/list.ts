/** Lists what would be published: what differs from what is published, in words, laid out as it would be. */
import { join } from 'node:path';
import { readContentFolder } from '../../src/copy/loader';
import { CONTENT_FOLDER } from '../../src/copy/parse';
import { consentOf, migrationOf } from '../../src/publish/consent';
import {
  listForms,
  mergeContent,
  nameFields,
  readContent,
  withDeleted,
  writeContent,
  type Content,
  type Form,
} from './content';
import { differences, isSame, keyOf, type Answers, type Path } from './merge';
import { asText, fixedTexts, inWords, nameOf } from './names';
import type { Last, PublishRequest } from './publish';
import { contentAt, FONTS_FOLDER, layOut, MIGRATIONS_FOLDER } from './versions';

const NEW_CONSENT =
  'This changes the words that people agree to. A file for the database goes along: tell whoever looks after the database to apply it before the site shows these words.';
/** Stands below a change of a text that the specification fixes, after the words that were agreed. */
const ASK_FIRST = 'Ask whoever looks after the site before you publish this.';

export type List = Awaited<ReturnType<typeof listChanges>>;

/**
 * Lays out the published version with the words that are to be published, and describes what differs. `refused` is what a
 * build of it would say.
 */
export async function listChanges(
  root: string,
  published: string,
  last: Last | undefined,
  request: PublishRequest,
) {
  const folder = await layOut(root, published, [CONTENT_FOLDER, FONTS_FOLDER, MIGRATIONS_FOLDER]);
  const theirs = readContent(folder);
  const forms = listForms(folder);
  const back =
    request.kind === 'takeBack' ? await takenBack(root, theirs, last!, request.answers) : undefined;
  await writeContent(folder, theirs, back?.value ?? readContent(root), back ? undefined : root);
  // The files are read again: what is listed is what would be committed.
  const value = readContent(folder);
  const all = { ...theirs, ...value };
  const conflicts = (back?.conflicts ?? []).map(nameFields(all, forms));
  const refused = tooManyIn(folder, value, back ? theirs : value) || whatIsRefused(folder);
  const fixed = [...fixedTexts(theirs)];
  const remark = (path: Path) => {
    const agreed = fixed.filter(([key]) => `${key}/`.startsWith(`${keyOf(path)}/`));
    const words = agreed.map(([, text]) => `“${text}”`).join(', ');
    return words && `\nAgreed word for word: ${words}. ${ASK_FIRST}`;
  };
  const changes = describeChanges(theirs, value, forms, remark);
  const note = refused || isRegistered(theirs, value, folder) ? '' : NEW_CONSENT;
  const files = Object.keys(all).filter((file) => !isSame(theirs[file], value[file]));
  return { folder, value, files, changes, conflicts, refused, note };
}

/** What differs, each field with its name, the words before and after, and what else there is to say of it. */
export function describeChanges(
  before: Content,
  after: Content,
  forms: readonly Form[],
  remark: (path: Path) => string = () => '',
): string[] {
  const all = { ...before, ...after };
  // A group that is added or removed as a whole is listed field by field.
  const fields = differences(before, after).flatMap(({ path, before: old = {}, after: next = {} }) =>
    differences(old, next, path),
  );
  return fields.map(
    ({ path, before: old, after: next }) =>
      `${inWords(path, all, forms)}\nBefore: ${asText(old)}\nAfter: ${asText(next)}${remark(path)}`,
  );
}

/** What is published, less the last publication: what that changed is again as it was, where nobody has changed it since. */
async function takenBack(root: string, theirs: Content, { commit }: Last, answers: Answers) {
  const [before, after] = [await contentAt(root, `${commit}^`), await contentAt(root, commit)];
  const { value, conflicts } = mergeContent(after, before, theirs, answers);
  // A question that it had added stays where one is missing otherwise.
  return { value: withDeleted(value, theirs), conflicts };
}

/**
 * What is said where a form has more entries than the site takes: which they are, and how they get fewer; or nothing. `before` is what
 * they are added to where something is taken back: the form here has none too many then, and so no button to remove one.
 */
function tooManyIn(folder: string, value: Content, before: Content): string {
  const form = listForms(folder).find(({ files, count = Infinity }) => files.length > count);
  if (!form) return '';
  const { title, files, count } = form;
  const size = `The site takes ${count} in “${title}”, and there would be ${files.length}`;
  const added = files.filter((file) => !before[file]).map((file) => `${asText(value[file])}\n`);
  if (added.length > 0)
    return `${size}, with this one again:\n${added.join('\n')}To have its words again, type them in place of another one’s.`;
  const names = files.map((file) => `- ${nameOf(value[file])}\n`);
  return `${size}:\n${names.join('')}Close this, and remove one in that form: each has a button “Remove” at its end.`;
}

function whatIsRefused(folder: string): string {
  try {
    readContentFolder(join(folder, CONTENT_FOLDER));
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** The words that people agree to. Without errors, the content has the fields. */
export const consentIn = (content: any) => consentOf(content['site.json'], content['request-demo.json']);

/** Whether the database gets the words of the consent by a file that is published already. */
function isRegistered(theirs: Content, value: Content, folder: string): boolean {
  const { version } = consentIn(value);
  return version === consentIn(theirs).version || migrationOf(version, folder) !== undefined;
}
