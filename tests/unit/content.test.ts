import { EventEmitter } from 'node:events';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { collections } from '@/content.config';
import { readSource, sources } from '@/copy/loader';
import { normalizeText } from '@/copy/normalize';
import { placeholderValues } from '@/copy/placeholders';
import { proseToHtml } from '@/copy/markdown';
import { FAQS, home, site } from '../support/words';

let root: string;
let content: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'content-'));
  content = join(root, 'src/content');
  await cp('src/content', content, { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

const read = (file: string) => readFile(join(content, file), 'utf8');
const write = (file: string, text: string | Uint8Array) => writeFile(join(content, file), text);

async function edit(file: string, change: (text: string) => string | Uint8Array): Promise<void> {
  const before = await read(file);
  const after = change(before);
  expect(after, 'the edit changes something').not.toBe(before);
  await write(file, after);
}

/** Every word of the content, as pages get it. */
const allWords = () => Promise.all([...sources.values()].map((source) => readSource(content, source)));

/** The build's errors about the content; empty when it passes. */
async function messages(): Promise<string> {
  const found = await Promise.all(
    [...sources.values()].map((source) =>
      readSource(content, source).then(
        () => '',
        (error: Error) => error.message,
      ),
    ),
  );
  return [...new Set(found)].join('');
}

const FAQ = FAQS[1]!.file;
/** What stands before the landing page's headline, the first of its headings. */
const HEADING = '"heading": "';
const at = (text: string, from: string | RegExp, to: string) => text.replace(from, to);
const append = (more: string) => (text: string) => `${text}\n${more}\n`;

test('the content of the site is valid', async () => {
  expect(await messages()).toBe('');
});

test.each<[string, string, (text: string) => string | Uint8Array, ...string[]]>([
  [
    'leaves out a comma',
    'site.json',
    (text) => at(text, '",\n', '"\n'),
    'src/content/site.json, line 3, lacks a comma',
    `  3 |   "brand": ${JSON.stringify(site.brand)},\n        ^`,
  ],
  [
    'leaves a comma too many',
    'error-page.json',
    (text) => at(text, '"\n}', '",\n}'),
    'has a comma before a closing bracket. Remove that comma',
  ],
  [
    'removes a closing bracket',
    'home.json',
    (text) => at(text, /\n\s*\]\n/, '\n'),
    'has a bracket that closes another kind',
  ],
  [
    'has typographic quotation marks around a field',
    'site.json',
    (text) => at(text, '"brand"', '“brand”'),
    'src/content/site.json, line 3, has a typographic quotation mark',
  ],
  [
    'presses Enter inside a text',
    'home.json',
    (text) => at(text, HEADING, `${HEADING}No\n`),
    'has a text without an end. A text stands on one line',
  ],
  [
    'quotes with straight marks inside a text',
    'home.json',
    (text) => at(text, HEADING, `${HEADING}No "Lead" `),
    'Inside a text write “ ” or \\"',
  ],
  [
    'has a field twice',
    'site.json',
    (text) => at(text, '"brand"', '"brand": "Otis",\n  "brand"'),
    'src/content/site.json, line 4, has the field "brand" a second time',
  ],
  [
    'names a recording that is not there, with seconds that go back',
    'home.json',
    (text) =>
      at(
        text,
        /"choice": /,
        '"recording": { "file": "/recordings/x.mp3", "label": "x", "seconds": [2, 1] }, "choice": ',
      ),
    'calls → items → entry 1 → recording → file is not there. Put the file into public/recordings',
    'calls → items → entry 1 → recording → seconds must rise',
  ],
  [
    'fills a field of the job after a line that the call has not',
    'home.json',
    (text) =>
      at(at(text, /"after": \d/, '"after": 7'), /("lines": \[\s*\{[^}]*\},\s*\{[^}]*\})[^\]]*\]/, '$1]'),
    'calls → items → entry 1 → job → fields → entry 1 → after is 7, but the call has 2 lines',
  ],
  [
    'writes a time that is none',
    'error-page.json',
    (text) => at(text, /\d+:\d+ /, '27:77 '),
    'time must be a time',
  ],
  ['loses a bracket', 'home.json', (text) => text.trimEnd().slice(0, -1), 'Each { has its }'],
  ['replaces an object by a list', 'error-page.json', () => '[]', 'error-page.json must be one JSON object'],
  [
    'saves as Windows-1252',
    'home.json',
    (text) => Buffer.from(text.replaceAll('’', '\u0092'), 'latin1'),
    'src/content/home.json is not saved as UTF-8',
    'Save as UTF-8',
  ],
  [
    'writes an unknown placeholder',
    'support-packages.json',
    (text) => at(text, '{brand}', '{brnad}'),
    'title has {brnad}, which is not a placeholder',
  ],
  [
    'gives two questions one number',
    FAQ,
    (text) => at(text, 'order: 2', 'order: 3'),
    `src/content/${FAQ} has an error`,
    `order is 3, and so is the one of src/content/${FAQS[2]!.file}`,
  ],
  [
    'gives a question a number beyond the last',
    FAQ,
    (text) => at(text, 'order: 2', 'order: 7'),
    'order is 7, but there are only 6 entries.',
  ],
  [
    'writes a colon in a question',
    FAQ,
    (text) => at(text, 'question: ', 'question: Say: '),
    `src/content/${FAQ}, line 2, is not a field and its text`,
    'stands between quotation marks',
  ],
  [
    'writes a # in a question',
    FAQ,
    (text) => at(text, /question: .*/, 'question: Does the price depend on the # of calls?'),
    `src/content/${FAQ}, line 2, has a # that ends the text. Put the whole text between quotation marks`,
  ],
  [
    'begins a question with a #',
    FAQ,
    (text) => at(text, /question: .*/, 'question: # of calls?'),
    'line 2, has a #',
  ],
  ...[FAQ, 'home.json'].map((file): [string, string, (text: string) => string, string] => [
    `leaves a merge of ${file} unfinished`,
    file,
    (text) => {
      const lines = text.split('\n');
      return lines
        .toSpliced(1, 1, '<<<<<<< HEAD', lines[1]!, '=======', lines[1]!, '>>>>>>> words')
        .join('\n');
    },
    `src/content/${file}, line 2, begins or ends one of two versions of the same lines`,
  ]),
  [
    'pastes a character that was lost on the way',
    'home.json',
    (text) => at(text, HEADING, `${HEADING}You don\u0092t `),
    'hero → heading has a character that nobody can read (U+0092), after “You don”',
  ],
  [
    'loses the hyphens above a question',
    FAQ,
    (text) => text.slice(4),
    'must begin with a line of three hyphens',
  ],
  ['leaves an answer empty', FAQ, (text) => at(text, /---\n\n.*/s, '---\n'), 'answer is empty'],
  ['writes an unknown placeholder into an answer', FAQ, append('{brnad}'), 'has {brnad}', '(Line 8.)'],
  ['puts a heading into an answer', FAQ, append('# More'), 'answer has a heading', '(Line 8.)'],
  ['puts a picture into an answer', FAQ, append('![A van](van.png)'), 'answer has a picture'],
  ['puts a script into an answer', FAQ, append('<script>go()</script>'), 'has HTML or a script', '(Line 8.)'],
  ['puts a tag into an answer', FAQ, append('<b>now</b>'), 'answer has HTML'],
  ['puts a table into an answer', FAQ, append('| a |\n|---|\n| b |'), 'answer has a table'],
  ['links to a page that is not there', FAQ, append('[x](/demo)'), 'links to /demo, which is not a page'],
  [
    'types an address without https',
    FAQ,
    append('See www.example.com.'),
    'has www.example.com, which is not a whole address',
  ],
  ['strikes words out', FAQ, append('~~free~~'), 'has struck-out words'],
  ['writes a check list', FAQ, append('- [ ] call'), 'has a check box'],
  [
    'does not end bold words',
    FAQ,
    append('Now **bold and more'),
    'has ** without its other half',
    '(Line 8.)',
  ],
  ['does not end a link', FAQ, append('See [prices](/support-packages'), 'has ]( without its other half'],
  [
    'writes Markdown in a heading',
    'home.json',
    (text) => at(text, HEADING, `${HEADING}**No** `),
    'hero → heading has **',
  ],
  [
    'writes HTML in a heading',
    'home.json',
    (text) => at(text, HEADING, `${HEADING}No<br>`),
    'hero → heading has <br>',
  ],
  [
    'has a space inside an address',
    'site.json',
    (text) => at(text, /"bookingPage": "[^"]*/, '"bookingPage": "https://example.com/a call'),
    'bookingPage has a space in it',
  ],
  ['links to a script', FAQ, append('[x](javascript:go)'), 'links to "javascript:go". A link leads to'],
])('an editor who %s reads what to mend', async (_, file, change, ...says) => {
  await edit(file, change);
  const message = await messages();
  for (const words of says) expect(message).toContain(words);
});

