/**
 * Publishes what the content files of this folder say, or takes the last publication back. First *look*: fetch, and bring
 * this folder up to date. Then *list* what differs from what is published. If that is what the user has seen, *push*.
 */
import { CONTENT_FOLDER } from '../../src/copy/parse';
import { FACE_FILES } from '../../src/pictures/outline';
import { registerConsent } from '../../src/publish/consent';
import { remember } from './attempts';
import { addMissingCharacters, listForms, nameFields } from './content';
import { takeOver, whatIsWithCode } from './folder';
import { inPlainWords } from './git-errors';
import { fetchPublished, findPlace, git, gitList, type Place } from './git';
import { consentIn, describeChanges, listChanges, type List } from './list';
import { isSame, keyOf, type Answers, type Conflict } from './merge';
import { findOpenProposal, send } from './proposal';
import { commitTree, openWorkshop, refuseLinks, treeWith } from './versions';

/** The last line of a commit message by which a publication is found again. */
const MARK = 'Published with: npm run edit';

export interface PublishRequest {
  kind: 'publish' | 'takeBack';
  /** What was chosen where this folder, or what is to be taken back, differs from what others have published. */
  answers: Answers;
  /** The changes that were listed, and are to be published; without them, nothing is. */
  listed?: string[];
}

type NamedConflict = Conflict & { where: string };

/** What would be published, or what has come of it. */
export interface Publication {
  message: string;
  /** Texts of this folder that somebody else has published otherwise: the form asks for them. */
  open?: NamedConflict[];
  changes?: string[];
  /** Texts that somebody else has changed since what is to be taken back. */
  conflicts?: NamedConflict[];
  /** What else there is to know or to do. */
  note?: string;
  /** What has come into the form from what is published. */
  news?: string[];
  /** The last publication, in words. */
  last?: string;
  /** Where to ask for a proposal to be published. */
  address?: string;
}

/** A marked commit, and what the dialog says of it. */
export interface Last {
  commit: string;
  subject: string;
  inWords: string;
}

const BEHIND = 'This folder stays behind: ';
const CHOOSE =
  'Somebody else has published other words for some texts. Close this, and choose in the form which shall stay; then publish.';
const CHOOSE_BACK = 'Somebody else has changed some of these texts since. Which shall be published?';
const NEVER = 'Nothing has been published with the editor yet.';
const NOTHING = 'Nothing differs from what is published.';
const NOTHING_LEFT = 'Nothing is left to take back.';
const LISTED = 'These changes will be published:';
const MEANWHILE = 'Something has changed meanwhile.';
const REFUSED = 'Nothing can be published yet, as the site could not be built with these words:';

/** Lists what differs from what is published, and publishes it if `listed` has the same. Throws, worded for editors. */
export async function publish(root: string, request: PublishRequest): Promise<Publication> {
  const { kind, listed } = request;
  const place = await findPlace(root);
  await using atTheEnd = new AsyncDisposableStack();
  atTheEnd.use(await openWorkshop(root));
  const { published, open, obstacle, news, isDecided } = await look(root, place, request);
  if (open.length > 0) return { message: CHOOSE, open };
  if (obstacle) return { message: obstacle, news };
  const last = await findLast(root, published);
  if (kind === 'takeBack' && !last) return { message: NEVER, news };
  const list = await listChanges(root, published, last, request);
  const shown = { last: last?.inWords ?? '', news };
  const { changes, conflicts, note, refused } = list;
  // What is chosen in a conflict may make it fit.
  if (refused && conflicts.length === 0) return { message: `${REFUSED}\n${refused}`, ...shown };
  if (conflicts.length === 0 && changes.length > 0 && isSame(listed, changes))
    return { ...(await push(root, place, published, list, kind === 'takeBack' ? last : undefined)), news };
  const message = await headingOf(root, place, kind, list);
  return {
    message: listed || isDecided ? `${MEANWHILE} ${message}` : message,
    changes,
    conflicts,
    note,
    ...shown,
  };
}

/**
 * Fetches what is published, and brings this folder up to date with it. `open` are the conflicts to be decided first; `news`,
 * what has come into the files; `isDecided`, whether something that was answered had been decided already, as in another tab;
 * `obstacle`, what is in the way of publishing.
 */
