/** Brings this folder up to date with what is published: first the words, field by field, then its branch. */
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CONTENT_FOLDER } from '../../src/copy/parse';
import { forgetPublished, wordsInAttempts } from './attempts';
import {
  addMissingCharacters,
  mergeContent,
  readContent,
  withDeleted,
  writeContent,
  type Content,
} from './content';
import { changedFiles, clearWorkshop, contentAt, FONTS_FOLDER, layOut } from './versions';
import { git, gitList, isAncestor, type Place } from './git';
import { inPlainWords } from './git-errors';
import { keyOf, withOwn, type Answers, type Conflict } from './merge';

/** What the build and this editor read, but for the content and what the editor adds to it. */
const CODE = [
  'src',
  'public',
  'tools',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  `:!${CONTENT_FOLDER}`,
  `:!${FONTS_FOLDER}`,
];

/** Where the server, when it starts, notes the commit whose code it has loaded. */
export const STARTED_AT = 'EDITOR_STARTED_AT';

/** Notes the code with which the server has started, and removes what one that was killed has left. */
export async function prepareFolder(root: string): Promise<void> {
  // Vite loads this module anew where the code changes.
  if (process.env[STARTED_AT] !== undefined) return;
  process.env[STARTED_AT] = await git(root, 'rev-parse', 'HEAD').catch(() => '');
  await clearWorkshop(root).catch(() => {});
  for (const folder of [CONTENT_FOLDER, FONTS_FOLDER])
    for (const file of globSync('**/.*~', { cwd: join(root, folder) })) {
      const path = join(root, folder, file);
      // `writeWhole` has left this beside the file that it was writing.
      if (existsSync(join(dirname(path), basename(path).slice(1, -1)))) rmSync(path, { force: true });
    }
}

/** Whether the editor makes a file of the words, and publishes it with them: it may overwrite that, and make it again. */
const isDerived = (file: string): boolean =>
  file.startsWith(`${FONTS_FOLDER}/`) || file.includes('_register_consent_');

/**
 * The commit whose words this folder has taken over last. The branch tells, and a ref where it could not follow, unless the user
 * has brought it further since by git's own means.
 */
async function findBase(root: string, place: Place, published: string): Promise<string> {
  const shared = await git(root, 'merge-base', published, 'HEAD').catch(() => '');
  const taken = await git(root, 'rev-parse', '--verify', '--quiet', baseRef(place)).catch(() => '');
  if (taken && (taken === shared || !(shared && (await isAncestor(root, taken, shared))))) return taken;
  return (await lastPublished(root, place)) || shared || published;
}

/** One name, as git does not keep `a` beside `a/b`. */
const baseRef = ({ head }: Place): string => `refs/editor/base/${encodeURIComponent(head)}`;

/** The newest commit of the folder's branch that was ever published, if git remembers: a forced push may have removed it. */
const lastPublished = (root: string, { upstream }: Place): Promise<string> =>
  git(root, 'merge-base', '--fork-point', upstream, 'HEAD').catch(() => '');

/** The content of a published commit, laid out in `version`. Throws, worded for editors, when it cannot be read. */
async function readPublished(root: string, commit: string, version: string): Promise<Content> {
  try {
    return readContent(version);
  } catch (error) {
    const isOther = (await changedFiles(root, 'HEAD', commit, '--', ...CODE)).length > 0;
    const message = isOther
      ? 'The site itself has changed, and this editor cannot read what is published by now. Ask whoever looks after the site to bring this folder up to date: git pull, then npm ci. What you typed stays.'
      : `What somebody else has published cannot be read, and no site can be built from it. Ask them, or whoever looks after the site, to mend it; what you typed stays. It says: ${(error as Error).message}`;
    throw new Error(message, { cause: error });
  }
}

const allMine = (conflicts: Conflict[]): Answers =>
  Object.fromEntries(conflicts.map(({ path }) => [keyOf(path), 'mine']));

/**
 * Merges the words of a published commit into the files, and lets the branch follow. Where somebody else has changed a text in
 * another way than this folder, nothing happens without an answer: returns what was asked, the conflicts that are left, why the
 * branch stays behind, the content before and after, and that of the commit. After a commit of this folder's own, `answers` is
 * `mine`: what was typed since stays everywhere.
 */