test.each([
  ['home.json', 'src/content/home.json is missing'],
  ['agents/inbound-voice-agents.json', 'src/content/agents/inbound-voice-agents.json is missing'],
  [FAQ, 'src/content/faqs holds 5 files and needs exactly 6: add 1'],
  ['faqs', 'src/content/faqs is missing'],
])('an editor who deletes %s gets a message that names it', async (file, says) => {
  await rm(join(content, file), { recursive: true });
  expect(await messages()).toContain(says);
});

test.each([
  ['home copy.json', 'src/content/home copy.json is not a content file, and nothing in it reaches the site'],
  ['agents/inbound.json', 'src/content/agents/inbound.json is not a page of this site'],
  ['faqs/cost.txt', 'src/content/faqs/cost.txt is not a Markdown file'],
  ['faqs/cost copy.md', 'src/content/faqs holds 7 files and needs exactly 6: remove 1'],
])('an editor who leaves %s beside the real file gets a message that names it', async (file, says) => {
  await write(file, '');
  expect(await messages()).toContain(says);
});

test('a byte order mark and a Windows line end do no harm', async () => {
  await edit('home.json', (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`);
  await edit(FAQ, (text) => text.replaceAll('\n', '\r\n'));
  expect(await messages()).toBe('');
});

test('what is pasted from slides, a word processor or a chat reaches no page: only its words do', async () => {
  const before = JSON.stringify(await allWords());
  await edit('site.json', (text) =>
    at(text, '"bookingPage": "https://', '"bookingPage": "\u200Bhttps\\u200b://'),
  );
  await edit('home.json', (text) =>
    text.replaceAll(/(?<=\w) (?=\w)/g, '\u00A0').replaceAll(/(?<=\w), (?=\w)/g, ',\v'),
  );
  await edit('agents/inbound-voice-agents.json', (text) => text.replaceAll(/(?<=\w)-(?=\w)/g, '-\u2060\x07'));
  await edit(FAQ, (text) => text.replaceAll('. ', '.\u3000\u00AD'));
  expect(JSON.stringify(await allWords())).toBe(before);
  expect(normalizeText('👩\u200D🔧 ☎\uFE0F می\u200Cخواهم'), 'joiners of emoji and Persian').toMatch(
    /\u200D.*\uFE0F.*\u200C/,
  );
});

test('an answer may have lists, emphasis and links to pages, sections, other sites, the e-mail address and a phone number', async () => {
  const markdown =
    '- *one*\n- **{brand}**\n\n1. [a](/) [b](/#faqs) [c](https://example.com) [d](mailto:{email}) ' +
    '[e](tel:+14155550142) https://example.com/f';
  await edit(FAQ, append(markdown));
  expect(await messages()).toBe('');

  const values = placeholderValues({ ...JSON.parse(await read('site.json')), brand: 'Star* & *Sons' });
  expect(proseToHtml(markdown, values, '(new tab)').replaceAll('\n', '')).toBe(
    '<ul><li><em>one</em></li><li><strong>Star* &amp; *Sons</strong></li></ul><ol><li><a href="/">a</a> ' +
      '<a href="/#faqs">b</a> <a href="https://example.com" target="_blank" rel="noopener">c' +
      '<span class="link-suffix"> (new tab)</span></a> ' +
      `<a href="mailto:${site.email}">d</a> <a href="tel:+14155550142">e</a> ` +
      '<a href="https://example.com/f" target="_blank" rel="noopener">https://example.com/f' +
      '<span class="link-suffix"> (new tab)</span></a></li></ol>',
  );
});

/** Advances the fake clock until the server reads a changed file, or reads a file with errors again. */
const settle = () => vi.advanceTimersByTimeAsync(250);

describe('while the development server runs', () => {
  type Entry = { id: string; data: Record<string, unknown> };
  const file = 'home.json';
  let words: () => string;
  let log: { warn: string[]; error: string[]; info: string[] };
  let changed: (event: string, path?: string) => void;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const watcher = new EventEmitter();
    const entries = new Map<string, Entry>();
    log = { warn: [], error: [], info: [] };
    words = () => JSON.stringify([...entries.values()]);
    changed = (event, path = file) => watcher.emit('all', event, join(content, path));
    const { loader } = collections.home as unknown as { loader: Loader };
    await loader.load({
      collection: 'home',
      config: { root: pathToFileURL(`${root}/`) },
      watcher: Object.assign(watcher, { add: () => {} }),
      logger: Object.fromEntries(
        Object.entries(log).map(([level, lines]) => [level, (line: string) => lines.push(line)]),
      ),
      store: { clear: () => entries.clear(), set: (entry: Entry) => entries.set(entry.id, entry) },
    } as unknown as LoaderContext);
  });
  afterEach(() => vi.useRealTimers());

  const shows = (text: string) => vi.waitFor(() => expect(words()).toContain(text));

  test('a change is read, and a new character that the typefaces lack is named', async () => {
    await edit(file, (text) => at(text, HEADING, `${HEADING}Žádný `));
    changed('change');
    await settle();
    await shows('Žádný');
    await vi.waitFor(() => expect(log.warn.join('')).toMatch(/hero → heading has Ž.*npm run fonts/));
  });

  test('a file that is emptied and then written is no error', async () => {
    const text = await read(file);
    await write(file, '');
    changed('change');
    await settle();
    await write(file, at(text, HEADING, `${HEADING}Not one `));
    await settle();
    await vi.waitFor(async () => {
      await settle();
      expect(words()).toContain('Not one ');
    });
    expect(log.error).toEqual([]);
  });

  test('an error is shown in place of the content until the file is back', async () => {
    const text = await read(file);
    await rename(join(content, file), join(content, 'home-old.json'));
    changed('unlink');
    changed('add', 'home-old.json');
    await vi.waitFor(async () => {
      await settle();
      expect(words()).toContain('home-old.json is not a content file');
    });
    await rm(join(content, 'home-old.json'));
    changed('unlink', 'home-old.json');
    await vi.waitFor(async () => {
      await settle();
      expect(words()).toContain('home.json is missing');
    });
    await write(file, text);
    changed('add');
    await settle();
    await shows(home.hero.heading);
  });
});