async function look(root: string, place: Place, { kind, listed, ...request }: PublishRequest) {
  // Where something was listed, the files have what was answered before: a new question has no answer yet.
  const answers = kind === 'publish' && !listed ? request.answers : {};
  const published = await fetchPublished(root, place);
  await refuseLinks(root, published);
  const { asked, conflicts, behind, ...content } = await takeOver(root, place, published, answers);
  const forms = listForms(root);
  const keys = new Set(asked.map(({ path }) => keyOf(path)));
  const isDecided = Object.keys(answers).some((key) => !keys.has(key));
  const open = conflicts.map(nameFields({ ...content.theirs, ...content.before }, forms));
  const news = describeChanges(content.before, content.after, forms);
  const code = await whatIsWithCode(root, published);
  const obstacle = code && behind ? `${code}\n${BEHIND}${behind}` : code;
  return { published, open, obstacle, news, isDecided };
}

/** The last publication in a history, if there is one. */
async function findLast(root: string, published: string): Promise<Last | undefined> {
  const which = ['--extended-regexp', `--grep=^${MARK}`, '--min-parents=1', published];
  const found = await gitList(root, 'log', '-z', '--format=%H%n%an%n%aI%n%B', ...which);
  // The mark is in the last line of a publication alone: where a host squashes a proposal, its commit has the messages of all.
  const own = found.find((entry) => entry.trimEnd().split('\n').at(-1)!.startsWith(MARK));
  if (own === undefined) return undefined;
  const [commit = '', author, date = '', subject = ''] = own.split('\n');
  const day = new Date(date).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
  return { commit, subject, inWords: `“${subject}” by ${author}, ${day}` };
}

/** What stands above a list, or in place of one; and on which branch words are still proposed. */
async function headingOf(root: string, { remote }: Place, kind: PublishRequest['kind'], list: List) {
  if (list.conflicts.length > 0) return CHOOSE_BACK;
  const branch = kind === 'publish' ? await findOpenProposal(root, remote) : undefined;
  const instead = branch
    ? `The branch ${branch} still proposes words of yours; this list is to take their place. `
    : '';
  if (list.changes.length > 0) return instead + LISTED;
  if (kind === 'takeBack') return NOTHING_LEFT;
  const close = `But the branch ${branch} still proposes words of yours: ask whoever looks after the site to close it.`;
  return branch ? `${NOTHING} ${close}` : NOTHING;
}

/** Commits the list on what is published, sends that, and lets this folder follow. */
async function push(root: string, place: Place, published: string, list: List, last: Last | undefined) {
  const { folder, value, changes, note } = list;
  const files = list.files.map((file) => `${CONTENT_FOLDER}/${file}`);
  if (await addMissingCharacters(folder, value)) files.push(...Object.values(FACE_FILES));
  if (note) files.push(registerConsent(consentIn(value), folder));
  const more = changes.length > 1 ? ` and ${changes.length - 1} more` : '';
  const subject = last ? `Take back: ${last.subject}` : `Change ${changes[0]!.split('\n')[0]}${more}`;
  const text = [subject, ...changes, `${MARK}, which runs no git hooks`].join('\n\n');
  const commit = await commitTree(root, await treeWith(root, published, folder, files), published, text);
  // It is remembered before it is sent, as it may arrive although sending breaks off.
  const purpose = last ? (`take-back-${last.commit.slice(0, 7)}` as const) : 'words';
  await remember(root, purpose, commit);
  const proposal = await send(root, place, commit, purpose);
  if (proposal) {
    const { name, address = '', former } = proposal;
    const ask = address ? '' : ' Ask whoever looks after the site to publish it.';
    const message = `The branch is protected: somebody has to agree first. Your texts are proposed on the branch ${name}.${ask}`;
    const close = `This takes the place of the branch ${former}: ask whoever looks after the site to close that one.`;
    return { message, address, note: former ? close : '' };
  }
  const behind = await takeOver(root, place, commit, 'mine').then((taken) => taken.behind, inPlainWords);
  const done = last ? 'Taken back.' : 'Published.';
  const message = `${done} ${await whereItShows(root, place)}`;
  return { message, note: behind && BEHIND + behind };
}

/** Where a publication can be seen: hosts build the site from the main branch of a repository. */
async function whereItShows(root: string, { remote, branch }: Place): Promise<string> {
  const head = await git(root, 'ls-remote', '--symref', remote, 'HEAD').catch(() => '');
  const main = /^ref: (\S+)\tHEAD/.exec(head)?.[1];
  if (main === branch) return 'The site shows it as soon as it is built again, mostly within minutes.';
  const name = branch.replace('refs/heads/', '');
  const isOther = main === undefined ? '' : ', which is not the main one';
  return `It is on the branch ${name}${isOther}: ask whoever looks after the site when the site shows it.`;
}
