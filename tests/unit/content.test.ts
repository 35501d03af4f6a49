import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { beforeEach, expect, test, vi } from 'vitest';
import { collections } from '@/content.config';
import { readContentFolder } from '@/copy/loader';
import { withNoBreakSpaces } from '@/copy/no-break-spaces';
import { normalizeText } from '@/copy/normalize';
import { pageAt } from '@/copy/pages';
import { placeholderValues } from '@/copy/placeholders';
import { proseToHtml } from '@/copy/markdown';
import { editFile } from '../support/edit-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { FAQS, home, site } from '../support/words';

const root = temporaryFolder();
const content = join(root, 'src/content');

beforeEach(async () => {
  await rm(content, { recursive: true, force: true });
  await cp('src/content', content, { recursive: true });
});

const write = (file: string) => writeFile(join(content, file), '');
const edit = (file: string, change: Parameters<typeof editFile>[1]) => editFile(join(content, file), change);
const replace = (file: string, from: string | RegExp, to: string) =>
  edit(file, (text) => text.replace(from, () => to));

const build = () => readContentFolder(content);

const { file: FAQ } = FAQS[1]!;
const FAQ_TEXT = readFileSync(`src/content/${FAQ}`, 'utf8');
/** The landing page's headline, the first heading in home.json, without the quotation mark at its end. */
const HEADLINE = /"heading": "(?:[^"\\]|\\.)*/;
const HEADING = '"heading": "';
/** All but the first two lines, each an object, of the first example call. */
const FROM_THIRD_LINE = /(?<="lines": \[[^\]{}]*\{[^}]*\},\s*\{[^}]*\})[^\]]*/;
const KEYWORDS = /"keywords": \[[^]*?\]/;
/** How an error says where it is, in a text that is added behind the answer and an empty line. */
const ADDED_LINE = `(Line ${FAQ_TEXT.trimEnd().split('\n').length + 2}.)`;

