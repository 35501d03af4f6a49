import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { keyOf, type Answers } from '../../tools/editor/merge';
import { publish, type Request } from '../../tools/editor/publish';
import { git } from '../support/git.ts';

// Each looks at the host some times.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const scratch = fs.mkdtempSync(join(tmpdir(), 'publish-test-'));
afterAll(() => fs.rmSync(scratch, { recursive: true }));

const ERROR_PAGE = 'src/content/error-page.json';
const SITE = 'src/content/site.json';
/** The repository on the host, the editor's clone of it, and somebody else's. */
let host: string;
let mine: string;
let theirs: string;
let count = 0;

beforeAll(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', join(scratch, 'config'));
  fs.writeFileSync(
    join(scratch, 'config'),
    '[user]\nname = Kim\nemail = kim@example.com\n[init]\ndefaultBranch = main\n',
  );
  const first = join(scratch, 'first');
  fs.mkdirSync(first);
  for (const part of ['src/content', 'src/assets/fonts', 'supabase/migrations', 'README.md'])
    fs.cpSync(part, join(first, part), { recursive: true });
  git(first, 'init', '-q');
  git(first, 'add', '.');
  git(first, 'commit', '-qm', 'The site');
});

beforeEach(() => {
  const folder = join(scratch, String((count += 1)));
  [host, mine, theirs] = [join(folder, 'host.git'), join(folder, 'mine'), join(folder, 'theirs')];
  git(scratch, 'clone', '-q', '--bare', 'first', host);
  for (const clone of [mine, theirs]) git(scratch, 'clone', '-q', host, clone);
});

const read = (folder: string, file: string) => fs.readFileSync(join(folder, file), 'utf8');

/** Changes a field, as a save of the editor does. */
function change(folder: string, file: string, field: string, text: string): void {
  const before = read(folder, file);
  const after = before.replace(new RegExp(`("${field}": )".*"`), `$1${JSON.stringify(text)}`);
  expect(after).not.toBe(before);
  fs.writeFileSync(join(folder, file), after);
}

/** Somebody else publishes a change. */
function publishElsewhere(file: string, field: string, text: string): void {
  git(theirs, 'pull', '-q');
  change(theirs, file, field, text);
  git(theirs, 'commit', '-qam', 'A change of somebody else');
  git(theirs, 'push', '-q');
}

/** What the host has now. */
const published = (file: string, branch = 'main') => git(host, 'show', `${branch}:${file}`);

/** Looks at what would be published. */
const look = async (kind: Request['kind'] = 'publish', answers: Answers = {}) => {
  const { changes = [], conflicts = [], ...others } = await publish(mine, { kind, answers });
  return { changes, conflicts, ...others };
};

/** Looks, and presses the button. */
async function press(kind: Request['kind'] = 'publish', answers: Answers = {}) {
  const { changes } = await look(kind, answers);
  return publish(mine, { kind, answers, listed: changes });
}

const PUBLISHED = { message: expect.stringMatching(/^(Published|Taken back)\./) };

/** A hook that refuses pushes. */
function refuse(hook: string, script: string): void {
  const path = join(host, 'hooks', hook);
  fs.writeFileSync(path, `#!/bin/sh\n${script}\n`);
  fs.chmodSync(path, 0o755);
}

test('an editor sees page, field, before and after, and publishes exactly that: other work in the folder stays as it is', async () => {
  fs.writeFileSync(join(mine, 'README.md'), 'A draft');
  fs.writeFileSync(join(mine, 'notes.txt'), 'Staged');
  git(mine, 'add', 'notes.txt');
  change(mine, ERROR_PAGE, 'lead', 'Nobody is home.');
  const before = JSON.parse(read(theirs, ERROR_PAGE)).lead;
  expect((await look()).changes).toEqual([
    `Unknown addresses › Introduction\nBefore: ${before}\nAfter: Nobody is home.`,
  ]);
  expect(await press()).toEqual(PUBLISHED);
  expect(published(ERROR_PAGE)).toBe(read(mine, ERROR_PAGE).trim());
  expect(git(host, 'log', '-1', '--format=%an: %s')).toBe('Kim: Change Unknown addresses › Introduction');
  expect(git(host, 'show', '--format=', '--name-only', 'main')).toBe(ERROR_PAGE);
  expect(git(mine, 'status', '--short', '--branch')).toBe(
    '## main...origin/main\n M README.md\nA  notes.txt',
  );
  expect((await look()).changes).toEqual([]);
});