export async function takeOver(root: string, place: Place, commit: string, answers: Answers | 'mine') {
  const version = await layOut(root, commit, [CONTENT_FOLDER]);
  const now = readContent(root);
  const theirs = await readPublished(root, commit, version);
  const taken = await findBase(root, place, commit);
  const base = taken === commit ? theirs : await contentAt(root, taken);
  const common = withOwn(base, theirs, await wordsInAttempts(root));
  const mine = withDeleted(now, common);
  const { conflicts: asked } = mergeContent(common, mine, theirs);
  const chosen = answers === 'mine' ? allMine(asked) : answers;
  const { value, conflicts } = mergeContent(common, mine, theirs, chosen);
  if (conflicts.length > 0) return { asked, conflicts, behind: '', before: now, after: now, theirs };
  await writeContent(root, now, value, version);
  await git(root, 'update-ref', baseRef(place), commit);
  await forgetPublished(root, commit, theirs);
  const known = Object.keys({ ...mine, ...theirs }).map((file) => `${CONTENT_FOLDER}/${file}`);
  const behind = await follow(root, place, commit, taken, known).then(() => '', inPlainWords);
  if (!behind) await git(root, 'update-ref', '-d', baseRef(place));
  if (taken !== commit) await addMissingCharacters(root, value);
  return { asked, conflicts, behind, before: now, after: value, theirs };
}

const DIFFERS_IN_INDEX = ['diff', '--cached', '--name-only', '--no-renames', '-z'];

/**
 * Lets the branch follow to a commit whose content is in these files already. Throws why it cannot. `taken` is the commit that was
 * taken over before: where a process was killed in this function, the index has that one's files.
 */
async function follow(root: string, place: Place, commit: string, taken: string, content: string[]) {
  const now = await git(root, 'rev-parse', 'HEAD');
  if (now === commit) return;
  // After a forced push, what the branch has may not be published any more; if it was, it is nobody's own.
  const once = await lastPublished(root, place);
  if (!(await isAncestor(root, now, commit)) && now !== once) {
    if (once === commit) return;
    throw new Error('its branch has commits of its own.');
  }
  const files = await changedFiles(root, now, commit);
  // Git itself removes what the commit does not have.
  const derived = (await changedFiles(root, '--diff-filter=d', now, commit)).filter(isDerived);
  const ours = [...files.filter((file) => content.includes(file)), ...derived];
  let others = ours;
  for (const version of [now, taken, commit])
    if (others.length > 0) others = await gitList(root, ...DIFFERS_IN_INDEX, version, '--', ...others);
  if (others.length > 0) throw new Error(`git’s index has changes of its own: ${others.join(', ')}.`);
  // A symbolic link that is published as a file from now on becomes one first: the commit may delete what it leads to.
  const typeChanges = ['diff', '--diff-filter=T', '--name-only', '-z', now, commit];
  for (const file of await gitList(root, ...typeChanges, '--', CONTENT_FOLDER)) {
    const text = readFileSync(join(root, file));
    rmSync(join(root, file));
    writeFileSync(join(root, file), text);
  }
  // Git leaves a file in the folder as it is where its index has the new version already.
  if (ours.length > 0) await git(root, 'reset', '--quiet', commit, '--', ...ours);
  try {
    if (derived.length > 0) await git(root, 'checkout-index', '--force', '--quiet', '--', ...derived);
    await git(root, 'checkout', '--quiet', '-B', place.head.replace('refs/heads/', ''), commit);
  } catch (error) {
    // Without a name, git would reset all files.
    if (ours.length > 0) await git(root, 'reset', '--quiet', '--', ...ours);
    const isOwn = /would be overwritten|not uptodate/.test(String((error as Error).cause));
    throw isOwn ? new Error('a file in it has changes of its own.', { cause: error }) : error;
  }
}

/** Why words cannot be judged by the code of this folder: it is not the published one, or not the one that runs; or nothing. */
export async function whatIsWithCode(root: string, published: string): Promise<string> {
  const others = await changedFiles(root, published, '--', ...CODE);
  if (others.length > 0)
    return `The site itself differs in this folder from what is published: ${others.join(', ')}. Words are judged by the published site, so nothing can be published from here. Ask whoever looks after the site to publish these changes or to put them aside, and to bring the folder up to date: git pull, then npm ci. What you typed stays.`;
  const started = process.env[STARTED_AT];
  if (started && (await changedFiles(root, started, '--', ...CODE)).length > 0)
    return 'The site itself has changed, and its new version is in this folder now. Start the editor again before you publish: in its terminal, press Ctrl+C, then type npm ci and, when that is done, npm run edit. What you typed stays.';
  return '';
}
