import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as send, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readContentFolder } from '@/copy/loader';
import * as forms from '../../tools/editor/forms';
import { withValue } from '../../tools/editor/merge';
import * as publication from '../../tools/editor/publish';
import { serveEditor } from '../../tools/editor/server';
import { FAQS } from '../support/words';
import { listen, type Listening } from '../../tools/start/listen.ts';

// Subsetting the typefaces takes a while on a small machine.
vi.setConfig({ testTimeout: 60_000 });

let root: string;
let server: Listening;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'editor-'));
  for (const part of ['src/content', 'src/assets/fonts'])
    await cp(part, join(root, part), { recursive: true });
  const answer = serveEditor(root, () => Promise.resolve({ ...forms, ...publication }));
  server = await listen(
    createServer((request, response) => void answer(request, response, () => {})),
    0,
  );
});
afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

const pathOf = (file: string) => join(root, 'src/content', file);
const read = (file: string) => readFile(pathOf(file), 'utf8');

interface Answer {
  status: number | undefined;
  body: unknown;
}

/** Sends a request as the editor's own page does; `headers` can make it one from a foreign page. */
async function ask(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send({ host: 'localhost', port: server.port, method, path, headers: { ...own, ...headers } }, resolve)
      .on('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
  const chunks = await response.toArray();
  return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) };
}

async function open(name: string): Promise<forms.Form> {
  const { status, body } = await ask('GET', `/forms/${name}`);
  expect(status).toBe(200);
  return body as forms.Form;
}

async function save({ name, value: base }: forms.Form, value: unknown): Promise<forms.Saved> {
  const { status, body } = await ask('PUT', `/forms/${name}`, { body: { base, value } });
  expect(status).toBe(200);
  return body as forms.Saved;
}

