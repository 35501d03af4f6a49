import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as send, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSource, sources } from '@/build/content-file';
import { editJson } from '@/editor/edit-text';
import type { Form, Saved } from '@/editor/forms';
import * as forms from '@/editor/forms';
import { serveEditor } from '@/editor/server';
import { FAQS } from '../support/words';
import { listen, type Listening } from '../../supabase/embedded/listen.ts';

let folder: string;
let server: Listening;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'editor-'));
  await cp('src/content', folder, { recursive: true });
  const answer = serveEditor(folder, () => Promise.resolve(forms));
  server = await listen(
    createServer((request, response) => void answer(request, response, () => {})),
    0,
  );
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const read = (file: string) => readFile(join(folder, file), 'utf8');

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
  const own = {
    origin: server.url,
    'content-type': 'application/json',
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send({ host: 'localhost', port: server.port, method, path, headers: { ...own, ...headers } }, resolve)
      .on('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
  const chunks = await response.toArray();
  return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) };
}

async function open(fileOrFolder: string): Promise<Form> {
  const { status, body } = await ask('GET', `/forms/${fileOrFolder}`);
  expect(status).toBe(200);
  return body as Form;
}

async function save(form: Form, value: unknown): Promise<{ status: number | undefined; saved: Saved }> {
  const headers = { 'if-match': form.version };
  const { status, body } = await ask('PUT', `/forms/${form.fileOrFolder}`, { headers, body: value });
  return { status, saved: body as Saved };
}

/** A copy of `tree` with a value put at a path; `undefined` removes a field. */
function withValue(tree: unknown, path: readonly PropertyKey[], value: unknown): unknown {
  const copy: unknown = structuredClone(tree);
  const parent = path.slice(0, -1).reduce((part, step) => Reflect.get(part as object, step), copy) as object;
  if (value === undefined) Reflect.deleteProperty(parent, path.at(-1)!);
  else Reflect.set(parent, path.at(-1)!, value);
  return copy;
}

/** The build's errors about the files as they are. */
const buildErrors = () =>
  Promise.all([...sources.values()].map((source) => readSource(folder, source))).then(
    () => '',
    (error: Error) => error.message,
  );

test.each<[string, (string | number)[], unknown]>([
  ['site.json', ['brand'], ' '],
  ['site.json', ['figures', 'trialDays'], undefined],
  ['site.json', ['menu', 'items', 0, 'link'], 'prices'],
  ['home.json', ['hero', 'heading'], 'Nobody {left} behind'],
  ['home.json', ['heroes'], 'of the day'],
])('an error in %s at %j is refused in the words of the build', async (fileOrFolder, path, value) => {
  const form = await open(fileOrFolder);
  const wrong = withValue(form.value, path, value);
  const { status, saved } = await save(form, wrong);
  expect(status).toBe(422);
  const text = await read(fileOrFolder);
  expect(text, 'the file stays as it was').toBe(await readFile(join('src/content', fileOrFolder), 'utf8'));

  await writeFile(
    join(folder, fileOrFolder),
    editJson(text, form.value, wrong, sources.get(fileOrFolder)!.schema),
  );
  const { messages } = saved;
  const output = await buildErrors();
  expect(messages).not.toEqual([]);
  for (const { message } of messages) expect(output).toContain(message);
});

test('an answer with an error is refused at its field, with the line of its text', async () => {
  const form = await open('faqs');
  const { status, saved } = await save(form, withValue(form.value, [1, 'answer'], '# A heading'));
  expect(status).toBe(422);
  const message = 'has a heading. Begin a new paragraph instead. (Line 1.)';
  expect(saved).toMatchObject({ messages: [{ path: [1, 'answer'], message }] });
  expect(await buildErrors()).toBe('');
});

test('what is pasted into a form is written without its invisible characters', async () => {
  const form = await open('site.json');
  const { status, saved } = await save(
    form,
    withValue(form.value, ['bookingPage'], 'https://example.com/call\u200B'),
  );
  expect(status).toBe(200);
  expect(saved.form?.value).toMatchObject({ bookingPage: 'https://example.com/call' });
  expect(await read('site.json')).toContain('"https://example.com/call"');
});