test('what somebody else published meanwhile is taken in where it is another field', async () => {
  change(mine, ERROR_PAGE, 'lead', 'Nobody is home.');
  publishElsewhere(ERROR_PAGE, 'homeLabel', 'Back home');
  expect((await look()).changes).toEqual([expect.stringContaining('After: Nobody is home.')]);
  expect(await press()).toEqual(PUBLISHED);
  expect(JSON.parse(published(ERROR_PAGE))).toMatchObject({
    lead: 'Nobody is home.',
    homeLabel: 'Back home',
  });
  expect(read(mine, ERROR_PAGE).trim()).toBe(published(ERROR_PAGE));
  expect(git(mine, 'status', '--short', '--branch')).toBe('## main...origin/main');
});

test.each(['mine', 'theirs'] as const)(
  'a field that somebody else has published in other words shows both and asks: %s',
  async (side) => {
    change(mine, ERROR_PAGE, 'lead', 'Nobody is home.');
    change(mine, ERROR_PAGE, 'homeLabel', 'Back home');
    publishElsewhere(ERROR_PAGE, 'lead', 'All are out.');
    const { conflicts } = await look();
    const words = { mine: 'Nobody is home.', theirs: 'All are out.' };
    const where = 'Unknown addresses › Introduction';
    const path = ['error-page.json', 'lead'];
    expect(conflicts).toEqual([{ path, where, ...words }]);
    expect((await press()).conflicts, 'nothing happens without an answer').toEqual(conflicts);
    expect(JSON.parse(published(ERROR_PAGE)).lead).toBe(words.theirs);

    expect(await press('publish', { [keyOf(path)]: side })).toEqual(PUBLISHED);
    const said = { lead: words[side], homeLabel: 'Back home' };
    expect(JSON.parse(published(ERROR_PAGE))).toMatchObject(said);
    expect(JSON.parse(read(mine, ERROR_PAGE))).toMatchObject(said);
  },
);

test('what somebody publishes between the look and the press is shown where it changes what was looked at', async () => {
  change(mine, ERROR_PAGE, 'lead', 'Nobody is home.');
  const { changes } = await look();
  publishElsewhere(ERROR_PAGE, 'lead', 'All are out.');
  const answer = await publish(mine, { kind: 'publish', answers: {}, listed: changes });
  expect(answer.conflicts).toMatchObject([{ theirs: 'All are out.' }]);
  expect(git(host, 'log', '-1', '--format=%s')).toBe('A change of somebody else');
});

test('on a protected branch, the texts are proposed on a branch, with the address of its pull request, until somebody agrees', async () => {
  refuse(
    'update',
    'case "$1" in refs/heads/main) echo "protected branch"; exit 1;; *) echo "Create a pull request: https://host.example/pull/new/$1";; esac',
  );
  change(mine, ERROR_PAGE, 'lead', 'Nobody is home.');
  const { message, address } = await press();
  const [branch = ''] = /words-\d+/.exec(message) ?? [];
  expect(address).toBe(`https://host.example/pull/new/refs/heads/${branch}`);
  change(mine, ERROR_PAGE, 'homeLabel', 'Back home');
  expect(await press(), 'the same proposal').toEqual({ message, address });
  const proposed = { lead: 'Nobody is home.', homeLabel: 'Back home' };
  expect(JSON.parse(published(ERROR_PAGE, branch))).toMatchObject(proposed);
  expect(JSON.parse(published(ERROR_PAGE)).lead).not.toBe(proposed.lead);
  expect(JSON.parse(read(mine, ERROR_PAGE))).toMatchObject(proposed);
  git(host, 'branch', '-f', 'main', branch);
  expect((await look()).changes).toEqual([]);
});

