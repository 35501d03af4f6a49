/** What visitors read, from the content files that the site is built from: tests compare the pages with it. */
import type { CollectionEntry } from 'astro:content';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizeContent } from '../../src/copy/normalize.ts';
import { ofEachField } from '../../src/demo-request/fields.ts';
import { PAGES } from '../../src/copy/pages.ts';
import { fill, placeholderValues } from '../../src/copy/placeholders.ts';

const CONTENT = join(import.meta.dirname, '../../src/content');
const textOf = (file: string) => readFileSync(join(CONTENT, file), 'utf8');
const values = placeholderValues(JSON.parse(textOf('site.json')));

/** Typed by the schema, as what is optional there may be missing in the file. */
const read = <Name extends 'site' | 'home' | 'requestDemo' | 'supportPackages' | 'agents' | 'errorPage'>(
  file: string,
) => fill(normalizeContent(JSON.parse(textOf(file))), values) as CollectionEntry<Name>['data'];

export const site = read<'site'>('site.json');
export const home = read<'home'>('home.json');
export const demo = read<'requestDemo'>('request-demo.json');
export const support = read<'supportPackages'>('support-packages.json');
export const inbound = read<'agents'>('agents/inbound-voice-agents.json');
export const outbound = read<'agents'>('agents/outbound-voice-agents.json');
export const errorPage = read<'errorPage'>('error-page.json');

/** The questions and answers in order, with the text of their files; src/copy/loader.ts, which needs Astro, is not used. */
export const FAQS = globSync('faqs/*.md', { cwd: CONTENT })
  .map((file) => {
    const text = fill(normalizeContent(textOf(file)), values);
    // The question may stand in quotation marks; the answer follows the second line of hyphens.
    const [, , question = '', answer = ''] = /^question: *(['"]?)(.*)\1$[^]*?^---\n+([^]*)/m.exec(text) ?? [];
    return { file, text, question, answer: answer.trim(), order: Number(/^order: *(\d)/m.exec(text)?.[1]) };
  })
  .toSorted((one, other) => one.order - other.order);

/** The content of the page at that path, from the JSON file of the same name. */
export const contentOf = (path: string): object =>
  read(globSync(`**/${path.slice(1) || 'home'}.json`, { cwd: CONTENT })[0]!);

/** The pages of the site; every other address shows the error page. */
export const PATHS = PAGES.map(({ path }) => path);

/** The menu's label of a section or a page. */
export function menuLabelOf(link: string): string {
  const item = site.menu.items.find((one) => one.link === link);
  if (!item) throw new Error(`No item of the menu in src/content/site.json leads to ${link}.`);
  return item.label;
}

export const FIELD_LABELS = ofEachField((name) => demo.form.fields[name].label);
