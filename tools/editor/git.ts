/** Runs the machine's own git, whose errors become words for an editor. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What git or a host says, as the source of a regular expression, and what that means to an editor. */
const MEANINGS = {
  ENOENT:
    'Git is not installed on this machine, and it is what publishes. Ask whoever set the machine up to install it.',
  'not a git repository':
    'This folder has no history to publish to: it was copied or downloaded, not cloned with git. Ask whoever gave it to you for a clone, and copy the folder src/content into it.',
  'does not point to a branch':
    'This folder shows an old version of the site. Switch it back to its branch (git switch main, say).',
  'no upstream|no such branch|not stored as a remote-tracking branch|couldn.t find remote ref':
    'This folder knows no place to publish to. Ask whoever looks after the site to connect it (git push --set-upstream).',
  'Author identity unknown|empty ident|tell me who you are':
    'Git does not know your name yet, which stands beside what you publish. Type these two lines once into a terminal, with yours: git config --global user.name "Your Name" and git config --global user.email you@example.com',
  'resolve host|Failed to connect|Connection (timed out|refused|reset)|unreachable|ETIMEDOUT|does not appear to be a git':
    'The place where the site’s files are kept does not answer. Look whether you are online, and try again.',
  'fetch first|non-fast-forward|cannot lock ref':
    'Somebody else has published at the same moment. Look at the changes again, and publish then.',
  '403|401|Authentication failed|Permission.*denied|could not read Username|access denied|not allowed|unpacker error|insufficient permission|remote rejected':
    'You have no right to publish here, neither to the site nor as a proposal. Ask whoever owns the repository to let you write to it.',
};

/** Runs git. Throws an error in words for an editor, whose `cause` is what git has printed. */
function run(folder: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  // No question for a password, which nobody could answer, and messages in English, which MEANINGS has.
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  // After a minute, the network counts as one that does not answer.
  const options = { cwd: folder, env, timeout: 60_000 };
  return promisify(execFile)('git', args, options).catch(({ killed, stdout, stderr, message }) => {
    const cause = killed ? 'ETIMEDOUT' : `${stdout}${stderr || message}`;
    const meaning = Object.entries(MEANINGS).find(([said]) => new RegExp(said, 'i').test(cause));
    throw new Error(meaning?.[1] ?? `Git could not do it, and says: ${cause.trim()}`, { cause });
  });
}

/** What git prints as its result. */
export const git = async (folder: string, ...args: string[]): Promise<string> =>
  (await run(folder, args)).stdout.trimEnd();

/** The branch that `root` publishes to, such as `origin/main`. Throws when it cannot be published from there now. */
export async function findUpstream(root: string): Promise<string> {
  // Git itself would find another repository that the folder is in.
  if (!existsSync(join(root, '.git'))) throw new Error(MEANINGS['not a git repository']);
  if (/^(You have unmerged|All conflicts fixed|You are currently)/m.test(await git(root, 'status')))
    throw new Error(
      'Somebody began to merge versions of the site in this folder by hand and has not finished. Ask them to finish or to abort it; then publish again.',
    );
  return git(root, 'rev-parse', '--abbrev-ref', '@{upstream}');
}

/**
 * Pushes HEAD to the branch. Where that is protected, pushes to another, and returns its name and the address that opens a
 * pull request, if the host gives one. The clone's configuration keeps both: it is one branch for each `purpose`, a part of
 * its name. A newer proposal contains the older one, so it replaces it.
 */
export async function push(folder: string, remote: string, branch: string, purpose: string) {
  try {
    await git(folder, 'push', remote, `HEAD:refs/heads/${branch}`);
    return undefined;
  } catch (error) {
    const output = String((error as Error).cause);
    // Hosts word a protection differently; the other rejection is that of two who push at once.
    if (!output.includes('[remote rejected]') || output.includes('cannot lock ref')) throw error;
  }
  const setting = `editor.${purpose}`;
  const known = await git(folder, 'config', setting).catch(() => `${purpose}-${Date.now()}`);
  const [name = '', knownAddress] = known.split(' ');
  const { stderr } = await run(folder, ['push', '--force', remote, `HEAD:refs/heads/${name}`]);
  const address = /^remote:.*?(https:\/\/\S+)/m.exec(stderr)?.[1] ?? knownAddress;
  await git(folder, 'config', setting, `${name} ${address ?? ''}`.trim());
  return { name, address };
}
