/** Publishes what the content files of this folder say, and takes the last publication back. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readContentFolder } from '../../src/copy/loader';
import { CONTENT_FOLDER } from '../../src/copy/parse';
import { consentOf, migrationOf, registerConsent } from '../../src/publish/consent';
import { readContent, save } from './content';
import { findProposal, findUpstream, git, gitList, push } from './git';
import { differences, isSame, keyOf, valueAt, withValue, type Answers } from './merge';
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
const NOTHING = 'Nothing differs from what is published.';
const stillProposed = (branch: string) =>
  `But the branch ${branch} still proposes words of yours: ask whoever looks after the site to close it.`;
const staysBehind = ({ message }: Error) => `This folder stays behind: ${message}`;
const REFUSED = 'Nothing can be published yet, as the site could not be built with these words:';
const NEW_CONSENT =
  'This changes the words that people agree to. A file for the database goes along: tell whoever looks after the database to apply it before the site shows these words.';

/** At a text that the specification fixes. */
const AGREED = '\nAgreed word for word: ask whoever looks after the site before you publish this.';

const OLD_FOLDER =
  'The site itself has changed, and this folder lacks what it needs by now. Ask whoever looks after the site to update the folder: git pull, then npm ci.';

/** `npm run check:content` of another version of the site, with the packages of this one. Throws what is wrong. */
async function checkContent(root: string, folder: string): Promise<void> {
  const [own, packages] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  const { PATH, HOME, SystemRoot, TEMP } = process.env; // Without secrets: the code is not this folder's.
  const env = { PATH, HOME, SystemRoot, TEMP, NO_COLOR: '1', ASTRO_TELEMETRY_DISABLED: '1' };
  const astro = [join(packages, 'astro/bin/astro.mjs'), 'sync'];
  try {
    // One by one, so that Vite's cache, a folder in it, is not shared with the editor's.
    await mkdir(packages);
    for (const name of (await readdir(own)).filter((entry) => !entry.startsWith('.')))
      await symlink(join(own, name), join(packages, name), 'junction');
    await promisify(execFile)(process.execPath, astro, { cwd: folder, env, timeout: 120_000 });
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr).trim();
    throw new Error(said.startsWith(CONTENT_FOLDER) ? said : OLD_FOLDER, { cause: error });
  } finally {
    await rm(packages, { recursive: true, force: true });
  }
}