test.each<[file: string, from: string | RegExp, to: string, says: string]>([
  ['site.json', '",\n', '"\n', 'src/content/site.json, line 3, lacks a comma'],
  ['site.json', '",\n', '"\n', `\n    ${`"tagline": "${site.tagline}`.slice(0, 40)}\n    ^`],
  ['error-page.json', '"\n}', '",\n}', 'has a comma before a closing bracket. Remove that comma'],
  ['home.json', /\n\s*\]\n/, '\n', 'has a bracket too few or too many'],
  ['site.json', '"brand"', '“brand”', 'site.json, line 2, has a typographic quotation mark'],
  ['home.json', HEADLINE, `${HEADING}No\n`, 'has a quotation mark too many or too few. A comma'],
  ['home.json', HEADLINE, `${HEADING}No "Lead" `, 'inside it write “ ” or \\"'],
  ['site.json', '"brand"', '"brand": "A",\n  "brand"', 'line 3, has the field "brand" a second time'],
  ['home.json', /^/, '<<<<<<< HEAD\n', 'line 1, begins or ends one of two versions'],
  ['error-page.json', /[^]*/, '[]', 'error-page.json must be one JSON object'],
  ['error-page.json', /[^]*/, '', 'error-page.json, line 1, is empty'],
  ['home.json', HEADLINE, '"heading": 3, "was": "', 'hero → heading must be text between quotation marks.'],
  ['home.json', HEADLINE, '"heading": " ', 'hero → heading is empty. Write something.'],
  ['home.json', HEADLINE, HEADING + 'No '.repeat(20), ' characters and takes at most 40. Make it shorter.'],
  ['site.json', '"brand": "', '"brand": "{brand} ', 'brand takes no words in braces'],
  ['site.json', '"email": "', '"email": "@', 'email must be an e-mail address such as'],
  ['site.json', 'https://', 'example', 'bookingPage must be a full web address such as'],
  ['site.json', 'https://', 'https://a b', 'bookingPage has a space in it'],
  ['site.json', /"showHome": \w+/, '"showHome": "no"', 'menu → showHome must be true or false, without'],
  ['home.json', /"delay": \d+/, '"delay": 0.5', ' → delay must be a whole number.'],
  ['home.json', /"delay": \d+/, '"delay": "5"', ' → delay must be a number without quotation marks.'],
  ['home.json', /"delay": \d+/, '"delay": -1', ' → delay must be at least 0.'],
  ['home.json', /"delay": \d+/, '"delay": 1001', ' → delay must be at most 1000.'],
  ['home.json', /"icon": "\w*/, '"icon": "', ' → entry 1 → icon must be one of: "'],
  ['home.json', KEYWORDS, '"keywords": "a"', 'has an error:\n  - marquee → keywords must be a list'],
  ['home.json', KEYWORDS, '"keywords": ["a"]', 'has 1 entry and needs exactly 6: add 5.'],
  ['home.json', '"board": {', '"board": 3, "was": {', 'services → board must be a group of fields'],
  ['home.json', '"hero"', '"Hreo"', 'hero is missing. Add it.\n  - Hreo is not a field that exists here'],
  ['home.json', '"hero"', '"Hreo"', 'Did you mean "hero"? The fields are: title, '],
  ['home.json', FROM_THIRD_LINE, '', 'but the call has 2 lines: type at most 3.'],
  ['site.json', '"supportFrom": "$', '"supportFrom": "$9,', 'figures → supportFrom is above the highest'],
  ['site.json', /"trialDays": \d+/, '"trialDays": 1', 'figures → trialDays must be at least 2'],
  [
    'site.json',
    /"link": "[^"]*"/,
    `"link": "${site.menu.items.at(-1)!.link}"`,
    'menu → items has one link twice',
  ],
  ['error-page.json', /\d+:\d+ /, '27:77 ', 'time must be a time'],
  ['support-packages.json', '{brand}', '{brnad}', 'title has {brnad}, which stands for nothing'],
  ['home.json', HEADLINE, `${HEADING}{brand `, 'hero → heading has { without its other half'],
  ['home.json', HEADLINE, `${HEADING}brand} `, 'hero → heading has } without its other half'],
  ['home.json', HEADLINE, `${HEADING}======= `, 'hero → heading has a line of =======, left over from'],
  ['home.json', HEADLINE, `${HEADING}don\u0092t `, 'nobody can read (U+0092), after “don”'],
  ['home.json', HEADLINE, `${HEADING}**No** `, 'hero → heading has **'],
  ['home.json', HEADLINE, `${HEADING}No<br>`, 'hero → heading has <br>'],
  ['home.json', HEADLINE, `${HEADING}No <!-- ask -->`, 'hero → heading has <!-- ask -->, which'],
  ['home.json', HEADLINE, `${HEADING}Heating &amp; no`, 'hero → heading has &amp;, which'],
  ['home.json', HEADLINE, `${HEADING}No&#8212;`, 'hero → heading has &#8212;, which'],
  [FAQ, 'order: 2', 'order: 3', `each order from 1 to 6 once. It has 6: 1 in ${FAQS[0]!.file}, 3 in `],
  [FAQ, 'question: ', 'question: "Say: ', `src/content/${FAQ}, line 2, is not a field and its text`],
  [FAQ, 'order: 2', 'question: 2', 'line 3, is not a field and its text'],
  [FAQ, /^---\n/, '', 'must begin with a line of three hyphens'],
  [FAQ, /---\n\n[^]*/, '---\n', 'answer is empty'],
])('in %s, an editor who replaces %s by %j reads what to mend', async (file, from, to, says) => {
  replace(file, from, to);
  expect(build).toThrow(says);
});

test('of a file with more brackets within each other than anybody can read, the name is said', () => {
  replace('error-page.json', /[^]*/, '['.repeat(100_000));
  expect(build).toThrow('src/content/error-page.json, line 1, has more than 50 brackets within each other.');
});

