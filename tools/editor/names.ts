/** What the editor calls fields: what a visitor sees there, not what the code calls it. */
import { fill, placeholderValues } from '../../src/copy/placeholders.ts';
import { textsIn } from '../../src/copy/texts.ts';
import { BETWEEN_ENTRIES, CLAIMS, fieldOf, TEXTS } from '../specification.ts';
import type { Content, Form } from './content.ts';
import { keyOf, valueAt, type Path } from './merge.ts';

/** Names of what stands in many schemas, or is linked to. A group with an empty name has no heading. */
const NAMES: Partial<Record<string, string>> = { faqs: 'Questions', hero: 'Top of the page', items: '' };

/** A field's name in words: its title in the schema, or `shipTo` as "Ship to", and so `ship-to`. */
export function humanize(name: string, schema?: { title?: string }): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('-', ' ');
  return schema?.title ?? NAMES[name] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}

/** The text of an entry of a list, or of a section, by which an editor recognizes it; or an empty string. */
export function nameOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry ?? '');
  const { icon: _, ...fields } = entry as Record<string, unknown>;
  const names = ['heading', 'title', 'question', 'text', 'label', ...Object.keys(fields)];
  return String(names.map((name) => fields[name]).find((value) => typeof value === 'string') ?? '');
}

/** The form of a file. A file that is not there any more, or a folder, has the form of the files in the same folder. */
export function formOf(file: string, forms: readonly Form[]): Form | undefined {
  const [folder] = file.split('/');
  const isOf = (name: string) => name.split('/')[0] === folder;
  return forms.find(({ files }) => files.includes(file)) ?? forms.find(({ files }) => files.some(isOf));
}

/** The longest text by which an entry is called. */
const LONGEST_NAME = 40;

/** The text by which an editor recognizes the entry at a path, in quotation marks; empty where it has none. */
function quotedName(content: Content, path: Path): string {
  const name = nameOf(valueAt(content, path));
  if (name === '') return '';
  if (name.length <= LONGEST_NAME) return `“${name}”`;
  return `“${name.slice(0, LONGEST_NAME - 1).trimEnd()}…”`;
}

/** A field in words, such as `Landing page › Services › “Learn more” › Title`; an entry goes by its own text. */
export function inWords(path: Path, content: Content, forms: readonly Form[]): string {
  const [file, ...field] = path;
  const form = formOf(String(file), forms);
  const words = [form?.title];
  const hasSeveralFiles = form !== undefined && form.files.length > 1;
  const order = content[String(file)]?.['order']; // A folder has none.
  if (hasSeveralFiles) words.push(quotedName(content, [file!]) || (order ? `no. ${String(order)}` : ''));
  let schema: any = form?.schema;
  for (const [index, step] of field.entries()) {
    schema = schema?.items ?? schema?.properties?.[step];
    if (typeof step === 'number')
      words.push(quotedName(content, path.slice(0, index + 2)) || `no. ${step + 1}`);
    else words.push(humanize(String(step), schema));
  }
  return words.filter(Boolean).join(' › ');
}

/** What the specification fixes, whole texts and phrases within texts, by the field's key. */
export function fixedTexts(content: Content): Map<string, string> {
  const values = placeholderValues(content['site.json'] as Parameters<typeof placeholderValues>[0]);
  const claims = Object.values(CLAIMS).flat();
  const fixed = new Map<string, string>();
  for (const { path, text } of textsIn(fill(content, values))) {
    const [file, ...field] = path;
    const entry = field.find((step) => typeof step === 'number') ?? 0;
    const whole = TEXTS[file!]?.[fieldOf({ path: field })]?.split(BETWEEN_ENTRIES)[entry];
    // The field shows these between one pair of quotation marks.
    const phrases = claims.filter((claim) => text.includes(claim)).join('”, “');
    const words = whole ?? phrases;
    if (words) fixed.set(keyOf(path), words);
  }
  return fixed;
}

/** A value, whole, as a reader of a list of changes sees it. */
export function asText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object' || value === null) return String(value ?? '') || '(nothing)';
  const isList = Array.isArray(value);
  const lines = Object.entries(value).map(([name, part]) => {
    const label = isList ? `${Number(name) + 1}.` : `${humanize(name)}:`;
    return `${label} ${asText(part).replaceAll('\n', '\n    ')}`;
  });
  return lines.join('\n') || '(nothing)';
}
