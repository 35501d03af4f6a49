import fs from 'node:fs';
import { chmod, cp, lstat, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { readContentFolder } from '@/copy/loader';
import { ALL } from '../../tools/editor/api';
import { save as saveDraft, type Content } from '../../tools/editor/content';
import type { Answers } from '../../tools/editor/merge';
import { valueAt, withValue, type Path } from '../../tools/editor/merge';
import { fixedTexts } from '../../tools/editor/names';
import { CLAIMS } from '../../tools/specification';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { FAQS, support } from '../support/words';

const root = temporaryFolder();
/** The content as an editor has it open. */
let content: Content;

beforeEach(async () => {
  await rm(join(root, 'src'), { recursive: true, force: true });
  for (const part of ['src/content', 'src/assets/fonts'])
    await cp(part, join(root, part), { recursive: true });
  await open();
});

const save = (folder: string, base: Content, draft: Content, answers: Answers = {}) =>
  saveDraft(folder, { base, draft, answers });
const open = async () => ({ base: content } = await save(root, {}, {}));
const read = (file: string) => readFile(join(root, 'src/content', file), 'utf8');
const write = (file: string, text: string) => writeFile(join(root, 'src/content', file), text);
const original = (file: string) => readFile(join('src/content', file), 'utf8');

/** Types into fields of the open form, whose content is then that of the files. */
async function type(...fields: [path: Path, value: unknown][]) {
  const draft = fields.reduce((all, [path, value]) => withValue(all, path, value), content);
  const saved = await save(root, content, draft);
  content = saved.base;
  return saved;
}

const build = () => readContentFolder(join(root, 'src/content'));

const LEAD: Path = ['error-page.json', 'lead'];
const ITEMS: Path = ['support-packages.json', 'features', 'items'];
const [first, second] = support.features.items;
const MOVED = support.features.items.with(0, { ...second!, title: '' }).with(1, first!);
const { file: FAQ } = FAQS[0]!;

test.each<[path: Path, wrong: unknown]>([
  [['site.json', 'brand'], ' '],
  [['site.json', 'figures', 'trialDays'], undefined],
  [['site.json', 'menu', 'items', 0, 'link'], 'prices'],
  [['home.json', 'hero', 'heading'], 'Nobody {left} behind'],
  [['home.json', 'heroes'], 'of the day'],
  // A list whose entries have moved is written whole or not at all.
  [ITEMS, MOVED],
])('an error at %j is named in the words of the build, and all else is written', async (path, wrong) => {
  const file = String(path[0]);
  const before = content[file];
  const { errors } = await type([path, wrong], [LEAD, 'Other words']);
  expect(build().get('error-page.json')).toMatchObject({ lead: 'Other words' });
  expect(content[file]).toEqual(before);

  await write(file, JSON.stringify(withValue(content, path, wrong)[file]));
  expect(errors).not.toEqual([]);
  for (const { message } of errors) expect(build).toThrow(message);
});

// `order`: which of the first questions, counted from 0, each position then has.
test.each([
  [2, 1, [1, 0]],
  [3, 4, [0, 1, 3, 2]],
  [6, 3, [0, 1, 5, 2, 3, 4]],
])('a question that goes from position %i to %i moves no other word', async (from, to, order) => {
  const before = build();
  await type([[FAQS[from - 1]!.file, 'order'], to]);
  for (const [index, question] of order.entries()) {
    const { file } = FAQS[question]!;
    expect(build().get(file)).toEqual({ ...before.get(file), order: index + 1 });
  }
});

test('when two people move questions, each question still has a position of its own', async () => {
  const mine = withValue(content, [FAQS[0]!.file, 'order'], 3);
  await save(root, content, withValue(content, [FAQS[1]!.file, 'order'], 1));
  await save(root, content, mine);
  expect(build).not.toThrow();
});

test('a question with a colon and a line break, an optional field and a field that is emptied are written as the build reads them', async () => {
  const question = content[FAQ]!['question'];
  const colon = 'Cost: what “is” it, # per month?\nAnd when?';
  await type([[FAQ, 'question'], colon], [['site.json', 'privacyPage'], 'https://example.com/\u200B']);
  expect(build().get(FAQ)).toMatchObject({ question: colon });
  expect(build().get('site.json')).toMatchObject({ privacyPage: 'https://example.com/' });
  await type([[FAQ, 'question'], question], [['site.json', 'privacyPage'], undefined]);
  expect(await read('site.json')).toBe(await original('site.json'));
  expect(build().get(FAQ)).toMatchObject({ question });
});

test('a question without words is called by its position', async () => {
  const { errors } = await type([[FAQS[2]!.file, 'question'], '']);
  expect(errors).toMatchObject([{ where: 'Questions and answers › no. 3 › Question' }]);
});

test('a field that does not exist stays, and is named, while the rest is written', async () => {
  await write(FAQ, (await read(FAQ)).replace('order:', 'ordre: 1\norder:'));
  await open();
  const { errors } = await type([[FAQ, 'answer'], 'Yes.']);
  expect(errors).toMatchObject([{ path: [FAQ, 'ordre'] }]);
  expect(await read(FAQ)).toMatch(/ordre: 1\n[^]*Yes\./);
});

test('a new character is added to the typefaces; one that they do not have is named', async () => {
  const font = join(root, 'src/assets/fonts/instrument-sans.woff2');
  const before = await readFile(font);
  const { warnings } = await type([LEAD, 'Ångström 電']);
  expect(warnings).toMatchObject([{ path: LEAD, message: expect.stringContaining('has 電') }]);
  expect((await readFile(font)).equals(before)).toBe(false);
});

test.each(
  Object.values(CLAIMS)
    .flat()
    .filter((claim) => /\d/.test(claim)),
)('“%s”, which is fixed, is found where a file has a placeholder for the number', (claim) => {
  const number = Number(/\d+/.exec(claim)?.[0]);
  const withNumber = withValue(content, ['site.json', 'figures', 'callMinutes'], number);
  const own = withValue(withNumber, LEAD, claim.replace(/\d+/, '{callMinutes}'));
  expect([...fixedTexts(own).values()]).toContain(claim);
});

test('of a file that cannot be read, it is said who can mend it', async () => {
  await write('site.json', `${await read('site.json')}}`);
  await expect(type([LEAD, 'Other words'])).rejects.toThrow(/site.json, line[^]*Ask whoever looks after/);
});

test('nothing is written beside the content files', async () => {
  await type([['faqs/../../escaped.md'], content[FAQ]]);
  await expect(read('../escaped.md')).rejects.toThrow('ENOENT');
});

test.each(['cross-site', 'same-site', 'none', ''])('a request from "%s" writes nothing', async (site) => {
  for (const method of ['PUT', 'POST']) {
    const request = new Request('http://localhost', { method, headers: { 'sec-fetch-site': site } });
    const response = await ALL({ request } as Parameters<typeof ALL>[0]);
    expect(await response.json()).toEqual({ message: 'Only the editor itself may save.' });
  }
});

test('an answer that the formatter changes is no conflict when more is typed', async () => {
  const answer = (words: string): [path: Path, value: string] => [[FAQ, 'answer'], words];
  await type(answer('One.\n\n\n\n- two \n- three'));
  const { conflicts, errors } = await type(answer('One.\n\n\n\n- two \n- three \n- four'));
  expect({ conflicts, errors }).toEqual({ conflicts: [], errors: [] });
  expect(await read(FAQ)).toContain('- four');
});

test('an answer is checked as the formatter writes it', async () => {
  const { errors } = await type([[FAQ, 'answer'], 'Yes.\n- *']);
  expect(errors).toMatchObject([{ path: [FAQ, 'answer'] }]);
  expect(build).not.toThrow();
});

test('where a file cannot be written whole, as on a full disk, it stays as it was', async () => {
  await mkdir(join(root, 'src/content/.error-page.json~')); // As on a full disk, nothing can be written there.
  await expect(type([LEAD, 'Other words'])).rejects.toThrow('EISDIR');
  expect(await read('error-page.json')).toBe(await original('error-page.json'));
});

test('a question whose file was renamed meanwhile is named, and as one too many, can be removed', async () => {
  const mine = withValue(content, [FAQ, 'answer'], 'Still here.');
  await rename(join(root, 'src/content', FAQ), join(root, 'src/content/faqs/renamed.md'));
  const { conflicts } = await save(root, content, mine);
  const where = expect.stringMatching(/^Questions and answers › “\w/);
  expect(conflicts).toMatchObject([{ path: [FAQ], where }]);
  const kept = await save(root, content, mine, { [FAQ]: 'mine' });
  const message = expect.stringContaining('has 7 entries and needs exactly 6: remove 1');
  expect(kept.errors).toMatchObject([{ where: 'Questions and answers', message }]);
  expect(kept.forms).toContainEqual(expect.objectContaining({ files: expect.arrayContaining([FAQ]) }));
  const { errors } = await save(root, kept.base, withValue(kept.draft, ['faqs/renamed.md'], undefined));
  expect(errors).toEqual([]);
  expect(build().get(FAQ)).toMatchObject({ question: content[FAQ]!['question'], answer: 'Still here.' });
});

/** A browser's `localStorage`, which all tabs share. */
function stubStorage() {
  const methods = {
    getItem: (key: string) => store[key] ?? null,
    setItem: (key: string, value: string) => (store[key] = value),
    removeItem: (key: string) => delete store[key],
  };
  const store: Record<string, unknown> = Object.create(methods);
  vi.stubGlobal('localStorage', store).stubGlobal('sessionStorage', { setItem: () => {} });
  return store;
}

/** Opens the editor in another tab, with what this browser keeps. Returns what types into a field there, if one is given, and sends. */
async function openTab() {
  vi.resetModules();
  const { keep, restore } = await import('../../tools/editor/kept');
  let state = restore(await save(root, {}, {}));
  return async (path?: Path, value?: unknown) => {
    const draft = path ? withValue(state.draft, path, value) : state.draft;
    state = await saveDraft(root, { base: state.base, draft, sent: state.sent ?? [] });
    keep(state);
    return state;
  };
}

test('of a question that is kept, although its file was renamed, what does not fit stays in the form', async () => {
  const path = [FAQ, 'question'];
  await rename(join(root, 'src/content', FAQ), join(root, 'src/content/faqs/renamed.md'));
  const draft = withValue(withValue(content, path, 'Too long? '.repeat(20)), [FAQ, 'answer'], 'Kept.');
  const kept = await save(root, content, draft, { [FAQ]: 'mine' });
  expect(kept.errors).toContainEqual(expect.objectContaining({ path }));
  expect(kept.forms.flatMap(({ files }) => files)).toContain(FAQ);
  expect(valueAt(kept.draft, path)).toBe(valueAt(draft, path));
  expect(await read(FAQ)).toContain(valueAt(content, path));
  await save(root, kept.base, withValue(kept.draft, path, 'Short?'));
  for (const words of ['Short?', 'Kept.']) expect(await read(FAQ)).toContain(words);
});

test('words that the files have, although the answer was late, are nobody else’s', async () => {
  const answer: Path = [FAQ, 'answer'];
  const sent = withValue(withValue(content, LEAD, 'First '), answer, 'One.\n\n\n- two');
  await save(root, content, sent);
  const draft = withValue(withValue(content, LEAD, 'First, and second'), answer, 'One.\n\n- two\n- three');
  const { conflicts } = await saveDraft(root, { base: content, draft, sent: [sent] });
  expect(conflicts).toEqual([]);
  expect(build().get('error-page.json')).toMatchObject({ lead: 'First, and second' });
  expect(await read(FAQ)).toContain('- three');
});

test('nor are they when the page was loaded again before the answer', async () => {
  stubStorage();
  await openTab();
  const { keep } = await import('../../tools/editor/kept');
  const [sent, draft] = ['First', 'First, and second'].map((words) => withValue(content, LEAD, words));
  const state = await save(root, content, content);
  keep({ ...state, draft: draft!, written: content, sent: [sent!] });
  await save(root, content, sent!); // Arrives.
  const { conflicts } = await (await openTab())();
  expect(conflicts).toEqual([]);
  expect(build().get('error-page.json')).toMatchObject({ lead: 'First, and second' });
});

test('what this browser kept, and cannot be read, is shown once, and all else is opened', async () => {
  const store = stubStorage();
  await (
    await openTab()
  )(LEAD, '');
  store[`${root}\nsite.json/tagline`] = '{"path": ["site.json", "tagli';
  const { errors } = await (await openTab())();
  expect(errors).toMatchObject([{ path: LEAD }]);
  const { unreadable } = await import('../../tools/editor/kept');
  expect(unreadable).toEqual(['{"path": ["site.json", "tagli']);
  expect(Object.keys(store)).toHaveLength(1);
});

test('a file keeps its mode, and a symbolic link stays one; a file that Windows holds is tried again', async () => {
  const file = join(root, 'src/content/error-page.json');
  await rename(file, join(root, 'kept.json'));
  await chmod(join(root, 'kept.json'), 0o640);
  await symlink('../../kept.json', file);
  const renaming = vi.spyOn(fs, 'renameSync').mockImplementationOnce(() => {
    throw Object.assign(new Error('EBUSY: resource busy or locked'), { code: 'EBUSY' });
  });
  syncBuiltinESMExports();
  await type([LEAD, 'Other words']);
  expect(renaming).toHaveBeenCalledTimes(2);
  expect((await lstat(file)).isSymbolicLink()).toBe(true);
  expect((await stat(file)).mode & 0o777).toBe(0o640);
  expect(await read('error-page.json')).toContain('Other words');
});

test('of words that two tabs kept, each with its own version of a file, those that somebody else changed since ask', async () => {
  stubStorage();
  const [label, status] = ['homeLabel', 'status'].map((field) => ['error-page.json', field]);
  const long = 'Much too long for the link that leads back home';
  const [one, other] = [await openTab(), await openTab()];
  await one(label, long);
  await write('error-page.json', JSON.stringify({ ...content['error-page.json'], homeLabel: 'Theirs' }));
  await other();
  await other(status, long);
  const next = await openTab();
  const { conflicts, errors } = await next();
  expect(conflicts).toMatchObject([{ path: label, mine: long, theirs: 'Theirs' }]);
  expect(errors).toMatchObject([{ path: status }]);
});

test('of a list that two tabs changed, one version is shown, and the other kept', async () => {
  const store = stubStorage();
  const [one, other] = [await openTab(), await openTab()];
  await one(ITEMS, MOVED);
  await other([...ITEMS, 0, 'title'], '');
  const next = await openTab();
  const { draft } = await next();
  expect(valueAt(draft, ITEMS)).toEqual(MOVED);
  expect(Object.keys(store)).toHaveLength(2);
});