test.each<[string, () => void, RegExp]>([
  ['without the right to publish', () => refuse('pre-receive', 'exit 1'), /no right to publish/],
  ['without a network', () => fs.renameSync(host, `${host}.gone`), /does not answer/],
  ['without git', () => vi.stubEnv('PATH', scratch), /Git is not installed/],
  ['in a folder without history', () => fs.rmSync(join(mine, '.git'), { recursive: true }), /no history/],
  ['without a place to publish to', () => git(mine, 'remote', 'remove', 'origin'), /no place to publish to/],
  [
    'in the middle of a merge that was begun by hand',
    () => {
      publishElsewhere(SITE, 'tagline', 'Others');
      git(mine, 'commit', '-qam', 'By hand');
      git(mine, 'fetch', '-q');
      git(mine, 'merge', '-q', '--no-commit', '--no-ff', 'origin/main');
    },
    /began to merge/,
  ],
  ['with a text that does not fit', () => change(mine, SITE, 'tagline', ''), /Tagline is empty/],
])('%s, an editor reads why nothing is published, and nothing is lost', async (_, break_, message) => {
  change(mine, ERROR_PAGE, 'lead', 'Nobody is home.');
  onTestFinished(() => void vi.stubEnv('PATH', PATH));
  break_();
  await expect(press()).rejects.toThrow(message);
  expect(JSON.parse(read(mine, ERROR_PAGE)).lead).toBe('Nobody is home.');
});
const PATH = process.env['PATH'];

test('the last publication is taken back; what others and oneself have written since stays', async () => {
  const before = JSON.parse(published(ERROR_PAGE)).lead;
  change(mine, ERROR_PAGE, 'lead', 'Nobody is home.');
  await press();
  publishElsewhere(ERROR_PAGE, 'homeLabel', 'Back home');
  change(mine, SITE, 'tagline', 'Not published yet');
  const { changes, last } = await look('takeBack');
  expect(last).toMatch('“Change Unknown addresses › Introduction” by Kim, ');
  expect(changes).toEqual([expect.stringContaining(`Before: Nobody is home.\nAfter: ${before}`)]);
  expect(await press('takeBack')).toEqual(PUBLISHED);
  const expected = { lead: before, homeLabel: 'Back home' };
  expect(JSON.parse(published(ERROR_PAGE))).toMatchObject(expected);
  expect(JSON.parse(read(mine, ERROR_PAGE))).toMatchObject(expected);
  expect(JSON.parse(published(SITE)).tagline).not.toBe('Not published yet');
  expect((await look()).changes).toEqual([expect.stringContaining('After: Not published yet')]);

  change(mine, ERROR_PAGE, 'lead', 'Nobody is home.');
  await press();
  publishElsewhere(ERROR_PAGE, 'lead', 'All are out.');
  expect((await look('takeBack')).conflicts, 'asks').toMatchObject([{ theirs: 'All are out.' }]);
});

test('changed words of the consent go along with the migration that registers them, a new character with its typefaces', async () => {
  change(mine, SITE, 'email', 'other@example.com');
  change(mine, SITE, 'tagline', 'Café calls');
  expect((await look()).note).toMatch('whoever looks after the database');
  expect(await press()).toEqual(PUBLISHED);
  const files = git(host, 'show', '--format=', '--name-only', 'main').split('\n');
  expect(files).toEqual([
    expect.stringMatching(/^src\/assets\/fonts\/.*woff2$/),
    expect.stringMatching(/^src\/assets\/fonts\/.*woff2$/),
    SITE,
    expect.stringMatching(/^supabase\/migrations\/\d+_register_consent_\w+\.sql$/),
  ]);
  expect(git(mine, 'status', '--short')).toBe('');
});
