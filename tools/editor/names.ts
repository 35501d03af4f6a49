/** What the editor calls fields: what a visitor sees there, not what the code calls it. */
import type { Content, Form } from './content.ts';
import { valueAt, type Path } from './merge.ts';

/** Fields, alone or below another, whose names in the code would not do as words. A group with an empty name has none. */
const NAMES: Partial<Record<string, string>> = {
  '.title': 'Title in search results',
  '.description': 'Summary in search results',
  banner: 'Message when the request could not be sent',
  bookLabel: 'Button that books a call',
  buttonHints: 'Hints below buttons',
  consentRequired: 'Message when the box is not ticked',
  demoLabel: 'Button that asks for a demo call',
  faqs: 'Questions',
  emailLabel: 'Link that writes an e-mail',
  'footer.label': 'Name for screen readers',
  hero: 'Top of the page',
  hiddenLabel: 'Word after the logo, for screen readers',
  hint: 'Note beside the field',
  homeLabel: 'Link to the landing page',
  invalid: 'Message when it is wrong',
  items: '',
  lead: 'Introduction',
  linkLabel: 'Link',
  logEntry: 'What happens at this time of the example day',
  'logEntry.call': 'Event',
  marquee: 'Moving words on a phone',
  'marquee.label': 'Name for screen readers',
  'menu.label': 'Name for screen readers',
  order: 'Position',
  newTabHint: 'After links that open a new tab, for screen readers',
  placeholder: 'Example in the empty field',
  required: 'Message when it is empty',
  skipLink: 'First link for the keyboard: skips to the content',
  submit: 'Button that sends the form',
  submitting: 'The same button while it sends',
};

/** A field's name in words: `shipTo` is "Ship to", and so is `ship-to`. */
export function humanize(name: string, parent: PropertyKey = ''): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('-', ' ');
  return (
    NAMES[`${String(parent)}.${name}`] ??
    NAMES[name] ??
    spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase()
  );
}

/** The text that names an entry of a list or a section, or an empty string. */
export function nameOf(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'object' || entry === null) return '';
  const names = ['heading', 'title', 'question', 'text', 'label', ...Object.keys(entry)];
  const texts = names
    .filter((name) => name !== '$schema' && name !== 'icon')
    .map((name) => valueAt(entry, [name]));
  return texts.find((value) => typeof value === 'string') ?? '';
}

/** A field in words, such as `Landing page › Services › “Learn more” › Title`; an entry goes by its own text. */
export function inWords(path: Path, content: Content, forms: readonly Form[]): string {
  const form = forms.find(({ files }) => files.includes(String(path[0])));
  const steps = path.flatMap((step, index) => {
    const name = nameOf(valueAt(content, path.slice(0, index + 1)));
    if (index === 0) return [form?.title, form?.files[1] && `“${name}”`];
    if (typeof step === 'number') return name ? `“${shorten(name)}”` : `no. ${step + 1}`;
    return humanize(step, index > 1 ? path[index - 1] : '');
  });
  return steps.filter(Boolean).join(' › ');
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 39).trimEnd()}…` : text);

/** A value as a reader of a list of changes sees it. */
export function asText(value: unknown): string {
  if (value === undefined || value === '') return '(nothing)';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = Array.isArray(value)
    ? value.map((entry, index) => `${index + 1}. ${nameOf(entry)}`)
    : Object.entries(value).map(([name, part]) => `${humanize(name, 'group')}: ${asText(part)}`);
  return parts.join('\n');
}