test('a question may have any characters, with or without quotation marks', async () => {
  replace(FAQ, 'question: ', 'question: Say: the # of “calls”? ');
  expect(build().get(FAQ)!['question']).toContain('Say: the # of “calls”? ');
  replace(FAQ, /question: .*/, 'question: "Who said \\"no\\"?"');
  expect(build().get(FAQ)!['question']).toBe('Who said "no"?');
});

test.each([
  ['{brnad}', 'has {brnad}, which stands for nothing', ADDED_LINE],
  ['# More', 'answer has a heading', ADDED_LINE],
  ['![A van](van.png)', 'answer has a picture'],
  ['<script>go()</script>', 'has HTML or a script', ADDED_LINE],
  ['| a |\n|---|\n| b |', 'answer has a table'],
  ['[x](/demo)', 'links to /demo, which is not a page'],
  ['[x](javascript:go)', 'links to "javascript:go". A link leads to'],
  ['See www.example.com.', 'has www.example.com, which is not a whole address'],
  ['~~free~~', 'has struck-out words'],
  ['- [ ] call', 'has a check box'],
  ['[](/request-demo)', 'has a link without words', ADDED_LINE],
  ['[ ](/request-demo)', 'has a link without words'],
  ['- one\n-\n- two', 'has an entry of a list without words'],
  ['Costs {setupFee', 'has { without its other half', ADDED_LINE],
  ['=======', 'begins or ends one of two versions'],
  ['Now **bold and more', 'has ** without its other half', ADDED_LINE],
  ['See [prices](/support-packages', 'has ]( without its other half'],
  [
    'Ask &#123;brand&rcub;',
    'has &#123;, which becomes {. Type the braces themselves, as in {brand}.',
    ADDED_LINE,
  ],
  ['Call &#x202e;now', 'has &#x202e;, a character that nobody sees or can read. Remove it.'],
  ['Call&#7; &rlm;now', 'has &rlm;, a character that nobody sees'],
])('an editor who writes %j into an answer reads that it %s', async (more, ...says) => {
  edit(FAQ, (text) => `${text}\n${more}\n`);
  for (const words of says) expect(build).toThrow(words);
});

test.each([
  ['deletes', 'agents/inbound-voice-agents.json', 'agents/inbound-voice-agents.json is missing'],
  ['deletes', FAQ, 'faqs needs exactly 6 files, with each order from 1 to 6 once. It has 5: 1 in '],
  ['adds', 'home copy.json', 'home copy.json is not a content file, and nothing in it reaches the site'],
  ['adds', 'faqs/cost.txt', 'faqs/cost.txt is not a content file'],
])('an editor who %s %s gets a message that names it', async (action, file, says) => {
  await (action === 'adds' ? write(file) : rm(join(content, file)));
  expect(build).toThrow(`src/content/${says}`);
});

test('a page that is not in the list of pages is named', () => {
  expect(() => pageAt('/about')).toThrow('The page /about is missing in the list of src/copy/pages.ts.');
});

test('files that Windows and Word write beside the content files stop nothing', async () => {
  for (const file of ['desktop.ini', 'faqs/Thumbs.db', 'faqs/~$cost.md', '~$home.json']) await write(file);
  expect(build).not.toThrow();
});

