/** Versions of the site's files, as git's trees and as folders, beside the files that people work on. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { CONTENT_FOLDER } from '../../src/copy/parse';
import { readReadable, type Content } from './content';
import { git, gitList, runGit } from './git';

export const FONTS_FOLDER = 'src/assets/fonts';
export const MIGRATIONS_FOLDER = 'supabase/migrations';

/** Where the versions of each repository are laid out: within git's own folder, which nothing watches. */
const workshops = new Map<string, string>();

/** Removes what a publication that was killed has left. */
export async function clearWorkshop(root: string): Promise<void> {
  const workshop = resolve(root, await git(root, 'rev-parse', '--git-path', 'editor'));
  await rm(workshop, { recursive: true, force: true });
  workshops.set(root, workshop);
}

/** Makes an empty folder for the versions that are laid out, which goes at the end. */
export async function openWorkshop(root: string): Promise<AsyncDisposable> {
  await clearWorkshop(root);
  await mkdir(workshops.get(root)!);
  // What cannot be removed now, the next publication removes. It must not hide what came of this one.
  return { [Symbol.asyncDispose]: () => clearWorkshop(root).catch(() => {}) };
}

/** The mode that git has for one. */
const SYMBOLIC_LINK = '120000';
const IS_LINK =
  'is a symbolic link in what is published. The editor saves through it, but does not publish it: ask whoever looks after the site to put the file itself there.';

/** Throws, worded for editors, where a commit has a symbolic link among what the editor reads or publishes. */
export async function refuseLinks(root: string, commit: string): Promise<void> {
  const folders = [CONTENT_FOLDER, FONTS_FOLDER, MIGRATIONS_FOLDER];
  const entries = await gitList(root, 'ls-tree', '-r', '-z', commit, '--', ...folders);
  const link = entries.find((entry) => entry.startsWith(SYMBOLIC_LINK));
  if (link) throw new Error(`${link.split('\t')[1]} ${IS_LINK}`);
}

/** Writes files of a commit or tree, those in these folders, into a new folder, without symbolic links. Returns that. */
export async function layOut(root: string, version: string, folders: string[]): Promise<string> {
  const folder = await mkdtemp(join(workshops.get(root)!, 'version-'));
  const index = `${folder}.index`;
  await runGit(root, ['read-tree', version], { index });
  const { stdout } = await runGit(root, ['ls-files', '--stage', '-z', '--', ...folders], { index });
  const names: string[] = [];
  for (const entry of stdout.split('\0').filter(Boolean)) {
    const [about = '', name = ''] = entry.split('\t');
    // A relative link would lead elsewhere from there.
    if (!about.startsWith(SYMBOLIC_LINK)) names.push(name);
  }
  const prefix = `--prefix=${folder.replaceAll(sep, '/')}/`;
  await runGit(root, ['checkout-index', '-z', '--stdin', prefix], { index, input: names.join('\0') });
  return folder;
}

/** The content of a commit. A file that nobody can read has no fields: somebody has mended it since. */
export async function contentAt(root: string, commit: string): Promise<Content> {
  return readReadable(await layOut(root, commit, [CONTENT_FOLDER]));
}

/** The tree of a commit with these files as a folder has them; what is not there is removed. */
export async function treeWith(
  root: string,
  commit: string,
  folder: string,
  files: string[],
): Promise<string> {
  const index = join(workshops.get(root)!, 'next.index');
  await runGit(root, ['read-tree', commit], { index });
  const { stdout } = await runGit(root, ['ls-files', '--stage', '-z', '--', ...files], { index });
  const modes = new Map(
    stdout.split('\0').map((entry) => [entry.split('\t')[1], entry.split(' ')[0]] as const),
  );
  let entries = '';
  for (const file of files) {
    const path = join(folder, file);
    // The file is added by its path, also where the user's settings ignore it, and keeps its mode from the commit.
    if (existsSync(path)) {
      const blob = await git(root, 'hash-object', '-w', `--path=${file}`, '--', path);
      entries += `${modes.get(file) ?? '100644'} ${blob}\t${file}\0`;
    } else entries += `0 ${'0'.repeat(commit.length)}\t${file}\0`;
  }
  await runGit(root, ['update-index', '-z', '--index-info'], { index, input: entries });
  return (await runGit(root, ['write-tree'], { index })).stdout.trimEnd();
}

/** Commits a tree. Returns the commit, which no branch has yet. */
export async function commitTree(root: string, tree: string, parent: string, message: string) {
  const isSigned = await git(root, 'config', '--type=bool', 'commit.gpgSign').catch(() => 'false');
  const sign = isSigned === 'true' ? ['-S'] : [];
  const { stdout } = await runGit(root, ['commit-tree', ...sign, '-p', parent, '-F', '-', tree], {
    input: message,
  });
  return stdout.trimEnd();
}

/** The files that differ between two commits, or between a commit and the folder. */
export const changedFiles = (root: string, ...versions: string[]): Promise<string[]> =>
  gitList(root, 'diff', '--name-only', '--no-renames', '-z', ...versions);
