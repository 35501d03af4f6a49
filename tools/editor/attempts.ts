/**
 * The commits that this folder has tried to publish, or has proposed, and has not found in the published history yet: each is
 * remembered before its push, which may arrive although it broke off, and which a team may take over as another commit.
 */
import type { Content } from './content';
import { git, isAncestor } from './git';
import { differences, isSame, valueAt, type Change } from './merge';
import { contentAt } from './versions';

/** What a commit publishes: words of this folder, or those of before a publication, by which a take-back is told from another. */
export type Purpose = 'words' | `take-back-${string}`;

const REFS = 'refs/editor/attempts';
/** How many attempts are kept, as each is compared at every look: older proposals were decided, or newer ones contain them. */
const KEPT = 10;

export const remember = (root: string, purpose: Purpose, commit: string): Promise<string> =>
  git(root, 'update-ref', `${REFS}/${purpose}/${commit}`, commit);

/** The refs of attempts, the newest first. */
async function listRefs(root: string, folder: string): Promise<string[]> {
  const lines = await git(root, 'for-each-ref', '--sort=-creatordate', '--format=%(refname)', folder);
  return lines.split('\n').filter(Boolean);
}

const commitOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** The attempts for a purpose, the newest first. */
export const findAttempts = async (root: string, purpose: Purpose): Promise<string[]> =>
  (await listRefs(root, `${REFS}/${purpose}`)).map(commitOf);

/** What an attempt changed, field by field. */
const changesIn = async (root: string, commit: string): Promise<Change[]> =>
  differences(await contentAt(root, `${commit}^`), await contentAt(root, commit));

/**
 * Forgets the attempts that are published, in the history or in a commit of the team's own that has all their words, and
 * the oldest. If they were kept, their words would count as this folder's also when others bring them back later.
 */
export async function forgetPublished(root: string, published: string, content: Content): Promise<void> {
  const isPublished = async (commit: string) =>
    (await isAncestor(root, commit, published)) ||
    (await changesIn(root, commit)).every(({ path, after }) => isSame(valueAt(content, path), after));
  for (const [index, ref] of (await listRefs(root, REFS)).entries())
    if (index >= KEPT || (await isPublished(commitOf(ref)))) await git(root, 'update-ref', '-d', ref);
}

/** The words of this folder in the attempts, field by field. */
export async function wordsInAttempts(root: string): Promise<Change[]> {
  const changes: Change[] = [];
  for (const commit of await findAttempts(root, 'words')) changes.push(...(await changesIn(root, commit)));
  return changes;
}
