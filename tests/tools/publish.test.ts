import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Answers } from '../../tools/editor/merge';
import { prepareFolder, STARTED_AT } from '../../tools/editor/folder';
import { save } from '../../tools/editor/content';
import { meaningOf } from '../../tools/editor/git-errors';
import { publish, type PublishRequest as Request } from '../../tools/editor/publish';
import { listen } from '../../tools/start/listen.ts';
import { editFile } from '../support/edit-file.ts';
import { git } from '../support/git.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { FAQS } from '../support/words.ts';

const scratch = temporaryFolder();

const ERROR_PAGE = 'src/content/error-page.json';
const SITE = 'src/content/site.json';
const HOME = 'src/content/home.json';
const FAQ = `src/content/${FAQS[0]!.file}`;
const FONTS = 'src/assets/fonts';
/** The repository on the host, the editor's clone of it, and somebody else's. */
let host: string;
let mine: string;
let theirs: string;

beforeAll(() => {
  const config = (process.env['GIT_CONFIG_GLOBAL'] = join(scratch, 'config'));
  fs.writeFileSync(config, '[user]\nname = Kim\nemail = kim@example.com\n[init]\ndefaultBranch = main\n');
  const first = join(scratch, 'first'); // The repository that each test's host begins with.
  for (const part of ['src/content', 'src/assets/fonts', 'supabase/migrations', 'README.md'])
    fs.cpSync(part, join(first, part), { recursive: true });
  git(first, 'init', '-q');
  git(first, 'add', '.');
  git(first, 'commit', '-qm', 'The site');
});

beforeEach(() => {
  const folder = fs.mkdtempSync(join(scratch, 'test-'));
  [host, mine, theirs] = [join(folder, 'host.git'), join(folder, 'mine'), join(folder, 'theirs')];
  git(scratch, 'clone', '-q', '--bare', 'first', host);
  for (const clone of [mine, theirs]) git(scratch, 'clone', '-q', host, clone);
});

const read = (folder: string, file = ERROR_PAGE) => JSON.parse(fs.readFileSync(join(folder, file), 'utf8'));
const published = (file = ERROR_PAGE, branch = 'main') => JSON.parse(git(host, 'show', `${branch}:${file}`));

type Fields = Record<string, string>;

/** Changes text fields in a clone's file, as a save of the editor does. */
function change(folder: string, fields: Fields, file = ERROR_PAGE): void {
  let json = fs.readFileSync(join(folder, file), 'utf8');
  for (const [field, text] of Object.entries(fields))
    json = json.replace(new RegExp(`("${field}": )".*"`), `$1${JSON.stringify(text)}`);
  fs.writeFileSync(join(folder, file), json);
}

function publishAsSomebodyElse(fields: Fields, file = ERROR_PAGE): void {
  git(theirs, 'pull', '-q');
  change(theirs, fields, file);
  git(theirs, 'commit', '-qam', 'A change of somebody else');
  git(theirs, 'push', '-q');
}

const look = (kind: Request['kind'] = 'publish', answers: Answers = {}) => publish(mine, { kind, answers });

async function press(kind: Request['kind'] = 'publish', answers: Answers = {}) {
  const { changes = [] } = await look(kind, answers);
  return publish(mine, { kind, answers, listed: changes });
}

/** The answer after all is done: no note says that something is left to do. */
const PUBLISHED = { message: expect.stringMatching(/^(Published|Taken back)\./), note: '', news: [] };
const LEAD = { lead: 'Nobody is home.' };
const THEIR_LEAD = { lead: 'All are out.' };
const LABEL = { homeLabel: 'Back home' };
const STATUS = { status: 'Gone' };

