import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readContentFolder } from '@/copy/loader';
import { ALL } from '../../tools/editor/api';
import { mergeContent, save, type Content } from '../../tools/editor/content';
import { valueAt, withValue, type Path } from '../../tools/editor/merge';
import { FAQS } from '../support/words';

// Subsetting the typefaces takes a while on a small machine.
vi.setConfig({ testTimeout: 60_000 });

let root: string;
/** The content as an editor opens it. */
let content: Content;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'editor-'));
  for (const part of ['src/content', 'src/assets/fonts'])
    await cp(part, join(root, part), { recursive: true });
  ({ content } = await open());
});
afterEach(() => rm(root, { recursive: true }));

const open = () => save(root, {}, {});
const read = (file: string) => readFile(join(root, 'src/content', file), 'utf8');
const write = (file: string, text: string) => writeFile(join(root, 'src/content', file), text);

/** Types into fields of a form that was opened with `base`. */
const type = (fields: [Path, unknown][], base = content) =>
  save(
    root,
    base,
    fields.reduce((all, [path, value]) => withValue(all, path, value), base),
  );

/** The build's errors about the files as they are. */
const buildErrors = () => {
  try {
    readContentFolder(join(root, 'src/content'));
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each<[Path, unknown]>([
  [['site.json', 'brand'], ' '],
  [['site.json', 'figures', 'trialDays'], undefined],
  [['site.json', 'menu', 'items', 0, 'link'], 'prices'],
  [['home.json', 'hero', 'heading'], 'Nobody {left} behind'],
  [['home.json', 'heroes'], 'of the day'],
])('an error at %j is named in the words of the build, and only it is not written', async (path, wrong) => {
  const [file] = path as [string];
  const { errors } = await type([
    [path, wrong],
    [['error-page.json', 'lead'], 'Other words'],
  ]);
  expect(JSON.parse(await read('error-page.json'))).toMatchObject({ lead: 'Other words' });
  expect((await open()).content[file]).toEqual(content[file]);
  expect(buildErrors()).toBe('');

  await write(file, JSON.stringify(withValue(content, path, wrong)[file]));
  const output = buildErrors();
  expect(errors).not.toEqual([]);
  for (const { message } of errors) expect(output).toContain(message);
});

test('a list with an error in an entry that was moved stays as a whole until it fits', async () => {
  const path = ['home.json', 'benefits', 'items'];
  const [first, second, third] = valueAt(content, path) as object[];
  await type([[path, [{ ...second, title: '' }, first, third]]]);
  expect((await open()).content).toEqual(content);
});

test.each([
  [2, 1, [1, 0]],
  [3, 4, [0, 1, 3, 2]],
  [6, 3, [0, 1, 5, 2, 3, 4]],
])(
  'a question that goes from position %i to %i moves the others, and no other word changes',
  async (from, to, order) => {
    await type([[[FAQS[from - 1]!.file, 'order'], to]]);
    for (const [index, was] of order.entries()) {
      const original = await readFile(`src/content/${FAQS[was]!.file}`, 'utf8');
      expect(await read(FAQS[was]!.file)).toBe(original.replace(/order: \d/, `order: ${index + 1}`));
    }
    expect(buildErrors()).toBe('');
  },
);

test('questions that two people have moved keep a position each', () => {
  const move = (from: number, to: number) => withValue(content, [FAQS[from - 1]!.file, 'order'], to);
  const { value } = mergeContent(content, move(1, 3), move(2, 1));
  const positions = FAQS.map(({ file }) => value[file]!['order']);
  expect(positions.toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a question with a colon, an optional field and a field that is emptied are written as the build reads them', async () => {
  const { file, question: before } = FAQS[0]!;
  const fill = (question: string, page: string | undefined, base?: Content) =>
    type(
      [
        [[file, 'question'], question],
        [['site.json', 'privacyPage'], page],
      ],
      base,
    );
  const saved = await fill('Cost: what “is” it, # per month?', 'https://example.com/privacy\u200B');
  expect(buildErrors()).toBe('');
  expect(await read('site.json')).toContain('"privacyPage": "https://example.com/privacy",\n');
  await fill(before, undefined, saved.content);
  for (const name of ['site.json', file])
    expect(await read(name)).toBe(await readFile(`src/content/${name}`, 'utf8'));
});

test('a field that does not exist stays until it is removed, and the rest is written', async () => {
  const { file } = FAQS[0]!;
  const text = await read(file);
  await write(file, text.replace('order:', 'ordre: 1\norder:'));
  const { content: misspelled } = await open();
  const { errors } = await type([[[file, 'answer'], 'Yes.']], misspelled);
  expect(errors).toMatchObject([{ path: [file, 'ordre'], isUnknownField: true }]);
  expect(await read(file)).toMatch(/ordre: 1\n[^]*Yes\./);
  await type([[[file, 'ordre'], undefined]], misspelled);
  expect(await read(file)).not.toContain('ordre');
});

test('a new character is added to the typefaces; one that they do not have is named', async () => {
  const font = join(root, 'src/assets/fonts/instrument-sans.woff2');
  const before = await readFile(font);
  const { warnings } = await type([[['error-page.json', 'lead'], 'Ångström 電']]);
  expect(warnings).toMatchObject([
    { path: ['error-page.json', 'lead'], message: expect.stringContaining('has 電') },
  ]);
  expect((await readFile(font)).equals(before)).toBe(false);
});

test('nothing is written beside the content files', async () => {
  await type([[['faqs/../../escaped.md'], content[FAQS[0]!.file]]]);
  await expect(read('../escaped.md')).rejects.toThrow('ENOENT');
});

test.each(['cross-site', 'same-site', 'none', ''])(
  'nothing is saved or published for a request from %s',
  async (site) => {
    for (const method of ['PUT', 'POST']) {
      const request = new Request('http://localhost', { method, headers: { 'sec-fetch-site': site } });
      const response = await ALL({ request } as Parameters<typeof ALL>[0]);
      expect(await response.json()).toEqual({ message: 'Only the editor itself may save.' });
    }
  },
);
