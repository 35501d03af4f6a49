/** What visitors read, from the content files that the site is built from: tests compare the pages with it. */
import type { CollectionEntry } from 'astro:content';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import errorPageFile from '../../src/content/error-page.json' with { type: 'json' };
import homeFile from '../../src/content/home.json' with { type: 'json' };
import inboundFile from '../../src/content/agents/inbound-voice-agents.json' with { type: 'json' };
import outboundFile from '../../src/content/agents/outbound-voice-agents.json' with { type: 'json' };
import demoFile from '../../src/content/request-demo.json' with { type: 'json' };
import siteFile from '../../src/content/site.json' with { type: 'json' };
import supportFile from '../../src/content/support-packages.json' with { type: 'json' };
import { normalizeContent } from '../../src/copy/normalize.ts';
import { ofEachField } from '../../src/demo-request/fields.ts';
import { PAGES } from '../../src/copy/pages.ts';
import { fill, placeholderValues } from '../../src/copy/placeholders.ts';

const values = placeholderValues(siteFile);

/** Typed by the schema, not by what the file happens to have: what is optional there may be missing. */
const read = <Name extends 'site' | 'home' | 'requestDemo' | 'supportPackages' | 'agents' | 'errorPage'>(
  file: object,
) => fill(normalizeContent(file), values) as CollectionEntry<Name>['data'];

export const site = read<'site'>(siteFile);
export const home = read<'home'>(homeFile);
export const demo = read<'requestDemo'>(demoFile);
export const support = read<'supportPackages'>(supportFile);
export const inbound = read<'agents'>(inboundFile);
export const outbound = read<'agents'>(outboundFile);
export const errorPage = read<'errorPage'>(errorPageFile);

const CONTENT = join(import.meta.dirname, '../../src/content');

/** Each question and its answer, in order, with the text of its Markdown file, front matter and all. */
export const FAQS = globSync('faqs/*.md', { cwd: CONTENT })
  .map((file) => {
    const text = fill(normalizeContent(readFileSync(join(CONTENT, file), 'utf8')), values);
    const [, , question = '', answer = ''] = /^question: *(['"]?)(.*)\1$[^]*?^---\n+([^]*)/m.exec(text) ?? [];
    return { file, text, question, answer: answer.trim(), order: Number(/^order: *(\d)/m.exec(text)?.[1]) };
  })
  .toSorted((one, other) => one.order - other.order);

/** The pages of the site; every other address shows the error page. */
export const PATHS = PAGES.map(({ path }) => path);

/** The menu's label of a section or a page. */
export function menuLabelOf(link: string): string {
  const item = site.menu.items.find((one) => one.link === link);
  if (!item) throw new Error(`No item of the menu in src/content/site.json leads to ${link}.`);
  return item.label;
}

/** The labels of the form's fields. */
export const FIELD_LABELS = ofEachField((name) => demo.form.fields[name].label);