/** The build's errors about the files as they are. */
const buildErrors = async () => {
  try {
    readContentFolder(join(root, 'src/content'));
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each<[string, (string | number)[], unknown]>([
  ['site.json', ['brand'], ' '],
  ['site.json', ['figures', 'trialDays'], undefined],
  ['site.json', ['menu', 'items', 0, 'link'], 'prices'],
  ['home.json', ['hero', 'heading'], 'Nobody {left} behind'],
  ['home.json', ['heroes'], 'of the day'],
])(
  'an error in %s at %j is named in the words of the build, and only it is not written',
  async (name, path, wrong) => {
    const form = await open(name);
    const text = await read(name);
    const rest = name === 'site.json' ? ['tagline'] : ['title'];
    const value = withValue(withValue(form.value, path, wrong), rest, 'Other words');
    const { errors } = await save(form, value);
    expect(JSON.parse(await read(name))).toEqual(withValue(JSON.parse(text), rest, 'Other words'));
    expect(await buildErrors()).toBe('');

    await writeFile(pathOf(name), JSON.stringify(value));
    const output = await buildErrors();
    expect(errors).not.toEqual([]);
    for (const { message } of errors) expect(output).toContain(message);
  },
);

test('an answer with an error is named at its field, with the line of its text; the other answers are written', async () => {
  const form = await open('faqs');
  const value = withValue(withValue(form.value, [1, 'answer'], '# A heading'), [2, 'answer'], 'Yes.');
  const message = 'has a heading. Begin a new paragraph instead. (Line 1.)';
  expect(await save(form, value)).toMatchObject({ errors: [{ path: [1, 'answer'], message }] });
  expect(((await open('faqs')).value as unknown[])[2]).toMatchObject({ answer: 'Yes.' });
  expect(await buildErrors()).toBe('');
});

test('a list with an error in an entry that was moved stays as a whole until it fits', async () => {
  const form = await open('home.json');
  const { items } = (form.value as { benefits: { items: object[] } }).benefits;
  const moved = [{ ...items[1], title: '' }, items[0], items[2]];
  await save(form, withValue(form.value, ['benefits', 'items'], moved));
  expect((await open('home.json')).value).toEqual(form.value);
});

test('a question that is moved gets the number of its new position, and no other word changes', async () => {
  const form = await open('faqs');
  const [first, second, ...others] = form.value as { file: string }[];
  await save(form, [second, first, ...others]);
  expect(await read(second!.file)).toBe(
    (await readFile(`src/content/${second?.file}`, 'utf8')).replace('order: 2', 'order: 1'),
  );
  expect(await read(first!.file)).toContain('order: 2');
  expect(await buildErrors()).toBe('');
});

test('a question with a colon, an optional field and a field that is emptied are written as the build reads them', async () => {
  const faqs = await open('faqs');
  const question = 'Cost: what “is” it, # per month?';
  await save(faqs, withValue(faqs.value, [0, 'question'], question));
  const site = await open('site.json');
  await save(site, withValue(site.value, ['privacyPage'], 'https://example.com/privacy\u200B'));
  expect(await buildErrors()).toBe('');
  expect(await read('site.json')).toContain('"privacyPage": "https://example.com/privacy",\n');

  await save(await open('site.json'), site.value);
  expect(await read('site.json')).toBe(await readFile('src/content/site.json', 'utf8'));
  expect(((await open('faqs')).value as { question: string }[])[0]?.question).toBe(question);
});

test('a field that does not exist stays until it is removed, and the rest is written', async () => {
  const { file } = FAQS[0]!;
  const text = await read(file);
  await writeFile(pathOf(file), text.replace('order:', 'ordre: 1\norder:'));
  const form = await open('faqs');
  const { errors, form: saved } = await save(form, withValue(form.value, [1, 'answer'], 'Yes.'));
  expect(errors).toMatchObject([{ path: [0, 'ordre'], isUnknownField: true }]);
  expect((saved.value as unknown[])[1]).toMatchObject({ answer: 'Yes.' });
  await save(saved, withValue(saved.value, [0, 'ordre'], undefined));
  expect(await read(file)).toBe(text);
});

test('what was changed in the file since stays; the same field shows both, and is not written', async () => {
  const form = await open('error-page.json');
  await save(form, withValue(form.value, ['homeLabel'], 'Back'));
  const { conflicts } = await save(form, withValue(form.value, ['lead'], 'Mine.'));
  expect(conflicts).toEqual([]);
  expect(JSON.parse(await read('error-page.json'))).toMatchObject({ homeLabel: 'Back', lead: 'Mine.' });
  const again = await save(form, withValue(form.value, ['lead'], 'Later.'));
  expect(again.conflicts).toMatchObject([{ path: ['lead'], mine: 'Later.', theirs: 'Mine.' }]);
  expect(again.value).toMatchObject({ lead: 'Later.' });
  expect(await read('error-page.json')).toContain('"Mine."');
});

test('a new character is added to the typefaces; one that they do not have is named', async () => {
  const form = await open('error-page.json');
  const font = join(root, 'src/assets/fonts/instrument-sans.woff2');
  const before = await readFile(font);
  const { warnings } = await save(form, withValue(form.value, ['lead'], 'Ångström 電'));
  expect(warnings).toMatchObject([{ path: ['lead'], message: expect.stringContaining('has 電') }]);
  expect((await readFile(font)).equals(before)).toBe(false);
});

test('fields say what the specification fixes, icons come with their pictures, links with the names of their pages', async () => {
  const { fixed, schema } = await open('home.json');
  expect(fixed).toContainEqual([['hero', 'heading'], expect.any(String)]);
  const text = JSON.stringify(schema);
  expect(text).toMatch(/"wallet":\[\["path"/);
  expect(text).toContain('{"link":"/support-packages","title":"');
});

test.each([
  ['a foreign site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
  ['another port of this machine', { headers: { 'sec-fetch-site': 'same-site' } }, 403],
  ['what is no browser', { headers: { 'sec-fetch-site': '' } }, 403],
  ['a foreign name for this machine', { headers: { host: 'evil.example' } }, 403],
  ['a plain form', { headers: { 'content-type': 'text/plain' } }, 403],
  [
    'a publication from a foreign site',
    { path: '/publication/publish', headers: { 'sec-fetch-site': 'cross-site' } },
    403,
  ],
  ['a path that leaves the folder', { path: '/forms/..%2F..%2Fpackage.json' }, 404],
  ['a path with dots', { path: '/forms/agents/../../constants.ts' }, 404],
  ['an absolute path', { path: '/forms//etc/passwd' }, 404],
  ['a file that is no form', { path: '/forms/.env' }, 404],
])(
  'nothing is written for %s',
  async (_, { headers = {}, path = '/forms/error-page.json' }: Foreign, status) => {
    const form = await open('error-page.json');
    const body = { base: form.value, value: withValue(form.value, ['lead'], 'Changed.') };
    expect((await ask('PUT', path, { headers, body })).status).toBe(status);
    expect((await open('error-page.json')).value).toEqual(form.value);
  },
);

interface Foreign {
  headers?: Record<string, string>;
  path?: string;
}

test('nothing is read under a foreign name for this machine', async () => {
  expect(await ask('GET', '/forms', { headers: { host: 'evil.example:4321' } })).toMatchObject({
    status: 403,
  });
});

test('the address under which Codespaces shows a port of this machine is answered, and no other', async () => {
  vi.stubEnv('SITE_URL', 'https://fluffy-robot-4321.app.github.dev');
  onTestFinished(() => void vi.unstubAllEnvs());
  const host = 'fluffy-robot-4321.app.github.dev';
  expect(await ask('GET', '/forms', { headers: { host } })).toMatchObject({ status: 200 });
  const other = { host: 'other-robot-4321.app.github.dev' };
  expect(await ask('GET', '/forms', { headers: other })).toMatchObject({ status: 403 });
});
