/** Runs the machine's own git, whose errors become words for an editor. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { LOCAL_BRANCH, meaningOf, NO_PLACE, PART_OF_REPOSITORY, UNFINISHED_MERGE } from './git-errors';

/**
 * Settings on which the editor relies, whatever the user has configured. No hooks run. Commits are signed if that is set. An
 * empty `push.pushOption` takes those back that the user has set: a host that knows none would refuse the push.
 */
const SETTINGS = [
  'color.ui=false',
  // Only words and code are compared, not the modes of files.
  'core.fileMode=false',
  'core.hooksPath=/dev/null',
  // By what the remote-tracking branch was, the editor tells what a forced push has removed.
  'core.logAllRefUpdates=true',
  'core.quotePath=false',
  'core.safecrlf=false',
  'fetch.recurseSubmodules=false',
  'i18n.commitEncoding=UTF-8',
  'i18n.logOutputEncoding=UTF-8',
  'log.showSignature=false',
  'push.followTags=false',
  'push.gpgSign=false',
  'push.pushOption=',
  'push.recurseSubmodules=no',
  'submodule.recurse=false',
];

const inConfig = (setting: string): string[] => ['-c', setting];

/** What a call of git may be given beside its arguments. */
interface Given {
  /** What git reads from its standard input. */
  input?: string;
  /** The index that git uses in place of the user's. */
  index?: string;
  /** Further settings, each `name=value`. */
  settings?: string[];
}

/** Runs git. Throws an error in words for an editor, whose `cause` is what git has printed. */
export function runGit(folder: string, args: string[], { input = '', index, settings = [] }: Given = {}) {
  const env = {
    SSH_ASKPASS: 'false',
    ...process.env,
    // Git and ssh must not ask for a password, a passphrase or a host's key: nobody would see the question.
    GIT_TERMINAL_PROMPT: '0',
    SSH_ASKPASS_REQUIRE: 'force',
    // git-errors.ts has the messages in English.
    LC_ALL: 'C',
    // A look must not lock the index of the user, whose own git may be at work.
    GIT_OPTIONAL_LOCKS: '0',
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
  };
  const options = { cwd: folder, env, signal: AbortSignal.timeout(60_000), maxBuffer: Infinity };
  const running = promisify(execFile)(
    'git',
    [...[...SETTINGS, ...settings].flatMap(inConfig), ...args],
    options,
  );
  // Git may end before it has read everything, as where it refuses the arguments; its own message says why.
  running.child.stdin?.on('error', () => {}).end(input);
  return running.catch(({ name, stdout = '', stderr = '', message }) => {
    const cause = name === 'AbortError' ? `TIMEOUT ${args[0]}` : `${stdout}${stderr || message}`;
    const meaning = meaningOf(cause);
    const said = [...`${stdout}${stderr}`.matchAll(/^remote: *\S.*/gm)].join('\n');
    const words = meaning ? `${meaning}\n${said}`.trim() : `Git could not do it, and says: ${cause.trim()}`;
    throw new Error(words, { cause });
  });
}

/** What git prints as its result. */
export const git = async (folder: string, ...args: string[]): Promise<string> =>
  (await runGit(folder, args)).stdout.trimEnd();

/** What git prints as a list of names that end with NUL: they may have any other character. */
export const gitList = async (folder: string, ...args: string[]): Promise<string[]> =>
  (await git(folder, ...args)).split('\0').filter(Boolean);

/** Whether git says yes, by its exit status. */
export const gitAgrees = (folder: string, ...args: string[]): Promise<boolean> =>
  git(folder, ...args).then(
    () => true,
    () => false,
  );

/** The place that a folder publishes to. */
export interface Place {
  /** The folder's own branch (`refs/heads/…`). */
  readonly head: string;
  readonly remote: string;
  /** The branch at the remote (`refs/heads/…`). */
  readonly branch: string;
  /** The remote-tracking branch, in which this folder has what was fetched (`refs/remotes/…`). */
  readonly upstream: string;
}

/** What git keeps while a merge, a rebase, a series of patches or a search waits to be finished. */
const UNFINISHED = [
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'rebase-merge',
  'rebase-apply',
  'BISECT_START',
];

/** Whether somebody is in the middle of one. Git's own words for it vary with the user's settings. */
async function isUnfinished(root: string): Promise<boolean> {
  const paths = await git(root, 'rev-parse', ...UNFINISHED.flatMap((name) => ['--git-path', name]));
  const isThere = paths.split('\n').some((path) => existsSync(resolve(root, path)));
  return isThere || (await git(root, 'ls-files', '--unmerged')) !== '';
}

/** Throws when it cannot be published from this folder now. */
export async function findPlace(root: string): Promise<Place> {
  // Git finds another repository that the folder is in, such as the settings of the whole account.
  if (await git(root, 'rev-parse', '--show-prefix')) throw new Error(PART_OF_REPOSITORY);
  if (await isUnfinished(root)) throw new Error(UNFINISHED_MERGE);
  const format = '--format=%(upstream:remotename)%00%(upstream:remoteref)%00%(upstream)';
  const head = await git(root, 'symbolic-ref', 'HEAD');
  const [remote = '', branch = '', upstream = ''] = await gitList(root, 'for-each-ref', format, head);
  if (!upstream) throw new Error(NO_PLACE);
  if (remote === '.') throw new Error(LOCAL_BRANCH);
  return { head, remote, branch, upstream };
}

/** Fetches what is published. Returns its commit. */
export async function fetchPublished(root: string, { remote, branch, upstream }: Place): Promise<string> {
  // A clone of the newest commits alone has neither the common version nor what to take back: the rest is fetched.
  const isShallow = await git(root, 'rev-parse', '--is-shallow-repository');
  const depth = isShallow === 'true' ? '--unshallow' : '--no-tags';
  await git(root, 'fetch', '--quiet', depth, remote, `+${branch}:${upstream}`);
  return git(root, 'rev-parse', upstream);
}

/** Whether the history of `later` has the commit. */
export const isAncestor = (root: string, commit: string, later: string): Promise<boolean> =>
  gitAgrees(root, 'merge-base', '--is-ancestor', commit, later);
