/** Publishes what the content files of this folder say, and takes the last publication back. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTENT_FOLDER } from '../../src/copy/parse';
import { consentOf, registerConsent } from '../../src/publish/consent';
import { listForms, readContent, save } from './content';
import { findUpstream, git, push } from './git';
import { differences, isSame, keyOf, type Answers } from './merge';
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
export type Publication = { message: string } & Partial<Awaited<ReturnType<typeof publish>>>;

const CONFLICTS = 'Somebody else has published other words for some texts. Which shall be published?';

const NEW_CONSENT =
  'This changes the words that people agree to. A file for the database goes along: tell whoever looks after the database to apply it before the site shows these words.';

/** At a text that the specification fixes. */
const AGREED = '\nAgreed word for word: ask whoever looks after the site before you publish this.';

/** Lists what differs from what is published, and publishes it if `listed` has the same. Throws, worded for editors. */
export async function publish(root: string, { kind, answers, listed }: PublishRequest) {
  const isPublication = kind === 'publish';
  const upstream = await findUpstream(root);
  const [remote = '', ...branch] = upstream.split('/');
  await git(root, 'fetch', '--quiet', remote, branch.join('/'));
  const published = await git(root, 'rev-parse', upstream);
  // Hash, subject, and what the dialog calls the publication.
  const format = ['--date=format:%B %-d, %H:%M', '--format=%H%n%s%n“%s” by %an, %ad'];
  const log = await git(root, 'log', '-1', '--fixed-strings', `--grep=${MARK}`, ...format, published);
  const [lastCommit, lastSubject, last] = log.split('\n');
  if (!isPublication && !lastCommit) throw new Error('Nothing has been published with the editor yet.');
  // The published commit that this folder has taken over, once there is one: the local branch cannot always follow.
  const seen = `refs/editor/${upstream}`;
  const base = await git(root, 'merge-base', published, 'HEAD', seen)
    .catch(() => git(root, 'merge-base', published, 'HEAD'))
    .catch(() => published);

  // A second, temporary working folder: what is not committed in `root` stays as it is.
  const folder = await mkdtemp(join(tmpdir(), 'publish-'));
  await using atTheEnd = new AsyncDisposableStack();
  atTheEnd.defer(() => git(root, 'worktree', 'remove', '--force', folder).then(undefined, () => {}));
  await git(root, 'worktree', 'add', '--quiet', '--detach', folder);
  const contentAt = async (commit: string) => {
    await git(folder, 'checkout', '--quiet', commit);
    return readContent(folder);
  };
  const [mine, common] = [readContent(root), await contentAt(base)];
  // To take back is to save the opposite change: from the last publication to the commit before it.
  const from = isPublication ? common : await contentAt(lastCommit!);
  const to = isPublication ? mine : await contentAt(`${lastCommit}^`);
  const theirs = await contentAt(published);
  const { conflicts, errors, forms } = await save(folder, from, to, answers, to);
  const unfit = errors.map(({ where, message }) => `${where} ${message}`);
  if (unfit.length > 0) throw new Error(`This does not fit yet:\n${unfit.join('\n')}`);
  const value = readContent(folder);
  // A file that was removed is in the first of each, one that was added in the second.
  const [allContent, allForms] = [{ ...theirs, ...value }, [...forms, ...listForms(folder)]];
  const agreed = fixedTexts(theirs);
  // Of a group that is added or removed as a whole, each field.
  const fields = differences(theirs, value).flatMap(({ path, before = {}, after = {} }) =>
    differences(before, after, path),
  );
  const changes = fields.map(({ path, before, after }) => {
    const agreement = agreed.has(keyOf(path)) ? AGREED : '';
    return `${inWords(path, allContent, allForms)}\nBefore: ${asText(before)}\nAfter: ${asText(after)}${agreement}`;
  });
  const note = consentIn(value).version !== consentIn(theirs).version && NEW_CONSENT;
  if (conflicts.length > 0 || changes.length === 0 || !isSame(listed, changes)) {
    const list =
      changes.length > 0 ? 'These changes will be published:' : 'Nothing differs from what is published.';
    const meanwhile = listed ? 'Something has changed meanwhile. ' : '';
    const message = meanwhile + (conflicts.length > 0 ? CONFLICTS : list);
    return { message, changes, conflicts, note, last };
  }

  if (note) registerConsent(consentIn(value), folder);
  const more = changes.length > 1 ? ` and ${changes.length - 1} more` : '';
  const [first] = changes[0]!.split('\n');
  const subject = isPublication ? `Change ${first}${more}` : `Take back: ${lastSubject}`;
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--no-verify', '-m', [subject, ...changes, MARK].join('\n\n'));
  const proposal = await push(folder, remote, branch.join('/'), isPublication ? 'words' : 'take-back');
  if (proposal) {
    const ask = proposal.address ? '' : ' Ask whoever looks after the site to publish it.';
    const message = `The branch is protected: somebody has to agree first. Your texts are proposed on the branch ${proposal.name}.${ask}`;
    return { message, address: proposal.address };
  }

  const commit = await git(folder, 'rev-parse', 'HEAD');
  // What was written into this folder meanwhile, or is not published yet, stays.
  await save(root, isPublication ? mine : common, value, {}, value);
  await git(root, 'update-ref', seen, commit);
  // What goes along with the content: typefaces, the registration of the consent.
  const changed = (await git(folder, 'diff', '--name-only', published, commit)).split('\n');
  const along = changed.filter((file) => !file.startsWith(CONTENT_FOLDER));
  if (along.length > 0) await git(root, 'checkout', '--quiet', commit, '--', ...along);
  // The local branch follows, unless it has commits of its own, or the commit changes a file with uncommitted changes here.
  // The content comes into the index before: otherwise the merge would find it changed, and refuse.
  await git(root, 'reset', '--quiet', commit, '--', CONTENT_FOLDER);
  await git(root, 'merge', '--quiet', '--ff-only', commit).catch(() =>
    git(root, 'reset', '--quiet', '--', CONTENT_FOLDER, ...along),
  );
  const done = isPublication ? 'Published.' : 'Taken back.';
  return { message: `${done} The site shows it as soon as it is built again, mostly within minutes.` };
}

// oxlint-disable-next-line typescript/no-explicit-any -- without errors, the content has the fields
const consentIn = (content: any) => consentOf(content['site.json'], content['request-demo.json']);
