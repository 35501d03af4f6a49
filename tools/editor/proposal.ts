/** Sends a commit to the place that the site is published from, or proposes it there where somebody has to agree first. */
import { findAttempts, type Purpose } from './attempts';
import { isFinal, SAME_MOMENT } from './git-errors';
import { fetchPublished, git, isAncestor, runGit, type Place } from './git';

/** A branch that proposes words, and the address that opens a pull request, if the host has given one. */
export interface Proposal {
  name: string;
  address: string | undefined;
  /** The branch that it takes the place of, where the host has refused to replace that. */
  former: string | undefined;
}

/** Pushes to a remote, also where the user has set it to be a mirror, which takes all branches and no single one. */
const push = (root: string, remote: string, ...args: string[]) =>
  runGit(root, ['push', ...args], { settings: [`remote.${remote}.mirror=false`] });

/**
 * Pushes a commit, whose parent is what is published, to the branch, which must not have moved since. Where the branch is
 * protected, pushes to one of the user's own, and returns that. A newer proposal contains the older one, so it replaces it.
 */
export async function send(root: string, place: Place, commit: string, purpose: Purpose) {
  const { remote, branch } = place;
  try {
    const lease = `--force-with-lease=${branch}:${commit}^`;
    await push(root, remote, lease, remote, `${commit}:${branch}`);
  } catch (error) {
    const { message, cause } = error as Error;
    if (message.startsWith(SAME_MOMENT)) await checkAddresses(root, place, commit);
    if (isFinal(message) || !String(cause).includes('[remote rejected]')) throw error;
    return propose(root, remote, commit, purpose);
  }
  await checkAddresses(root, place, commit);
  return undefined;
}

/** Throws where git pushes to another address than it fetches from, and a commit that was pushed is not at the latter. */
async function checkAddresses(root: string, place: Place, commit: string): Promise<void> {
  const addressOf = async (...which: string[]) => {
    const address = await git(root, 'remote', 'get-url', ...which, place.remote);
    return address.replace(/(?<=\/\/)[^@/]*@/, ''); // Without a password in it.
  };
  const [from, to] = [await addressOf(), await addressOf('--push')];
  if (from === to || (await isAncestor(root, commit, await fetchPublished(root, place)))) return;
  throw new Error(
    `This folder gets the site from ${from}, but sends what you publish to ${to}, and the first does not have it. Ask whoever looks after the site to mend that (git remote -v), and press Publish again then.`,
  );
}

/** The branches at the remote whose names begin like this, each with its commit. */
async function branchesLike(root: string, remote: string, name: string): Promise<Map<string, string>> {
  const lines = await git(root, 'ls-remote', remote, `refs/heads/${name}*`);
  const branches = new Map<string, string>();
  for (const line of lines.split('\n').filter(Boolean)) {
    const [commit = '', ref = ''] = line.split('\t');
    branches.set(ref.replace('refs/heads/', ''), commit);
  }
  return branches;
}

/** `words-kim`: the purpose, and the name that stands beside the user's commits, as a branch may have it. */
async function ownName(root: string, purpose: Purpose): Promise<string> {
  const [author = ''] = (await git(root, 'var', 'GIT_AUTHOR_IDENT')).split(' <');
  const plain = author.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return [purpose, ...words].join('-').slice(0, 60);
}

/** The user's newest branch that proposes words, or this take-back, of this folder, if there is one: also under a former name. */
function findOwn(branches: Map<string, string>, attempts: string[]): string | undefined {
  const places = new Map([...branches].map(([name, commit]) => [commit, name]));
  return attempts.map((commit) => places.get(commit)).find((name) => name !== undefined);
}

/** A branch that is not there yet. */
function freeName(own: string, branches: Map<string, string>): string {
  // A branch cannot have the name of a folder of branches.
  const isTaken = (name: string) =>
    [...branches.keys()].some((other) => other === name || other.startsWith(`${name}/`));
  let name = own;
  for (let number = 2; isTaken(name); number += 1) name = `${own}-${number}`;
  return name;
}

async function propose(root: string, remote: string, commit: string, purpose: Purpose) {
  const branches = await branchesLike(root, remote, purpose);
  const free = freeName(await ownName(root, purpose), branches);
  const own = findOwn(branches, await findAttempts(root, purpose));
  const pushTo = async (name: string) => {
    const lease = `--force-with-lease=refs/heads/${name}:${branches.get(name) ?? ''}`;
    const { stderr } = await push(root, remote, lease, remote, `${commit}:refs/heads/${name}`);
    return { name, stderr };
  };
  const { name, stderr } = await pushTo(own ?? free).catch((error) => {
    // A host may let no branch be replaced: the newer words get one of their own.
    if (own && String(error.cause).includes('[remote rejected]')) return pushTo(free);
    throw error;
  });
  // A host prints the address when the branch is new, and not again: it is kept.
  const setting = `editor.${name}.address`;
  const printed = addressIn(stderr, name);
  if (printed) await git(root, 'config', setting, printed).catch(() => {});
  const kept = name === own ? await git(root, 'config', setting).catch(() => undefined) : undefined;
  const former = name === own ? undefined : own;
  return { name, address: printed ?? kept, former } satisfies Proposal;
}

/** The address of a pull request for this branch that a host has printed; other addresses lead elsewhere. */
function addressIn(printed: string, branch: string): string | undefined {
  const lines = printed.split('\n').filter((line) => line.startsWith('remote:'));
  const addresses = lines.flatMap((line) => line.match(/https?:\/\/\S+/g) ?? []);
  const names = [branch, encodeURIComponent(branch)];
  const known = ['/pull/new/', '/merge_requests/', '/pull-requests/new'];
  return addresses.find((address) => [...names, ...known].some((part) => address.includes(part)));
}

/** The user's branch that still proposes words of this folder, if there is one. */
export async function findOpenProposal(root: string, remote: string): Promise<string | undefined> {
  const attempts = await findAttempts(root, 'words');
  if (attempts.length === 0) return undefined;
  return findOwn(await branchesLike(root, remote, 'words'), attempts);
}
