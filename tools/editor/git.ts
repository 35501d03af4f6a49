/** Runs the machine's own git, whose errors become words for an editor. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
/** What git or a host says, as the source of a regular expression, and what that means to an editor; the first counts. */
import MEANINGS from './git-errors.json';

/** What the editor relies on, whatever the user has configured, and no user's hooks. Commits are signed if that is set. */
const SETTINGS =
  'core.hooksPath=/dev/null core.quotePath=false color.ui=false log.showSignature=false i18n.logOutputEncoding=UTF-8 push.followTags=false push.recurseSubmodules=no submodule.recurse=false'
    .split(' ')
    .flatMap((setting) => ['-c', setting]);

/** Runs git. Throws an error in words for an editor, whose `cause` is what git has printed. */
function run(folder: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  // No question that nobody sees: for a password, a passphrase or a host's key. And messages in English, as in MEANINGS.
  const silent = { GIT_TERMINAL_PROMPT: '0', SSH_ASKPASS_REQUIRE: 'force', LC_ALL: 'C' };
  const env = { SSH_ASKPASS: 'false', ...process.env, ...silent };
  const options = { cwd: folder, env, signal: AbortSignal.timeout(60_000), maxBuffer: Infinity };
  return promisify(execFile)('git', [...SETTINGS, ...args], options).catch(
    ({ name, stdout = '', stderr = '', message }) => {
      const isLate = name === 'AbortError';
      const cause = isLate ? `TIMEOUT ${args[0]}` : `${stdout}${stderr || message}`;
      const meaning = Object.entries(MEANINGS).find(([said]) => new RegExp(said, 'im').test(cause))?.[1];
      const said = [...`${stdout}${stderr}`.matchAll(/^remote: *\S.*/gm)].join('\n');
      const words = meaning ? `${meaning}\n${said}`.trim() : `Git could not do it, and says: ${cause.trim()}`;
      throw new Error(words, { cause });
    },
  );
}

/** What git prints as its result. */
export const git = async (folder: string, ...args: string[]): Promise<string> =>
  (await run(folder, args)).stdout.trimEnd();

/** What git prints as a list of names that end with NUL: they may have any other character. */
export const gitList = async (folder: string, ...args: string[]): Promise<string[]> =>
  (await git(folder, ...args)).split('\0').filter(Boolean);

/**
 * The place that `root` publishes to: the remote, the branch there (`refs/heads/…`), and where this folder has it
 * (`refs/remotes/…`). Throws when it cannot be published from there now.
 */
export async function findUpstream(root: string) {
  // Git finds another repository that the folder is in, such as the settings of the whole account.
  if (await git(root, 'rev-parse', '--show-prefix')) throw new Error(MEANINGS['a part of a repository']);
  if (/^(You have unmerged|All conflicts fixed|You are currently)/m.test(await git(root, 'status')))
    throw new Error(MEANINGS['in the middle of a merge']);
  const format = '--format=%(upstream:remotename)%00%(upstream:remoteref)%00%(upstream)';
  const head = await git(root, 'symbolic-ref', 'HEAD');
  const [remote = '', branch = '', upstream = ''] = await gitList(root, 'for-each-ref', format, head);
  if (!upstream) throw new Error(MEANINGS['couldn.t find remote ref']);
  if (remote === '.') throw new Error(MEANINGS['a local branch']);
  return { remote, branch, upstream };
}

/**
 * The last proposal for a purpose, which the clone's configuration keeps: its branch, the commit that was pushed there, and the
 * address that opens a pull request, if the host gave one; and the commit that the branch has by now, if it is there.
 */
export async function findProposal(root: string, remote: string, purpose: string) {
  const known = await git(root, 'config', `editor.${purpose}`).catch(() => '');
  const [name = '', commit, address] = known.split(' ');
  const [now = ''] = (await git(root, 'ls-remote', remote, `refs/heads/${name}`)).split('\t');
  return { name, commit, address, now };
}

/**
 * Pushes a commit to the branch. Where that is protected, pushes to another, with the `purpose` in its name, and returns the name
 * and the address that opens a pull request, if the host gives one. A newer proposal contains the older one, so it replaces it,
 * but not what somebody else has added to that.
 */
export async function push(root: string, remote: string, commit: string, branch: string, purpose: string) {
  try {
    await git(root, 'push', remote, `${commit}:${branch}`);
    return undefined;
  } catch (error) {
    const output = String((error as Error).cause);
    // Hosts word a protection differently; the others are no protection, or nothing that a proposal mends.
    const isFinal = /cannot lock ref|GH007|private email|must have verified|must be signed/.test(output);
    if (isFinal || !output.includes('[remote rejected]')) throw error;
  }
  const last = await findProposal(root, remote, purpose);
  const own = last.now === last.commit ? last : undefined;
  const name = own?.name ?? `${purpose}-${Date.now()}`;
  const lease = `--force-with-lease=refs/heads/${name}:${own?.commit ?? ''}`;
  const { stderr } = await run(root, ['push', lease, remote, `${commit}:refs/heads/${name}`]);
  const address = /^remote:.*?(https:\/\/\S+)/m.exec(stderr)?.[1] ?? own?.address;
  await git(root, 'config', `editor.${purpose}`, `${name} ${commit} ${address ?? ''}`.trim());
  return { name, address };
}