test('a question that is moved gets the number of its new position, and no other word changes', async () => {
  const form = await open('faqs');
  const [first, second, ...others] = form.value as { file: string }[];
  expect((await save(form, [second, first, ...others])).status).toBe(200);
  expect(await read(`faqs/${second?.file}.md`)).toBe(
    (await readFile(`src/content/faqs/${second?.file}.md`, 'utf8')).replace('order: 2', 'order: 1'),
  );
  expect(await read(`faqs/${first?.file}.md`)).toContain('order: 2');
  expect(await buildErrors()).toBe('');
});

test('a question with a colon, an optional field and a field that is emptied are written as the build reads them', async () => {
  const faqs = await open('faqs');
  const question = 'Cost: what “is” it, # per month?';
  expect((await save(faqs, withValue(faqs.value, [0, 'question'], question))).status).toBe(200);
  const site = await open('site.json');
  const withPage = withValue(site.value, ['privacyPage'], 'https://example.com/privacy');
  expect((await save(site, withPage)).status).toBe(200);
  expect(await buildErrors()).toBe('');
  expect(await read('site.json')).toContain('"privacyPage": "https://example.com/privacy",\n');

  const again = await open('site.json');
  expect((await save(again, site.value)).status).toBe(200);
  expect(await read('site.json')).toBe(await readFile('src/content/site.json', 'utf8'));
  expect(((await open('faqs')).value as { question: string }[])[0]?.question).toBe(question);
});

test('an entry that is removed leaves the others as they are, wherever their lines break', async () => {
  const text = JSON.stringify(JSON.parse(await read('site.json')), undefined, 2);
  const { menu } = JSON.parse(text) as { menu: { items: Record<string, string>[] } };
  const [line, broken] = [undefined, 2].map((indent) =>
    JSON.stringify(menu.items.at(-1), undefined, indent).replaceAll('\n', '\n      '),
  );
  await writeFile(join(folder, 'site.json'), text.replace(broken!, line!));
  const form = await open('site.json');
  const shorter = withValue(form.value, ['menu', 'items'], menu.items.toSpliced(1, 1));
  expect((await save(form, shorter)).status).toBe(200);
  expect(await read('site.json')).toContain(line);
});

test('a field that does not exist is removed from a question, too', async () => {
  const { file } = FAQS[0]!;
  const text = await read(file);
  await writeFile(join(folder, file), text.replace('order:', 'ordre: 1\norder:'));
  const form = await open('faqs');
  expect((await save(form, form.value)).saved).toMatchObject({
    messages: [{ path: [0, 'ordre'], isUnknownField: true }],
  });
  expect((await save(form, withValue(form.value, [0, 'ordre'], undefined))).status).toBe(200);
  expect(await read(file)).toBe(text);
});

test('a form whose file has changed since is not saved, and nothing is overwritten', async () => {
  const form = await open('error-page.json');
  expect((await save(form, withValue(form.value, ['lead'], 'Mine.'))).status).toBe(200);
  const { status, saved } = await save(form, withValue(form.value, ['lead'], 'Theirs.'));
  expect(status).toBe(412);
  expect(saved).toEqual({ outcome: 'outdated', messages: [] });
  expect(await read('error-page.json')).toContain('"Mine."');
});

test.each([
  ['a foreign site', { headers: { origin: 'https://evil.example' } }, 403],
  ['a page without an origin', { headers: { origin: 'null' } }, 403],
  ['another port of this machine', { headers: { origin: 'http://127.0.0.1:1' } }, 403],
  ['a foreign name for this machine', { headers: { host: 'evil.example' } }, 403],
  ['a plain form', { headers: { 'content-type': 'text/plain' } }, 403],
  ['a path that leaves the folder', { path: '/forms/..%2F..%2Fpackage.json' }, 404],
  ['a path with dots', { path: '/forms/agents/../../constants.ts' }, 404],
  ['an absolute path', { path: '/forms//etc/passwd' }, 404],
  ['a file that is no form', { path: '/forms/.env' }, 404],
])('nothing is written for %s', async (_, { headers, path = '/forms/error-page.json' }: Foreign, status) => {
  const form = await open('error-page.json');
  const body = withValue(form.value, ['lead'], 'Changed.');
  const answer = await ask('PUT', path, { headers: { 'if-match': form.version, ...headers }, body });
  expect(answer.status).toBe(status);
  expect((await open('error-page.json')).version).toBe(form.version);
});

interface Foreign {
  headers?: Record<string, string>;
  path?: string;
}

test('nothing is read under a foreign name for this machine', async () => {
  expect(await ask('GET', '/forms', { headers: { host: 'evil.example:4321' } })).toMatchObject({
    status: 403,
  });
});