const installHook = (repository: string, hook: string, script: string) =>
  fs.writeFileSync(join(repository, 'hooks', hook), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
const refuse = (words: string) => installHook(host, 'update', `echo "${words}"; exit 1`);

/** Publishes words while the host protects its branch. Resolves with the answer, and the branch of the proposal in it. */
async function propose(fields: Fields = LEAD) {
  const script = `[ "$1" != refs/heads/main ] || { echo "protected branch"; exit 1; }
    echo "Create a pull request: https://host.example/pull/new/$1"`;
  installHook(host, 'update', script);
  change(mine, fields);
  const answer = await press();
  return { answer, branch: branchIn(answer) };
}

const branchIn = ({ message }: { message: string }) => /words-kim(-\d+)?/.exec(message)![0];

/** A host that answers each request with the status in its path, and refuses to be a proxy. */
const server = http.createServer(({ url }, response) => response.writeHead(Number(url!.slice(1, 4))).end());
server.on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
const { port, close } = await listen(server, 0);
afterAll(close);
const SERVER = `localhost:${port}`;

/** Sets what git is to do in the editor's clone: each a name, a space and a value. */
const configure = (...settings: string[]) => {
  for (const setting of settings) git(mine, 'config', ...setting.split(/ (.*)/, 2));
};
const moveTo = (url: string, ...settings: string[]) => configure(`remote.origin.url ${url}`, ...settings);

/** Leaves a lock behind, as a git that was killed does. */
const lock = (file: string) => fs.writeFileSync(join(mine, file), '');

function keepByLfs(): void {
  const attributes = join(mine, '.git/info/attributes');
  fs.mkdirSync(join(mine, '.git/info'), { recursive: true });
  fs.writeFileSync(attributes, '*.json filter=lfs');
  configure('filter.lfs.required true', 'filter.lfs.clean git-lfs clean', 'filter.lfs.smudge git-lfs smudge');
}

/** Leaves what `git am` keeps while a patch does not fit. */
function leavePatches(): void {
  fs.mkdirSync(join(mine, '.git/rebase-apply'));
  lock('.git/rebase-apply/applying');
}

/** Leaves two versions of a file in git's index, as `git stash pop` does. */
function leaveUnmerged(): void {
  const blob = git(mine, 'rev-parse', 'HEAD:README.md');
  const index = [1, 2, 3].map((stage) => `100644 ${blob} ${stage}\tREADME.md\n`).join('');
  execFileSync('git', ['update-index', '--index-info'], { cwd: mine, input: index });
}

/** What git runs in place of ssh. It asks the program in `SSH_ASKPASS` whether to trust an unknown host, and ends without a yes. */
const SSH = 'core.sshCommand $SSH_ASKPASS || echo "Host key verification failed." >&2; false';
const SSH_OFFLINE = 'core.sshCommand echo "ssh: Could not resolve hostname a: Name not known" >&2; false';

test('an editor sees page, field, before and after, and publishes exactly that: other work in the folder stays as it is', async () => {
  fs.writeFileSync(join(mine, 'README.md'), 'A draft');
  fs.copyFileSync(join(mine, FONTS, 'instrument-sans.woff2'), join(mine, FONTS, 'bricolage-grotesque.woff2'));
  fs.writeFileSync(join(mine, 'notes.txt'), 'Staged');
  git(mine, 'add', 'notes.txt');
  change(mine, LEAD);
  expect((await look()).changes).toEqual([
    `Unknown addresses › Introduction\nBefore: ${read(theirs).lead}\nAfter: ${LEAD.lead}`,
  ]);
  expect(await press()).toEqual(PUBLISHED);
  expect(published()).toMatchObject(LEAD);
  expect(git(host, 'show', '--format=%an: %s', '--name-only', 'main')).toBe(
    `Kim: Change Unknown addresses › Introduction\n\n${ERROR_PAGE}`,
  );
  expect(git(mine, 'status', '--short', '--branch')).toBe(
    `## main...origin/main\n M README.md\nA  notes.txt\n M ${FONTS}/bricolage-grotesque.woff2`,
  );
  expect((await look()).changes).toEqual([]);
});

test.each(['mine', 'theirs'] as const)('a field that was published meanwhile asks: %s', async (side) => {
  change(mine, { ...LEAD, ...LABEL });
  const { changes } = await look();
  publishAsSomebodyElse({ ...THEIR_LEAD, ...STATUS });
  const before = git(mine, 'rev-parse', 'HEAD');
  const { open } = await publish(mine, { kind: 'publish', answers: {}, listed: changes! });
  expect(open).toMatchObject([
    { path: ['error-page.json', 'lead'], mine: LEAD.lead, theirs: THEIR_LEAD.lead },
  ]);
  expect(published(), 'nothing happens without an answer').toMatchObject(THEIR_LEAD);
  expect(read(mine)).toMatchObject({ ...LEAD, ...LABEL });
  expect(git(mine, 'rev-parse', 'HEAD'), 'the branch stays').toBe(before);

  expect(await press('publish', { 'error-page.json/lead': side })).toEqual(PUBLISHED);
  const expected = { ...(side === 'mine' ? LEAD : THEIR_LEAD), ...LABEL, ...STATUS };
  for (const fields of [published(), read(mine)]) expect(fields).toMatchObject(expected);
  expect(git(mine, 'status', '--short', '--branch')).toBe('## main...origin/main');
});

test('where nothing is left of one’s own, the folder takes theirs, and asks no more', async () => {
  change(mine, LEAD);
  publishAsSomebodyElse({ ...THEIR_LEAD, ...STATUS });
  const { message } = await look('publish', { 'error-page.json/lead': 'theirs' });
  expect(message).toBe('Nothing differs from what is published.');
  expect(read(mine)).toEqual(published());
  expect(git(mine, 'status', '--short', '--branch')).toBe('## main...origin/main');
  expect((await look()).open).toBeUndefined();
  change(mine, { ...LEAD, ...LABEL });
  publishAsSomebodyElse({ lead: 'All are out again.' });
  const answers = { 'error-page.json/lead': 'theirs' } as const;
  const again = await publish(mine, { kind: 'publish', answers, listed: [] });
  expect(again.open, 'of the same text, too, an answer counts once').toMatchObject([{ mine: LEAD.lead }]);
  expect(read(mine)).toMatchObject(LEAD);
  git(mine, 'checkout', '-q', '.');
  await look();
  // Another tab, which had asked the same, answers later.
  const late = await look('publish', { 'error-page.json/lead': 'mine' });
  expect(late.message).toMatch(/^Something has changed meanwhile\. Nothing differs/);
});

test('on a protected branch, the texts are proposed on a branch, with the address of its pull request, until somebody agrees', async () => {
  const before = published();
  const { answer, branch } = await propose();
  expect(answer.address).toBe(`https://host.example/pull/new/refs/heads/${branch}`);
  const proposed = `The branch ${branch} still proposes words of yours; this list is to take their place.`;
  expect((await look()).message).toMatch(proposed);
  change(mine, LABEL);
  expect(await press(), 'the same proposal').toEqual({ ...answer, note: '' });
  for (const fields of [published(ERROR_PAGE, branch), read(mine)])
    expect(fields).toMatchObject({ ...LEAD, ...LABEL });
  expect(published()).toEqual(before);

  git(theirs, 'fetch', '-q');
  git(theirs, 'switch', '-q', branch);
  change(theirs, THEIR_LEAD);
  git(theirs, 'commit', '-qam', 'A correction of the proposal');
  git(theirs, 'push', '-q');
  change(mine, STATUS);
  const next = branchIn(await press());
  expect(published(ERROR_PAGE, branch), 'the correction stays').toMatchObject({ ...THEIR_LEAD, ...LABEL });
  expect(published(ERROR_PAGE, next)).toMatchObject({ ...LEAD, ...LABEL, ...STATUS });
  git(host, 'branch', '-f', 'main', next);
  expect((await look()).changes).toEqual([]);
});

test('of words that are proposed still, although typed back, the branch is named', async () => {
  const { branch } = await propose();
  configure('user.name Kim Lee');
  change(mine, LABEL);
  await press();
  expect(git(host, 'branch', '--list', 'words-*'), 'the same proposal, under another name, too').toBe(branch);
  change(mine, { lead: published().lead, homeLabel: published().homeLabel });
  expect((await look()).message).toMatch(`Nothing differs from what is published. But the branch ${branch}`);
  git(host, 'branch', '-D', branch);
  expect((await look()).message).toBe('Nothing differs from what is published.');
});

test.each<[where: string, prepare: () => void, message: RegExp]>([
  ['without the right to publish', () => refuse('Ask Kim.'), /no right to publish.*\nremote: Ask Kim\./],
  ['where an account has no right', () => moveTo(`http://${SERVER}/403`), /no right to publish/],
  ['while the host fails', () => moveTo(`http://${SERVER}/503`), /a failure of its own/],
  ['where the host knows no such place', () => moveTo(`http://${SERVER}/404`), /was not found/],
  // In the rows that follow, no host answers: git's message has the address, and the 403 in it must not be taken for a status.
  ['where the place has moved', () => fs.renameSync(host, `${host}-403`), /was not found/],
  ['without a network', () => moveTo('http://localhost:1/403'), /does not answer/],
  ['on a connection that is not safe', () => moveTo(`https://${SERVER}/403`), /not secure/],
  ['behind a proxy', () => moveTo('https://a.example', `http.proxy ${SERVER}`), /proxy does not let/],
  ['without a network by ssh', () => moveTo('ssh://a/403', SSH_OFFLINE), /does not answer/],
  ['on the first contact by ssh', () => moveTo('ssh://a/403', SSH), /never connected/],
  ['with a private e-mail address', () => refuse('error: GH007: Your push'), /private e-mail address/],
  ['where changes are signed', () => refuse('Commits must have verified signatures.'), /only signed changes/],
  ['without a key to sign with', () => configure('commit.gpgSign true'), /to sign/],
  [
    'where the host never finishes',
    () => {
      // The host takes 20 seconds, and git, which has a minute, three here.
      configure('remote.origin.receivepack sleep 20;');
      const { timeout } = AbortSignal;
      vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(3000));
    },
    /Perhaps it has arrived/,
  ],
  ['in another user’s folder', () => vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1'), /another user/],
  ['in part of a repository', () => fs.renameSync(`${mine}/.git`, `${mine}/../.git`), /part of another/],
  ['on a local branch', () => git(mine, 'switch', '-qc', 'own', '--track', 'main'), /follows another one/],
  ['while others publish', () => fs.writeFileSync(`${host}/refs/heads/main.lock`, ''), /same moment/],
  ['where a secret is found', () => refuse('error: Push cannot contain secrets'), /a password or a key/],
  ['where git-lfs is missing', () => keepByLfs(), /git-lfs, which is not installed/],
  ['without git', () => vi.stubEnv('PATH', scratch), /Git is not installed/],
  ['in a folder without history', () => fs.rmSync(join(mine, '.git'), { recursive: true }), /no history/],
  ['where the branch was deleted', () => git(host, 'update-ref', '-d', 'refs/heads/main'), /no place to/],
  ['without a place to publish to', () => git(mine, 'remote', 'remove', 'origin'), /no place to publish to/],
  ['in an old version', () => git(mine, 'switch', '-q', '--detach'), /shows an old version/],
  [
    'in the middle of a merge by hand',
    () => git(mine, 'update-ref', 'MERGE_HEAD', 'HEAD'),
    /has not finished/,
  ],
  ['while patches are applied', () => leavePatches(), /has not finished/],
  ['with files that git could not merge', () => leaveUnmerged(), /has not finished/],
  ['with a text that does not fit', () => change(mine, { tagline: '' }, SITE), /tagline is empty/],
])('%s, an editor reads why nothing is published, and nothing is lost', async (_, prepare, message) => {
  change(mine, LEAD);
  prepare();
  const answer = await press().catch((error: Error) => error);
  expect(answer.message).toMatch(message);
  expect(read(mine)).toMatchObject(LEAD);
});

test('words that arrived although the push broke off are one’s own, and can be taken back', async () => {
  const { lead } = published();
  installHook(host, 'post-receive', 'kill -9 $(ps -o ppid= $PPID)');
  change(mine, LEAD);
  await expect(press()).rejects.toThrow('Git could not do it');
  expect(published()).toMatchObject(LEAD);
  fs.rmSync(join(host, 'hooks/post-receive'));
  change(mine, { lead: 'Once more.' });
  const { changes, open } = await look();
  expect([changes, open]).toEqual([[expect.stringContaining(LEAD.lead)], undefined]);
  change(mine, LEAD);
  expect(await press('takeBack')).toEqual(PUBLISHED);
  expect((await look()).changes).toEqual([]);
  for (const fields of [published(), read(mine)]) expect(fields).toMatchObject({ lead });
});

/** Publishes a change of the site's code as somebody else. */
function publishCode(): void {
  git(theirs, 'pull', '-q');
  fs.mkdirSync(join(theirs, 'src/lib'), { recursive: true });
  fs.appendFileSync(join(theirs, 'src/lib/code.ts'), 'export {};\n');
  git(theirs, 'add', '.');
  git(theirs, 'commit', '-qm', 'Code');
  git(theirs, 'push', '-q');
}

test('where the site’s code came along, the editor asks to be started again, and publishes nothing from the old one', async () => {
  const start = () => vi.stubEnv(STARTED_AT, git(mine, 'rev-parse', 'HEAD'));
  start();
  change(mine, LEAD);
  const { changes } = await look();
  publishCode();
  publishAsSomebodyElse(STATUS);
  expect(await publish(mine, { kind: 'publish', answers: {}, listed: changes! })).toEqual({
    message: expect.stringMatching(/Start the editor again[^]*npm ci/),
    news: [expect.stringContaining(`After: ${STATUS.status}`)],
  });
  expect((await look()).message, 'still').toMatch('Start the editor again');
  expect(read(mine)).toMatchObject({ ...LEAD, ...STATUS });
  expect(fs.existsSync(join(mine, 'src/lib/code.ts'))).toBe(true);
  expect(published()).not.toMatchObject(LEAD);
  start();
  expect(await press()).toEqual(PUBLISHED);
});

test.each(['uncommitted', 'committed'])(
  '%s code of this folder is named, and stops a publication',
  async (how) => {
    publishCode();
    await look();
    fs.appendFileSync(join(mine, 'src/lib/code.ts'), '// Mine\n');
    if (how === 'committed') git(mine, 'commit', '-qam', 'Mine');
    change(mine, LEAD);
    expect((await press()).message).toMatch(
      'differs in this folder from what is published: src/lib/code.ts.',
    );
    expect(read(mine)).toMatchObject(LEAD);
    expect(git(mine, 'log', '-p', '-1', 'origin/main')).not.toContain('Mine');
  },
);

test('words that others have published, or taken back, are in the form once one looks', async () => {
  const before = published();
  change(mine, LEAD);
  await press();
  git(theirs, 'pull', '-q');
  git(theirs, 'revert', '--no-edit', 'HEAD');
  git(theirs, 'push', '-q');
  publishAsSomebodyElse(STATUS);
  expect(await look()).toMatchObject({
    message: 'Nothing differs from what is published.',
    changes: [],
    news: [
      `Unknown addresses › Status\nBefore: ${before.status}\nAfter: ${STATUS.status}`,
      `Unknown addresses › Introduction\nBefore: ${LEAD.lead}\nAfter: ${before.lead}`,
    ],
  });
  expect(read(mine)).toEqual(published());
  expect(git(mine, 'status', '--short', '--branch')).toBe('## main...origin/main');
});

test('proposed words that were merged and reverted since are listed: the site does not have them', async () => {
  const { branch } = await propose();
  git(theirs, 'fetch', '-q');
  git(theirs, 'merge', '-q', '--ff-only', `origin/${branch}`);
  git(theirs, 'revert', '--no-edit', 'HEAD');
  fs.rmSync(join(host, 'hooks/update'));
  git(theirs, 'push', '-q');
  expect((await look()).changes).toEqual([expect.stringContaining(`After: ${LEAD.lead}`)]);
});

test('of a question that a colleague renamed, and oneself changed, one can be removed; then all can be published', async () => {
  const renamed = 'src/content/faqs/renamed.md';
  git(theirs, 'mv', FAQ, renamed);
  git(theirs, 'commit', '-qm', 'A better name');
  git(theirs, 'push', '-q');
  editFile(join(mine, FAQ), (text) => text.trimEnd() + ' And more.\n');
  const key = FAQ.replace('src/content/', '');
  expect((await look()).open).toMatchObject([{ path: [key], theirs: undefined }]);
  const kept = await look('publish', { [key]: 'mine' });
  expect(kept.message).toMatch(/takes 6 .* would be 7/);
  expect(fs.existsSync(join(mine, renamed)), 'all seven are in the form').toBe(true);
  fs.rmSync(join(mine, renamed));
  change(mine, LEAD);
  expect((await look()).open).toBeUndefined();
  expect(await press()).toEqual(PUBLISHED);
  expect(git(host, 'ls-tree', '--name-only', 'main', FAQ, renamed)).toBe(FAQ);
  expect(git(host, 'show', `main:${FAQ}`)).toContain('And more.');
});

test.each([
  ['since this folder was cloned', () => {}],
  ['when this folder was cloned', () => git(mine, 'pull', '-q')],
])('a file that was broken %s, and is mended, keeps nothing from being published', async (_, pull) => {
  const whole = fs.readFileSync(join(theirs, SITE), 'utf8');
  const publishSite = (text: string) => {
    fs.writeFileSync(join(theirs, SITE), text);
    git(theirs, 'commit', '-qam', 'The site');
    git(theirs, 'push', '-q');
  };
  publishSite(whole.slice(10));
  pull();
  fs.writeFileSync(join(mine, SITE), whole); // Whoever looks after the site mends it so.
  publishSite(whole.replace(/"tagline": ".*"/, '"tagline": "Mended"'));
  change(mine, LEAD);
  const { open = [] } = await look();
  const answers = Object.fromEntries(open.map(({ path }) => [path.join('/'), 'theirs' as const]));
  expect(await press('publish', answers)).toEqual(PUBLISHED);
  for (const fields of [read(mine, SITE), published(SITE)])
    expect(fields).toMatchObject({ tagline: 'Mended' });
});

test('a symbolic link that is published is named; once it is mended, nothing is in the way', async () => {
  const replace = (...names: [from: string, to: string]) => {
    fs.rmSync(join(theirs, names[1]), { force: true });
    fs.renameSync(join(theirs, names[0]), join(theirs, names[1]));
  };
  const publishAll = () => {
    git(theirs, 'add', '.');
    git(theirs, 'commit', '-qm', 'Files');
    git(theirs, 'push', '-q');
  };
  replace(ERROR_PAGE, 'kept.json');
  fs.symlinkSync('../../kept.json', join(theirs, ERROR_PAGE));
  publishAll();
  git(mine, 'pull', '-q');
  await expect(look()).rejects.toThrow(`${ERROR_PAGE} is a symbolic link in what is published`);
  replace('kept.json', ERROR_PAGE);
  publishAll();
  change(mine, { tagline: 'Calls' }, SITE);
  expect(await press()).toEqual(PUBLISHED);
  expect(git(mine, 'status', '--short', '--branch')).toBe('## main...origin/main');
});

test('after a forced push, the words and the code that it removed go from the folder, also one’s own; what was typed stays', async () => {
  const before = git(host, 'rev-parse', 'main');
  publishCode();
  change(mine, STATUS);
  change(mine, { email: 'other@example.com' }, SITE);
  await press();
  git(host, 'update-ref', 'refs/heads/main', before);
  change(mine, LEAD);
  expect((await look()).changes).toEqual([expect.stringContaining(LEAD.lead)]);
  expect(git(mine, 'status', '--short', '--branch')).toBe(`## main...origin/main\n M ${ERROR_PAGE}`);
  expect(await press()).toEqual(PUBLISHED);
  expect(published()).not.toMatchObject(STATUS);
  expect(git(mine, 'status', '--short', '--branch')).toBe('## main...origin/main');
});

test.each([
  ['before one first looked', () => {}],
  ['after one had looked', async () => void (await look())],
])(
  'words that were pulled by hand, and that a forced push removed, are nobody’s change: %s',
  async (_, first) => {
    await first();
    publishAsSomebodyElse(STATUS);
    git(mine, 'pull', '-q');
    git(host, 'update-ref', 'refs/heads/main', 'main~1');
    expect(await look()).toMatchObject({ changes: [], news: [expect.stringContaining(STATUS.status)] });
  },
);

test.each([
  ['staged words', (file: string) => git(mine, 'add', file)],
  ['a commit of its own', (file: string) => git(mine, 'commit', '-qm', 'Mine', '--', file)],
])('words that a forced push removed can be typed again in a folder with %s', async (_, hold) => {
  publishAsSomebodyElse(STATUS);
  await look();
  change(mine, LABEL);
  hold(ERROR_PAGE);
  git(host, 'update-ref', 'refs/heads/main', 'main~1');
  expect(await look()).toMatchObject({ news: [expect.stringContaining(STATUS.status)] });
  change(mine, STATUS);
  const { changes, news } = await look();
  expect([changes!.join('\n'), news]).toEqual([expect.stringContaining(`After: ${STATUS.status}`), []]);
});

test('a version that was restored by hand is up to date once one looks, and takes nothing back', async () => {
  publishAsSomebodyElse(STATUS);
  await look();
  git(mine, 'reset', '-q', '--hard', 'HEAD~1');
  expect(await look()).toMatchObject({ changes: [], news: [expect.stringContaining(STATUS.status)] });
});

test('a commit that was pulled by hand is what the folder is compared with', async () => {
  publishAsSomebodyElse(STATUS);
  await look();
  publishAsSomebodyElse({ status: 'Gone for good' });
  git(mine, 'pull', '-q');
  publishAsSomebodyElse({ status: 'Back' });
  change(mine, LEAD);
  expect(await press()).toEqual(PUBLISHED);
  expect(published()).toMatchObject({ ...LEAD, status: 'Back' });
});

test('the last publication is taken back; what oneself has written since stays, what others have shows both and asks', async () => {
  const { lead } = published();
  change(mine, { ...LEAD, ...LABEL });
  await press();
  publishAsSomebodyElse({ homeLabel: 'To the start', ...STATUS });
  change(mine, { tagline: 'Not published yet' }, SITE);
  const { changes, conflicts, last } = await look('takeBack');
  expect(last).toMatch('“Change Unknown addresses › Introduction and 1 more” by Kim, ');
  expect(changes).toEqual([`Unknown addresses › Introduction\nBefore: ${LEAD.lead}\nAfter: ${lead}`]);
  expect(conflicts).toMatchObject([{ theirs: 'To the start' }]);
  expect(await press('takeBack', { 'error-page.json/homeLabel': 'theirs' })).toEqual(PUBLISHED);
  const expected = { lead, homeLabel: 'To the start', ...STATUS };
  for (const fields of [published(), read(mine)]) expect(fields).toMatchObject(expected);
  expect((await look()).changes).toEqual([expect.stringContaining('After: Not published yet')]);
});

test('what is proposed to be taken back stays proposed while another publication is', async () => {
  const { lead, homeLabel } = published();
  change(mine, LEAD);
  await press();
  const { branch } = await propose(LABEL);
  const branches = [];
  for (const publication of ['main', branch, 'main']) {
    git(host, 'update-ref', 'refs/heads/main', publication);
    branches.push(/take-back-\S+(?=\.)/.exec((await press('takeBack')).message)![0]);
  }
  const [first, second, again] = branches;
  expect(published(ERROR_PAGE, first)).toMatchObject({ lead });
  expect(published(ERROR_PAGE, second)).toMatchObject({ ...LEAD, homeLabel });
  expect(again, 'the same proposal').toBe(second);
});

test('with one question too many, it is said which there are, and what can be done', async () => {
  const seventh = fs.readFileSync(join(theirs, FAQ), 'utf8').replace(/order: \d/, 'order: 7');
  fs.writeFileSync(
    join(theirs, 'src/content/faqs/seventh.md'),
    seventh.replace(/question: .*/, 'question: Seventh?'),
  );
  git(theirs, 'add', '.');
  git(theirs, 'commit', '-qm', 'Seven');
  git(theirs, 'push', '-q');
  const { message } = await look();
  for (const words of [`- ${FAQS[5]!.question}`, '- Seventh?', 'remove one in that form'])
    expect(message).toContain(words);
  const { base, draft } = await save(mine, { base: {}, draft: {} });
  const { [FAQS[0]!.file]: _, ...others } = draft;
  await save(mine, { base, draft: others });
  expect(await press()).toMatchObject({ message: PUBLISHED.message });
  const back = await look('takeBack');
  expect(back.message).toContain(`Question: ${FAQS[0]!.question}`);
  expect(back.message).toContain('type them in place of another one’s');
  expect(back.message + message).not.toMatch(/content\.config|\.md/);
});

test('to take back a question that took the place of another one asks whether that has changed, and leaves none missing', async () => {
  const [first, second] = FAQS.map(({ file }) => `src/content/${file}`);
  const [before, other] = [fs.readFileSync(join(mine, first!), 'utf8'), 'src/content/faqs/other.md'];
  const publishOther = (question: string, mark = '') => {
    fs.writeFileSync(join(theirs, other), before.replace(/question: .*/, `question: ${question}`));
    git(theirs, 'add', '.');
    git(theirs, 'commit', '-qm', `Another question\n\n${mark}`);
    git(theirs, 'push', '-q');
  };
  git(theirs, 'rm', '-q', first!);
  publishOther('Which?', 'Published with: npm run edit');
  publishOther('Which one?');
  const { conflicts } = await look('takeBack');
  expect(conflicts).toMatchObject([{ mine: undefined, theirs: { question: 'Which one?' } }]);
  const { changes } = await look('takeBack', { 'faqs/other.md': 'mine' });
  expect(changes!.join('\n')).toContain(`After: ${FAQS[0]!.question}`);
  fs.writeFileSync(join(theirs, first!), before);
  git(theirs, 'rm', '-q', second!);
  publishOther('Which?');
  expect((await look('takeBack')).changes!.join('\n')).not.toContain('› Question');
});

test('what a team has taken back by a commit of its own is not taken back once more, and what is proposed stays', async () => {
  const { lead } = published();
  change(mine, LEAD);
  await press();
  publishAsSomebodyElse({ lead });
  change(mine, LABEL);
  await propose();
  expect((await look('takeBack')).message).toBe('Nothing is left to take back.');
});

test('changed words of the consent go along with the migration that registers them, a new character with its typefaces', async () => {
  change(mine, { email: 'other@example.com', tagline: 'Calls, ÿ' }, SITE);
  expect((await look()).note).toMatch('whoever looks after the database');
  expect(await press()).toEqual(PUBLISHED);
  expect(git(host, 'show', '--format=', '--name-only', 'main')).toMatch(
    /(src\/assets\/fonts\/.*woff2\n){2}src\/content\/site.json\nsupabase\/migrations\/\d+_register_consent_\w+\.sql$/,
  );
  expect(git(mine, 'status', '--short')).toBe('');
  expect((await look('takeBack')).note, 'words that a file has registered').toBe('');
});

test('a rearranged list is shown word for word, says that it was agreed, and is shown again when a word changed since', async () => {
  const reorder = (description: string) => {
    const home = read(theirs, HOME);
    const section: any = Object.values<any>(home).find(({ items }) => items?.[1]?.description);
    const [first, second, ...others] = section.items;
    section.items = [second, { ...first, description }, ...others];
    fs.writeFileSync(join(mine, HOME), JSON.stringify(home));
  };
  reorder('We answer.');
  const { changes } = await look();
  const shown = expect.stringMatching(/Before: [^]*After: [^]* We answer\.[^]*Agreed word for word: “/);
  expect(changes).toEqual([shown]);
  reorder('We guarantee 100% of your money back.');
  const again = await publish(mine, { kind: 'publish', answers: {}, listed: changes! });
  expect(again.changes).toEqual([expect.stringContaining('100% of your money back.')]);
  expect(published(HOME)).toEqual(read(theirs, HOME));
});

test('whatever git is set to: publishing and taking back work, signed as set, and run no hook', async () => {
  change(mine, LEAD);
  await press();
  git(host, 'branch', 'site/words');
  fs.rmSync(mine, { recursive: true });
  git(scratch, 'clone', '-q', '--depth=1', '-o', 'our/host', '-b', 'site/words', `file://${host}`, mine);
  expect((await look('takeBack')).changes, 'with the history that the clone left out').toHaveLength(1);

  const key = join(mine, '.git/key');
  execFileSync('ssh-keygen', ['-q', '-N', '', '-f', key]);
  configure('remote.our/host.url ../host.git'); // The path is relative to the folder.
  configure(`user.signingKey ${key}`, 'commit.gpgSign true', 'gpg.format ssh', 'log.showSignature true');
  for (const hook of ['pre-push', 'commit-msg', 'post-checkout', 'reference-transaction'])
    installHook(join(mine, '.git'), hook, 'exit 1');
  fs.renameSync(join(mine, FAQ), join(mine, 'src/content/faqs/öffnen.md'));
  expect(await press()).toEqual(PUBLISHED);
  expect(git(host, 'cat-file', 'commit', 'site/words')).toContain('gpgsig');
  expect(git(mine, 'status', '--short', '--branch')).toBe('## site/words...our/host/site/words');
  expect(await press('takeBack')).toEqual(PUBLISHED);
  expect(git(host, 'ls-tree', '--name-only', 'site/words', FAQ)).toBe(FAQ);
});

test('after the push it says Published, and what of this folder could not follow', async () => {
  fs.writeFileSync(join(mine, '.git/index.lock'), '');
  change(mine, LABEL);
  expect(await press()).toEqual({
    ...PUBLISHED,
    note: expect.stringMatching(/remove the file \S+index\.lock/),
  });
  fs.rmSync(join(mine, '.git/index.lock'));
  git(mine, 'commit', '-q', '--allow-empty', '-m', 'Own');
  change(mine, LEAD);
  // Another program holds what the publication has laid out: of four removals, the last one.
  const { rm } = fs.promises;
  let left = 4;
  vi.spyOn(fs.promises, 'rm').mockImplementation((...args) =>
    --left === 0 ? Promise.reject(new Error('EBUSY')) : rm(...args),
  );
  syncBuiltinESMExports();
  expect(await press()).toEqual({ ...PUBLISHED, note: expect.stringContaining('commits of its own') });
  expect(published()).toMatchObject({ ...LEAD, ...LABEL });
  publishAsSomebodyElse(STATUS);
  publishAsSomebodyElse({ status: 'Gone for good' });
  expect((await look()).changes, 'of what others have published, nothing is one’s own').toEqual([]);
});

test.each(['--ff-only', '--squash', '--no-ff'])('proposed words merged by %s are one’s own', async (how) => {
  const { lead } = published();
  const { branch } = await propose();
  fs.rmSync(join(host, 'hooks/update'));
  if (how !== '--ff-only') publishAsSomebodyElse({ tagline: 'Others' }, SITE);
  git(theirs, 'fetch', '-q');
  git(theirs, 'merge', '-q', how, `origin/${branch}`);
  // A host words it so, with the messages of all commits.
  const messages = `${git(theirs, 'log', '-1', '--format=%B', `origin/${branch}`)}\n\n* A correction`;
  if (how === '--squash') git(theirs, 'commit', '-qm', `The start (#12)\n\n* ${messages}`);
  git(theirs, 'push', '-q');
  change(mine, { lead: 'Once more.' });
  const { changes, open, last } = await look();
  expect([changes, open]).toEqual([[expect.stringContaining(LEAD.lead)], undefined]);
  change(mine, LEAD);
  // A commit of the team’s own may have other words, too: it is not taken back from here.
  const isOwn = how !== '--squash';
  expect(last).toMatch(isOwn ? 'Change Unknown addresses › Introduction' : /^$/);
  const { message, changes: back = [message] } = await look('takeBack');
  const said = isOwn ? `After: ${lead}` : 'Nothing has been published with the editor yet.';
  expect(back).toEqual([expect.stringContaining(said)]);
});

test('words that a team has merged by a commit of its own, and somebody changed since, are nobody’s change when they come back', async () => {
  const { lead } = published();
  change(mine, LABEL);
  await propose(); // It changes the introduction, too.
  fs.rmSync(join(host, 'hooks/update'));
  for (const fields of [LEAD, THEIR_LEAD, LEAD]) {
    publishAsSomebodyElse(fields);
    expect((await look()).changes, 'the rest').toEqual([expect.stringContaining(LABEL.homeLabel)]);
  }
  for (const fields of [LABEL, { lead }, LEAD]) {
    publishAsSomebodyElse(fields);
    expect(await look()).toMatchObject({ message: 'Nothing differs from what is published.', changes: [] });
  }
});

test('the address of a proposal is the one that the host prints for its branch, and is kept; others lead elsewhere', async () => {
  const print = (line: string) =>
    installHook(
      host,
      'update',
      `[ "$1" != refs/heads/main ] || { echo "protected branch"; exit 1; }\n${line}`,
    );
  print(
    'echo "This repository moved: https://host.example/new.git"; echo "See https://host.example/security"',
  );
  change(mine, LEAD);
  const { message, address } = await press();
  expect([message, address]).toEqual([expect.stringContaining('Ask whoever looks after the site'), '']);
  git(host, 'branch', '-D', branchIn({ message }));
  print('echo "See https://host.example/security or https://host.example/compare/words-kim?expand=1"');
  const kept = 'https://host.example/compare/words-kim?expand=1';
  expect((await press()).address).toBe(kept);
  print('');
  change(mine, LABEL);
  expect((await press()).address, 'of the same branch').toBe(kept);
});

test('a host that takes signed changes alone, through a pull request, gets a proposal', async () => {
  const rules =
    'echo "- Changes must be made through a pull request."; echo "- Commits must have verified signatures."';
  installHook(host, 'update', `[ "$1" != refs/heads/main ] || { ${rules}; exit 1; }`);
  change(mine, LEAD);
  expect((await press()).message).toMatch('Your texts are proposed on the branch words-kim.');
});

test('where the host lets no branch be replaced, newer words are proposed on another one, and the older is named', async () => {
  git(host, 'config', 'receive.denyNonFastForwards', 'true');
  const { answer } = await propose();
  expect([branchIn(answer), answer.note]).toEqual(['words-kim', '']);
  for (const [text, older, newer, date] of [
    ['Back home', 'words-kim', 'words-kim-2', '2098-01-01T00:00:00Z'],
    ['Home again', 'words-kim-2', 'words-kim-3', '2099-01-01T00:00:00Z'],
  ] as const) {
    vi.stubEnv('GIT_COMMITTER_DATE', date); // On a fast machine, all are of one second.
    change(mine, { homeLabel: text });
    const { message, note } = await press();
    expect(message).toContain(`on the branch ${newer}.`);
    expect(note).toContain(`takes the place of the branch ${older}:`);
    expect(published(ERROR_PAGE, newer)).toMatchObject({ ...LEAD, homeLabel: text });
  }
});

test('a branch of the same name that somebody else has pushed stays as it is', async () => {
  git(host, 'branch', 'words-kim');
  git(host, 'branch', 'words-kim-2/other');
  const { branch } = await propose();
  expect(branch).toBe('words-kim-3');
  expect(git(host, 'rev-parse', 'words-kim')).toBe(git(host, 'rev-parse', 'main'));
});

test('on a branch that is not the main one, nobody says that the site shows it', async () => {
  git(host, 'branch', 'draft');
  git(mine, 'fetch', '-q');
  git(mine, 'switch', '-q', 'draft');
  change(mine, LEAD);
  const { message } = await press();
  expect(message).toMatch(/^Published\. It is on the branch draft, which is not the main one/);
  expect(message).not.toContain('The site shows it');
  git(host, 'branch', '-m', 'draft', 'draft/autumn');
  git(mine, 'switch', '-q', '--detach');
  git(mine, 'branch', '-D', 'draft');
  git(mine, 'fetch', '-q', '--prune');
  git(mine, 'switch', '-q', 'draft/autumn');
  change(mine, LABEL);
  expect(await press(), 'a branch within the name of one before').toMatchObject({ note: '' });
  expect(published(ERROR_PAGE, 'draft/autumn')).toMatchObject({ ...LEAD, ...LABEL });
});

test('what a full or read-only disk, or another program, says is a sentence with a way out', () => {
  const rows = [
    ["fatal: sha1 file '/x/.git/index.lock' write error. Out of diskspace", /disk of this machine is full/],
    ['ENOSPC: no space left on device, write', /disk of this machine is full/],
    ['error: unable to write file /x/.git/editor/version-1/home.json', /disk of this machine is full/],
    ["EROFS: read-only file system, open '/x/.site.json~'", /may not write into this folder/],
    ['error: could not lock config file .git/config: File exists', /remove the file \.git\/config\.lock/],
    ['EBUSY: resource busy or locked, rename', /Another program holds a file/],
    ["error: cannot lock ref 'refs/remotes/origin/main': is at 1 but expected 2", /Another program uses git/],
    ["remote: error: cannot lock ref 'refs/heads/main'", /Somebody else has published/],
  ] as const;
  for (const [said, meaning] of rows) expect(meaningOf(said)).toMatch(meaning);
});

test('where git sends to another address than it fetches from, it says that nothing has arrived', async () => {
  git(scratch, 'clone', '-q', '--bare', host, `${host}-copy`);
  git(mine, 'remote', 'set-url', '--push', 'origin', `${host}-copy`);
  change(mine, LEAD);
  await expect(press()).rejects.toThrow(
    /gets the site from \S+host\.git, but sends what you publish to \S+-copy/,
  );
  expect((await look()).changes, 'still').toEqual([expect.stringContaining(LEAD.lead)]);
});

test('what a user has set for all of git changes nothing of what is published', async () => {
  const ignored = join(mine, '../ignored');
  fs.writeFileSync(ignored, '*.md\n*.sql\n');
  configure(`core.excludesFile ${ignored}`, 'i18n.commitEncoding ISO-8859-1', 'push.pushOption ci.skip');
  configure(
    'remote.origin.mirror true',
    'merge.autoStash true',
    'merge.verifySignatures true',
    'merge.ff false',
  );
  configure(
    'push.gpgSign true',
    'core.autocrlf true',
    'core.safecrlf true',
    'branch.main.mergeOptions --squash',
  );
  configure(
    'status.displayCommentPrefix true',
    'core.fileMode false',
    'push.default nothing',
    'diff.noprefix true',
  );
  const words = 'Wie spät? 電';
  change(mine, { ...LEAD, lead: words });
  change(mine, { email: 'other@example.com' }, SITE);
  const other = 'src/content/faqs/other.md';
  fs.renameSync(join(mine, FAQ), join(mine, other));
  publishAsSomebodyElse(STATUS);
  expect(await press()).toEqual(PUBLISHED);
  expect(published()).toMatchObject({ lead: words, ...STATUS });
  expect(git(host, 'log', '-1', '--format=%B', 'main')).toContain(words);
  const names = git(host, 'show', '--format=', '--name-status', '--no-renames', 'main');
  expect(names).toContain(`D\t${FAQ}`);
  expect(names).toContain(`A\t${other}`);
  expect(names).toMatch(/A\tsupabase\/migrations\/\d+_register_consent/);
  expect(git(mine, 'status', '--long', '--porcelain')).toBe('');
  git(mine, 'update-ref', 'MERGE_HEAD', 'HEAD');
  await expect(look()).rejects.toThrow('has not finished');
});

test('a question whose file was deleted is back in its place, and can be published', async () => {
  const files = FAQS.map(({ file }) => `src/content/${file}`);
  for (const file of [files[1]!, files[4]!]) fs.rmSync(join(mine, file));
  const { errors } = await save(mine, { base: {}, draft: {} });
  expect(errors).toMatchObject([{ message: expect.stringContaining('Press Publish, which puts it back') }]);
  const { message, news } = await look();
  expect(message).toBe('Nothing differs from what is published.');
  expect(news).toContainEqual(expect.stringContaining(`Answer\nBefore: (nothing)\nAfter: `));
  expect(git(mine, 'status', '--short')).toBe('');
});

test('where the process was killed while the branch followed, it follows once somebody else has published, too', async () => {
  change(mine, LEAD);
  await press();
  // Git's index has the new words, its branch has not.
  git(mine, 'update-ref', `refs/editor/base/${encodeURIComponent('refs/heads/main')}`, 'main');
  git(mine, 'update-ref', 'refs/heads/main', 'main~1');
  publishAsSomebodyElse(STATUS);
  expect((await look()).message).toBe('Nothing differs from what is published.');
  expect(git(mine, 'status', '--short', '--branch')).toBe('## main...origin/main');
});

test('what is staged stays as it is, and a folder whose index or file differs stays behind', async () => {
  fs.writeFileSync(join(mine, 'notes.txt'), 'Staged');
  git(mine, 'add', 'notes.txt');
  for (const folder of [mine, theirs]) fs.appendFileSync(join(folder, 'README.md'), folder);
  git(theirs, 'commit', '-qam', 'README alone');
  git(theirs, 'push', '-q');
  await look();
  expect(git(mine, 'diff', '--cached', '--name-only')).toBe('notes.txt');
  git(mine, 'reset', '-q', '--hard');
  change(mine, LABEL);
  git(mine, 'add', ERROR_PAGE);
  const staged = git(mine, 'diff', '--cached');
  publishAsSomebodyElse(STATUS);
  expect((await look()).changes).toEqual([expect.stringContaining(LABEL.homeLabel)]);
  expect(read(mine)).toMatchObject({ ...LABEL, ...STATUS });
  expect(git(mine, 'diff', '--cached')).toBe(staged);
  expect(await press()).toMatchObject({ note: expect.stringContaining('index has changes of its own') });
  expect(published()).toMatchObject({ ...LABEL, ...STATUS });
  expect(git(mine, 'diff', '--cached')).toBe(staged);
  publishCode();
  expect((await look()).message).toMatch(
    /The site itself differs[^]*\nThis folder stays behind: git’s index/,
  );
});

test('nothing of a publication that was killed is left, once the editor starts again', async () => {
  const left = ['.git/editor/version-1/x', 'src/content/.site.json~', `${FONTS}/.instrument-sans.woff2~`];
  for (const file of left) fs.mkdirSync(dirname(join(mine, file)), { recursive: true });
  for (const file of left) lock(file);
  vi.stubEnv(STARTED_AT, undefined);
  await prepareFolder(mine);
  expect(process.env[STARTED_AT]).toBe(git(mine, 'rev-parse', 'HEAD'));
  const there = [...left, '.git/editor'].filter((file) => fs.existsSync(join(mine, file)));
  expect(there).toEqual([]);
});