/** Lists what differs from what is published, and publishes it if `listed` has the same. Throws, worded for editors. */
export async function publish(root: string, { kind, answers, listed }: PublishRequest) {
  const isPublication = kind === 'publish';
  const { remote, branch, upstream } = await findUpstream(root);
  // A clone of the newest commits alone has neither the common version nor what to take back: the rest is fetched.
  const isShallow = await git(root, 'rev-parse', '--is-shallow-repository');
  const depth = isShallow === 'true' ? '--unshallow' : '--no-tags';
  await git(root, 'fetch', '--quiet', depth, remote, `+${branch}:${upstream}`);
  const published = await git(root, 'rev-parse', upstream);
  // The commit, published or proposed, that this folder has taken over: the local branch cannot always follow.
  const seen = `refs/editor/${upstream.replace('refs/remotes/', '')}`;
  // The commit whose push is not answered yet: where it crashed or took too long, that may have arrived all the same.
  const sent = seen.replace('editor', 'editor-sent');
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
  const mine = readContent(root);
  let common = await contentAt(base);
  const theirs = await contentAt(published);
  // One's own proposal, unless it is in the history. A squash merge makes another commit of it, perhaps without the mark.
  const proposed = await git(root, 'rev-list', '-1', seen, `^${published}`).catch(() => '');
  let accepted = '';
  const changesIn = async (commit: string) =>
    differences(await contentAt(`${commit}^`), await contentAt(commit));
  for (const { path, after } of await changesIn(sent).catch(() => []))
    if (isSame(valueAt(theirs, path), after)) common = withValue(common, path, after);
  if (proposed) {
    const own = await changesIn(proposed);
    const range = ['--reverse', '--first-parent', `${base}..${published}`, '--', CONTENT_FOLDER];
    for (const commit of (await git(root, 'rev-list', ...range)).split('\n').filter(Boolean)) {
      const content = accepted ? {} : await contentAt(commit);
      if (own.every(({ path, after }) => isSame(valueAt(content, path), after))) accepted = commit;
    }
    for (const { path, after } of own)
      if (accepted || isSame(valueAt(theirs, path), after)) common = withValue(common, path, after);
  }
  const log = (...which: string[]) => git(root, 'log', '-1', '--format=%H%x00%s%x00%an%x00%aI', ...which);
  const marked = ['--fixed-strings', `--grep=${MARK}`];
  const newest = await log(...marked, accepted ? `${accepted}..${published}` : published);
  const [lastCommit, lastSubject, author, date] = (newest || (accepted && (await log(accepted)))).split('\0');
  if (!isPublication && !lastCommit) throw new Error('Nothing has been published with the editor yet.');
  const day = new Date(date!).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
  const last = lastCommit && `“${lastSubject}” by ${author}, ${day}`;
  // To take back is to save the opposite change: from the last publication to the commit before it.
  const from = isPublication ? common : await contentAt(lastCommit!);
  const to = isPublication ? mine : await contentAt(`${lastCommit}^`);
  await git(folder, 'checkout', '--quiet', published);
  const { conflicts, errors, forms } = await save(folder, from, to, answers, to);
  // What a build refuses: one text, or the number of questions. A newer version of the site judges by its own rules.
  const code = ['src', `:!${CONTENT_FOLDER}`, ':!src/assets'];
  const isOther = await git(root, 'diff', '--name-only', 'HEAD', published, '--', ...code);
  const own = differences(from, to).map(({ path }) => `${keyOf(path)}/`);
  const refused = errors
    .filter(({ path }) => !isOther || own.some((key) => `${keyOf(path)}/`.startsWith(key)))
    .map(({ where, message }) => `${where} ${message}`);
  try {
    if (refused.length === 0)
      await (isOther ? checkContent(root, folder) : readContentFolder(join(folder, CONTENT_FOLDER)));
  } catch (error) {
    refused.push((error as Error).message);
  }
  if (refused.length > 0) return { message: [REFUSED, ...refused].join('\n'), last };
  const value = readContent(folder);
  const allContent = { ...theirs, ...value };
  const agreed = [...fixedTexts(theirs).keys()];
  // Of a group that is added or removed as a whole, each field.
  const fields = differences(theirs, value).flatMap(({ path, before = {}, after = {} }) =>
    differences(before, after, path),
  );
  const changes = fields.map(({ path, before, after }) => {
    const agreement = agreed.some((key) => `${key}/`.startsWith(`${keyOf(path)}/`)) ? AGREED : '';
    return `${inWords(path, allContent, forms)}\nBefore: ${asText(before)}\nAfter: ${asText(after)}${agreement}`;
  });
  const { version } = consentIn(value);
  const isRegistered = version === consentIn(theirs).version || migrationOf(version, folder);
  const note = isRegistered ? '' : NEW_CONSENT;
  if (conflicts.length > 0 || changes.length === 0 || !isSame(listed, changes)) {
    const isNothing = changes.length === 0 && proposed && !accepted;
    const open = isNothing && (await findProposal(root, remote, 'words'));
    const nothing = open && open.now ? `${NOTHING} ${stillProposed(open.name)}` : NOTHING;
    const list = changes.length > 0 ? 'These changes will be published:' : nothing;
    const meanwhile = listed ? 'Something has changed meanwhile. ' : '';
    const message = meanwhile + (conflicts.length > 0 ? CONFLICTS : list);
    // Where theirs was chosen for all, nothing is left to publish, but this folder takes it over: else it would ask again.
    const areTheirs = isPublication && Object.keys(answers).length > 0 && !conflicts[0] && !changes[0];
    const left = areTheirs ? await follow(published).then(() => '', staysBehind) : note;
    return { message, changes, conflicts, note: left, last };
  }

  if (note) registerConsent(consentIn(value), folder);
  const more = changes.length > 1 ? ` and ${changes.length - 1} more` : '';
  const [first] = changes[0]!.split('\n');
  const subject = isPublication ? `Change ${first}${more}` : `Take back: ${lastSubject}`;
  await git(folder, 'add', '--all');
  const text = [subject, ...changes, `${MARK}, which runs no git hooks`].join('\n\n');
  await git(folder, 'commit', '--quiet', '-m', text);
  const commit = await git(folder, 'rev-parse', 'HEAD');
  if (isPublication) await git(root, 'update-ref', sent, commit);
  // From `root`: another folder would read a relative address of the remote as another place.
  const proposal = await push(root, remote, commit, branch, isPublication ? 'words' : 'take-back');
  /** Brings this folder to what was published or, of one's own words, proposed. */
  async function follow(target: string, isProposed = false) {
    if (isProposed && !isPublication) return;
    // What was written into this folder meanwhile, or is not published yet, stays.
    await save(root, isPublication ? mine : common, value, {}, value);
    await git(root, 'update-ref', seen, target);
    await git(root, 'update-ref', '-d', sent);
    if (isProposed) return;
    // What goes along with the content: typefaces, the registration of the consent.
    const changed = await gitList(root, 'diff', '--name-only', '-z', published, target);
    const along = changed.filter((file) => !file.startsWith(CONTENT_FOLDER));
    if (along.length > 0) await git(root, 'checkout', '--quiet', target, '--', ...along);
    // The content comes into the index before: otherwise the merge would find it changed, and refuse.
    await git(root, 'reset', '--quiet', target, '--', CONTENT_FOLDER);
    await git(root, 'merge', '--quiet', '--ff-only', target).catch(async () => {
      await git(root, 'reset', '--quiet', '--', CONTENT_FOLDER, ...along);
      throw new Error('its branch, or a file in it, has changes of its own.');
    });
  }
  const left = await follow(commit, Boolean(proposal)).then(() => '', staysBehind);
  if (proposal) {
    const ask = proposal.address ? '' : ' Ask whoever looks after the site to publish it.';
    const message = `The branch is protected: somebody has to agree first. Your texts are proposed on the branch ${proposal.name}.${ask}`;
    return { message, address: proposal.address, note: left };
  }
  const done = isPublication ? 'Published.' : 'Taken back.';
  const message = `${done} The site shows it as soon as it is built again, mostly within minutes.`;
  return { message, note: left };
}

/** Without errors, the content has the fields. */
const consentIn = (content: any) => consentOf(content['site.json'], content['request-demo.json']);
