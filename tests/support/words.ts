/** What visitors read, from the content files that the site is built from: tests compare the pages with it. */
import type { CollectionEntry } from 'astro:content';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ofEachField } from '../../src/demo-request/fields.ts';
import { PAGES } from '../../src/copy/pages.ts';
import { readFields } from '../../src/copy/parse.ts';
import { fill, placeholderValues } from '../../src/copy/placeholders.ts';

const CONTENT = join(import.meta.dirname, '../../src/content');
const fieldsOf = (file: string) => readFields(CONTENT, file).content;
const values = placeholderValues(fieldsOf('site.json') as CollectionEntry<'site'>['data']);

type Name = 'site' | 'home' | 'faqs' | 'requestDemo' | 'supportPackages' | 'agents' | 'errorPage';
/** Typed by the schema, as what is optional there may be missing in the file. */
const read = <N extends Name>(file: string) => fill(fieldsOf(file), values) as CollectionEntry<N>['data'];

export const site = read<'site'>('site.json');
export const home = read<'home'>('home.json');
export const demo = read<'requestDemo'>('request-demo.json');
export const support = read<'supportPackages'>('support-packages.json');
export const inbound = read<'agents'>('agents/inbound-voice-agents.json');
export const outbound = read<'agents'>('agents/outbound-voice-agents.json');
export const errorPage = read<'errorPage'>('error-page.json');

export const FAQS = globSync('faqs/*.md', { cwd: CONTENT })
  .map((file) => Object.assign(read<'faqs'>(file), { file }))
  .toSorted((one, other) => one.order - other.order);

/** The content of the page at that path, from the JSON file of the same name. */
export const contentOf = (path: string): object =>
  read(globSync(`**/${path.slice(1) || 'home'}.json`, { cwd: CONTENT })[0]!);

export const PATHS = PAGES.map(({ path }) => path);

export function menuLabelOf(link: string): string {
  const item = site.menu.items.find((one) => one.link === link);
  if (!item) throw new Error(`No item of the menu in src/content/site.json leads to ${link}.`);
  return item.label;
}

/** Where a test needs any section of the landing page that the menu leads to: its id after `#`. */
export const ANY_SECTION = site.menu.items.find(({ link }) => link.startsWith('/#'))!.link.slice(1);

export const FIELD_LABELS = ofEachField((name) => demo.form.fields[name].label);