test('a file that is not saved as UTF-8 is named; a byte order mark and Windows line ends do no harm', async () => {
  edit(FAQ, (text) => text.replaceAll('\n', '\r\n'));
  edit('home.json', (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`);
  expect(build).not.toThrow();
  edit('home.json', (text) => Buffer.from(text.replaceAll('’', '\u0092'), 'latin1'));
  expect(build).toThrow('src/content/home.json is not saved as UTF-8');
});

test('what is pasted from slides, a word processor or a chat reaches no page: only its words do', async () => {
  const before = build();
  replace('site.json', '": "https://', '": "\u200Bhttps\\u200b://');
  edit('home.json', (text) =>
    text.replaceAll(/(?<=\w) (?=\w)/g, '\u00A0').replaceAll(/(?<=\w), (?=\w)/g, ',\v'),
  );
  edit('agents/inbound-voice-agents.json', (text) => text.replaceAll(/(?<=\w)-(?=\w)/g, '-\u2060\x07'));
  edit(FAQ, (text) => text.replaceAll('. ', '.\u3000\u00AD'));
  edit('error-page.json', (text) => text.replaceAll(/(?<=\w) (?=\w)/g, '\t'));
  expect(build()).toEqual(before);
  const joined = '👩\u200D🔧 ☎\uFE0F می\u200Cخواهم';
  expect(normalizeText(joined), 'joiners of emoji and Persian').toBe(joined);
});

test('an answer may have lists, emphasis and links to pages, sections, other sites, the e-mail address and a phone number', async () => {
  const markdown =
    '- *one*\n- **{brand}**\n\n1. [a](/) [b](/#faqs) [c](https://example.com) [d](mailto:{email}) ' +
    '[e](tel:+14155550142) https://example.com/f';
  edit(FAQ, (text) => `${text}\n${markdown}\n`);
  expect(build).not.toThrow();
  const values = placeholderValues({ ...site, brand: 'Star* & *Sons' });
  expect(proseToHtml(markdown, values, '(new tab)').replaceAll('\n', '')).toBe(
    '<ul><li><em>one</em></li><li><strong>Star* &amp; *Sons</strong></li></ul><ol><li><a href="/">a</a> ' +
      '<a href="/#faqs">b</a> <a href="https://example.com" target="_blank" rel="noopener">c' +
      '<span class="link-suffix"> (new tab)</span></a> ' +
      `<a href="mailto:${site.email}">d</a> <a href="tel:+14155550142">e</a> ` +
      '<a href="https://example.com/f" target="_blank" rel="noopener">https://example.com/f' +
      '<span class="link-suffix"> (new tab)</span></a></li></ol>',
  );
});

test('while the development server runs, a change is read, and an error stands in place of the content until it is mended', async () => {
  const entries = new Map<string, unknown>();
  const watcher = Object.assign(new EventEmitter(), { add: () => {} });
  const warn = vi.fn<(line: string) => void>();
  const store = {
    clear: () => entries.clear(),
    set: ({ id, data }: { id: string; data: unknown }) => entries.set(id, data),
  };
  const config = { root: pathToFileURL(`${root}/`) };
  const { loader } = collections.home as unknown as { loader: Loader };
  await loader.load({ config, watcher, logger: { warn }, store } as unknown as LoaderContext);
  const showsAfter = async (change: Promise<void> | void, text: string) => {
    await change;
    watcher.emit('all', 'change', join(content, 'home.json'));
    await expect.poll(() => JSON.stringify([...entries])).toContain(text);
  };
  await showsAfter(replace('home.json', HEADLINE, `${HEADING}Žádný`), 'Žádný');
  await expect.poll(() => warn.mock.lastCall?.[0]).toMatch(/hero → heading has Ž.*npm run fonts/);
  await showsAfter(replace('home.json', '"hero"', '"hreo"'), 'hreo is not a field');
  await showsAfter(rm(join(content, 'home.json')), 'home.json is missing. Put it back');
  await showsAfter(cp('src/content', content, { recursive: true }), JSON.stringify(home.hero.heading));
});

test('a time, a range and an address stay in one line, and other words do not', () => {
  const text =
    'Tomorrow, 8 to 10 AM at 18 Alder Street, for $500 to $2,000. It takes 30 minutes to 2 people.';
  const parts = withNoBreakSpaces(text).split(' ');
  expect(parts).toEqual(
    'Tomorrow, 8_to_10_AM at 18_Alder Street, for $500_to_$2,000. It takes 30 minutes to 2 people.'
      .split(' ')
      .map((part) => part.replaceAll('_', '\u00A0')),
  );
});
