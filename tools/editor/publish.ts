/** Publishes what the content files of this folder say, and takes the last publication back. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTENT_FOLDER } from '../../src/copy/parse';
import { consentOf, registerConsent } from '../../src/publish/consent';
import { addCharacters, errorsIn, listForms, mergeContent, readContent, writeContent } from './content';
import type { Content } from './content';
import { findTarget, git, inWorktree, push } from './git';
import { differences, isSame, keyOf, merge, type Answers, type Conflict, type Path } from './merge';
import { asText, fixedTexts, inWords } from './names';

/** The line of a commit message by which a publication is found again. */
const MARK = 'Published with: npm run edit';

export interface PublishRequest {
  kind: 'publish' | 'takeBack';
  answers: Answers;
  /** The changes that were listed, and are to be published; without them, nothing is. */
  listed?: string[];
}

/** What would be published, or what has come of it. */
export interface Publication extends Partial<ReturnType<typeof listChanges>> {
  message: string;
  /** The publication that would be taken back. */
  last?: string | undefined;
  /** Where a pull request is opened. */
  address?: string | undefined;
}

const CONFLICTS = 'Somebody else has published other words for some texts. Which shall be published?';

const NEW_CONSENT =
  'This changes the words that people agree to. A file for the database goes along: tell whoever looks after the database to apply it before the site shows these words.';

/** At a text that the specification fixes. */
const AGREED = '\nAgreed word for word: ask whoever looks after the site before you publish this.';

/** Lists what differs from what is published, and publishes it if `listed` has the same. Throws, worded for editors. */
export async function publish(root: string, { kind, answers, listed }: PublishRequest): Promise<Publication> {
  const isPublication = kind === 'publish';
  const { remote, branch } = await findTarget(root);
  await git(root, 'fetch', '--quiet', remote, `refs/heads/${branch}`);
  const published = await git(root, 'rev-parse', 'FETCH_HEAD');
  // Hash, subject, and what the dialog calls the publication.
  const format = ['--date=format:%B %-d, %H:%M', '--format=%H%n%s%n“%s” by %an, %ad'];
  const log = await git(root, 'log', '-1', '--fixed-strings', `--grep=${MARK}`, ...format, published);
  const [lastCommit, lastSubject, last] = log.split('\n');
  if (!isPublication && !lastCommit) throw new Error('Nothing has been published with the editor yet.');
  // The published commit that this folder has taken over, once there is one: the local branch cannot always follow.
  const seen = `refs/editor/${branch}`;
  const base = await git(root, 'merge-base', published, 'HEAD', seen)
    .catch(() => git(root, 'merge-base', published, 'HEAD'))
    .catch(() => published);

  return inWorktree(root, async (folder) => {
    const contentAt = async (commit: string): Promise<Content> => {
      await git(folder, 'checkout', '--quiet', commit);
      return readContent(folder);
    };
    const [mine, common] = [readContent(root), await contentAt(base)];
    // To take back is to merge the opposite change: from the last publication to the commit before it.
    const from = isPublication ? common : await contentAt(lastCommit!);
    const to = isPublication ? mine : await contentAt(`${lastCommit}^`);
    const theirs = await contentAt(published);
    const { value, conflicts } = mergeContent(from, to, theirs, answers);
    const list = listChanges(root, theirs, value, conflicts);
    const { changes } = list;
    if (conflicts.length > 0 || changes.length === 0 || !isSame(listed, changes)) {
      const meanwhile = listed ? 'Something has changed meanwhile. ' : '';
      return { ...list, message: meanwhile + list.message, last };
    }

    await writeContent(folder, theirs, value);
    await addCharacters(folder, theirs, value);
    if (list.note) registerConsent(consentIn(value), folder);
    const more = changes.length > 1 ? ` and ${changes.length - 1} more` : '';
    const [first] = changes[0]!.split('\n');
    const subject = isPublication ? `Change ${first}${more}` : `Take back: ${lastSubject}`;
    await git(folder, 'add', '--all');
    await git(folder, 'commit', '--quiet', '--no-verify', '-m', [subject, ...changes, MARK].join('\n\n'));
    const proposal = await push(folder, remote, branch, isPublication ? 'words' : 'take-back');
    if (proposal) {
      const ask = proposal.address ? '' : ' Ask whoever looks after the site to publish it.';
      const message = `The branch is protected: somebody has to agree first. Your texts are proposed on the branch ${proposal.name}.${ask}`;
      return { message, address: proposal.address };
    }

    // What was written into this folder meanwhile, or is not published yet, stays.
    const now = readContent(root);
    await writeContent(root, now, merge(isPublication ? mine : common, now, value, 'mine').value);
    await git(root, 'update-ref', seen, await follow(root, folder, published));
    const done = isPublication ? 'Published.' : 'Taken back.';
    return { message: `${done} The site shows it as soon as it is built again, mostly within minutes.` };
  });
}

/** What a publication of `value` would change in what is published, in words. Throws when it has an error. */
function listChanges(root: string, published: Content, value: Content, conflicts: Conflict[]) {
  const forms = listForms(root);
  const where = (path: Path) => inWords(path, value, forms);
  const errors = errorsIn(value).map(({ path, message }) => `${where(path)} ${message}`);
  if (errors.length > 0) throw new Error(`This does not fit yet:\n${errors.join('\n')}`);
  const agreed = fixedTexts(published);
  const changes = differences(published, value).map(({ path, before, after }) => {
    const note = agreed.has(keyOf(path)) ? AGREED : '';
    return `${where(path)}\nBefore: ${asText(before)}\nAfter: ${asText(after)}${note}`;
  });
  const some = 'These changes will be published:';
  const message = changes.length > 0 ? some : 'Nothing differs from what is published.';
  return {
    message: conflicts.length > 0 ? CONFLICTS : message,
    /** Of each field its name, what is published there, and what would be, on lines of their own. */
    changes,
    /** Fields that somebody else has published in other words meanwhile: nothing is published before each has an answer. */
    conflicts: conflicts.map((conflict) => Object.assign(conflict, { where: where(conflict.path) })),
    note: consentIn(value).version !== consentIn(published).version && NEW_CONSENT,
  };
}

/**
 * Takes the published commit of `folder` over into `root`, but for its content. The local branch follows, unless it has
 * commits of its own, or the commit changes a file with uncommitted changes here. Returns the commit.
 */
async function follow(root: string, folder: string, before: string): Promise<string> {
  const commit = await git(folder, 'rev-parse', 'HEAD');
  const changed = (await git(folder, 'diff', '--name-only', before)).split('\n');
  const others = changed.filter((file) => !file.startsWith(CONTENT_FOLDER));
  for (const file of others) await cp(join(folder, file), join(root, file));
  const files = [CONTENT_FOLDER, ...others];
  // The index gets them as they are in the commit: otherwise the merge would find them changed, and refuse.
  await git(root, 'reset', '--quiet', commit, '--', ...files);
  await git(root, 'merge', '--quiet', '--ff-only', commit).catch(() =>
    git(root, 'reset', '--quiet', '--', ...files),
  );
  return commit;
}

// oxlint-disable-next-line typescript/no-explicit-any -- without errors, the content has the fields
const consentIn = (content: any) => consentOf(content['site.json'], content['request-demo.json']);
