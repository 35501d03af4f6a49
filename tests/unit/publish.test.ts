import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Answers } from '../../tools/editor/merge';
import { publish, type PublishRequest as Request } from '../../tools/editor/publish';
import { git } from '../support/git.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // Each test runs git dozens of times.

const scratch = fs.mkdtempSync(join(tmpdir(), 'publish-test-'));
afterAll(() => fs.rmSync(scratch, { recursive: true }));

const ERROR_PAGE = 'src/content/error-page.json';
const SITE = 'src/content/site.json';
const FONTS = 'src/assets/fonts';
/** The repository on the host, the editor's clone of it, and somebody else's. */
let host: string;
let mine: string;
let theirs: string;

beforeAll(() => {
  const config = join(scratch, 'config');
  vi.stubEnv('GIT_CONFIG_GLOBAL', config);
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

type Fields = Record<string, string>;
const fieldsOf = (json: string) => JSON.parse(json) as Fields;
const read = (folder: string, file = ERROR_PAGE) => fieldsOf(fs.readFileSync(join(folder, file), 'utf8'));
/** What the host has now. */
const published = (file = ERROR_PAGE, branch = 'main') => fieldsOf(git(host, 'show', `${branch}:${file}`));

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

/** Looks at what would be published. */
const look = (kind: Request['kind'] = 'publish', answers: Answers = {}) => publish(mine, { kind, answers });

/** Looks, and presses the button. */
async function press(kind: Request['kind'] = 'publish', answers: Answers = {}) {
  const { changes = [] } = await look(kind, answers);
  return publish(mine, { kind, answers, listed: changes });
}

const PUBLISHED = { message: expect.stringMatching(/^(Published|Taken back)\./) };
const LEAD = { lead: 'Nobody is home.' };
const THEIR_LEAD = { lead: 'All are out.' };
const LABEL = { homeLabel: 'Back home' };
const STATUS = { status: 'Gone' };

/** Installs a git hook on the host: a script that refuses pushes. */
const installHook = (hook: string, script: string) =>
  fs.writeFileSync(join(host, 'hooks', hook), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

test('an editor sees page, field, before and after, and publishes exactly that: other work in the folder stays as it is', async () => {
  fs.writeFileSync(join(mine, 'README.md'), 'A draft');
  fs.copyFileSync(join(mine, FONTS, 'instrument-sans.woff2'), join(mine, FONTS, 'bricolage-grotesque.woff2'));
  fs.writeFileSync(join(mine, 'notes.txt'), 'Staged');
  git(mine, 'add', 'notes.txt');
  change(mine, LEAD);
  expect((await look()).changes).toEqual([
    `Unknown addresses › Introduction\nBefore: ${read(theirs)['lead']}\nAfter: Nobody is home.`,
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

test.each(['mine', 'theirs'] as const)(
  'what somebody else published meanwhile is taken in; a field in other words shows both and asks: %s',
  async (side) => {
    change(mine, { ...LEAD, ...LABEL });
    const { changes } = await look();
    publishAsSomebodyElse({ ...THEIR_LEAD, ...STATUS });
    const { conflicts } = await publish(mine, { kind: 'publish', answers: {}, listed: changes! });
    expect(conflicts).toMatchObject([
      { path: ['error-page.json', 'lead'], mine: LEAD.lead, theirs: THEIR_LEAD.lead },
    ]);
    expect(published(), 'nothing happens without an answer').toMatchObject(THEIR_LEAD);

    expect(await press('publish', { 'error-page.json/lead': side })).toEqual(PUBLISHED);
    const expected = { ...(side === 'mine' ? LEAD : THEIR_LEAD), ...LABEL, ...STATUS };
    for (const fields of [published(), read(mine)]) expect(fields).toMatchObject(expected);
    expect(git(mine, 'status', '--short', '--branch')).toBe('## main...origin/main');
  },
);

test('on a protected branch, the texts are proposed on a branch, with the address of its pull request, until somebody agrees', async () => {
  installHook(
    'update',
    'case "$1" in refs/heads/main) echo "protected branch"; exit 1;; *) echo "Create a pull request: https://host.example/pull/new/$1";; esac',
  );
  const before = published();
  change(mine, LEAD);
  const { message, address } = await press();
  const [branch = ''] = /words-\d+/.exec(message) ?? [];
  expect(address).toBe(`https://host.example/pull/new/refs/heads/${branch}`);
  change(mine, LABEL);
  expect(await press(), 'the same proposal').toEqual({ message, address });
  for (const fields of [published(ERROR_PAGE, branch), read(mine)])
    expect(fields).toMatchObject({ ...LEAD, ...LABEL });
  expect(published()).toEqual(before);
  git(host, 'branch', '-f', 'main', branch);
  expect((await look()).changes).toEqual([]);
});

test.each<[string, () => void, RegExp]>([
  ['without the right to publish', () => installHook('pre-receive', 'exit 1'), /no right to publish/],
  [
    'while somebody else publishes',
    () => fs.writeFileSync(`${host}/refs/heads/main.lock`, ''),
    /same moment/,
  ],
  ['without a network', () => fs.renameSync(host, `${host}.gone`), /does not answer/],
  ['without git', () => vi.stubEnv('PATH', scratch), /Git is not installed/],
  ['in a folder without history', () => fs.rmSync(join(mine, '.git'), { recursive: true }), /no history/],
  ['where the branch was deleted', () => git(host, 'update-ref', '-d', 'refs/heads/main'), /no place to/],
  ['without a place to publish to', () => git(mine, 'remote', 'remove', 'origin'), /no place to publish to/],
  ['in an old version', () => git(mine, 'switch', '-q', '--detach'), /shows an old version/],
  [
    'in the middle of a merge that was begun by hand',
    () => {
      publishAsSomebodyElse({ tagline: 'Others' }, SITE);
      git(mine, 'commit', '-qam', 'By hand');
      git(mine, 'fetch', '-q');
      git(mine, 'merge', '-q', '--no-commit', 'origin/main');
    },
    /began to merge/,
  ],
  ['with a text that does not fit', () => change(mine, { tagline: '' }, SITE), /Tagline is empty/],
])('%s, an editor reads why nothing is published, and nothing is lost', async (_, prepare, message) => {
  const { PATH } = process.env;
  onTestFinished(() => void vi.stubEnv('PATH', PATH));
  change(mine, LEAD);
  prepare();
  await expect(press()).rejects.toThrow(message);
  expect(read(mine)).toMatchObject(LEAD);
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

test('changed words of the consent go along with the migration that registers them, a new character with its typefaces', async () => {
  change(mine, { email: 'other@example.com', tagline: 'Calls, ÿ' }, SITE);
  expect((await look()).note).toMatch('whoever looks after the database');
  expect(await press()).toEqual(PUBLISHED);
  expect(git(host, 'show', '--format=', '--name-only', 'main')).toMatch(
    /(src\/assets\/fonts\/.*woff2\n){2}src\/content\/site.json\nsupabase\/migrations\/\d+_register_consent_\w+\.sql$/,
  );
  expect(git(mine, 'status', '--short')).toBe('');
});
