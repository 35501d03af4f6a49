/** What the editor calls fields: what a visitor sees there, not what the code calls it. */
import { valueAt } from './merge.ts';

/**
 * Names of fields, alone or below another, where the words of their name in the code would not do. A group without a name
 * belongs to the one above.
 */
const NAMES: Partial<Record<string, string>> = {
  '.call': 'Example call',
  '.name': 'Name of the page',
  '.time': 'Time of day',
  '.title': 'Title in search results',
  '.description': 'Summary in search results',
  aiNotice: 'Note that the caller is an AI',
  banner: 'Message when the request could not be sent',
  bookHint: 'Below buttons that book a call',
  bookLabel: 'Button that books a call',
  bookPrompt: 'Before the link that books a call',
  buttonHints: 'Hints below buttons',
  closing: 'Last section',
  consentRequired: 'Message when the box is not ticked',
  cost: 'What the price depends on',
  day: 'Example day',
  delay: 'Milliseconds before it appears',
  demoHint: 'Below buttons that ask for a demo call',
  demoLabel: 'Button that asks for a demo call',
  emailLabel: 'Link that writes an e-mail',
  example: 'Example card',
  exampleLabel: 'Words that say it is an example',
  facts: 'Facts that only you know',
  faqs: 'Questions',
  'footer.label': 'Name for screen readers',
  formLinkLabel: 'Link to the form',
  header: 'Logo',
  hero: 'Top of the page',
  hiddenLabel: 'Word after the logo, for screen readers',
  hint: 'Note beside the field',
  homeLabel: 'Link to the landing page',
  invalid: 'Message when it is wrong',
  items: '',
  lead: 'Introduction',
  legal: 'Links beside the consent',
  linkLabel: 'Link',
  logEntry: 'What happens at this time of the example day',
  'logEntry.call': 'Event',
  marquee: 'Moving words on a phone',
  'marquee.label': 'Name for screen readers',
  'menu.label': 'Name for screen readers',
  newTabHint: 'After links that open a new tab, for screen readers',
  notices: 'When the form cannot be used',
  placeholder: 'Example in the empty field',
  remaining: 'Before the number of open fields',
  required: 'Message when it is empty',
  say: 'What to say',
  shortTitle: 'Title on a phone',
  skipLink: 'First link for the keyboard: skips to the content',
  status: 'Below the heading',
  submit: 'Button that sends the form',
  submitting: 'The same button while it sends',
  who: 'Who speaks',
};

/** How many words are shown around what differs. */
const CONTEXT = 6;

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
    .filter((name) => name !== 'file' && name !== 'icon')
    .map((name) => valueAt(entry, [name]));
  return texts.find((value) => typeof value === 'string') ?? '';
}

/** A field in words, such as `Services › “Learn more” › Title`; an entry goes by its own text. */
export function inWords(path: readonly PropertyKey[], content: unknown): string {
  const steps = path.map((step, index) => {
    if (typeof step !== 'number') return humanize(String(step), path[index - 1]);
    const name = nameOf(valueAt(content, path.slice(0, index + 1)));
    return name ? `“${shorten(name)}”` : `no. ${step + 1}`;
  });
  return steps.filter(Boolean).join(' › ');
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 39).trimEnd()}…` : text);

/** A value as a reader of a list of changes sees it. */
export function asText(value: unknown): string {
  if (value === undefined || value === '') return '(nothing)';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((entry, index) => `${index + 1}. ${nameOf(entry)}`).join('\n');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, part]) => `${humanize(name, 'group')}: ${asText(part)}`)
      .join('\n');
  return String(value);
}

/** Two texts without what is the same at their beginnings and ends, but for a few words around what differs. */
export function excerpts(before: string, after: string): [before: string, after: string] {
  const [one, other] = [before, after].map((text) => text.split(/(?<=\s)/)) as [string[], string[]];
  const shorter = Math.min(one.length, other.length);
  let [head, tail] = [0, 0];
  while (head < shorter && one[head] === other[head]) head += 1;
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const [skip, drop] = [Math.max(0, head - CONTEXT), Math.max(0, tail - CONTEXT)];
  const cut = (words: string[]) =>
    `${skip ? '… ' : ''}${words
      .slice(skip, words.length - drop)
      .join('')
      .trim()}${drop ? ' …' : ''}`;
  return [cut(one), cut(other)];
}
