/** Another brand than the one that the repository has: what its owner changes, following "Make it yours" in README. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** By the file in `src/content`, then by the field. */
const WORDS = {
  'site.json': {
    brand: 'Lantern & Sons',
    tagline: 'AI voice agents for electricians',
    email: 'office@lantern.example',
    bookingPage: 'https://calendar.lantern.example/half-an-hour',
    profile: undefined,
    'figures.setupFee': '$1,900',
    'menu.items.2.label': 'Questions',
    'splash.words.0': 'Brighter',
  },
  'home.json': {
    title: '{brand} | AI voice agents for electricians',
    'hero.heading': 'No Call Left in the Dark',
    'hero.demoLabel': 'Hear It Yourself',
    'benefits.heading': 'What It Brings',
    'services.items.0.title': 'Voice agents that answer',
  },
  'request-demo.json': {
    'hero.heading': 'Get a Call Tonight',
    'form.fields.companyName.label': 'Your Business',
    'form.fields.email.required': 'We need your email',
    'form.submit': 'Call Me',
    'form.submitting': 'One moment...',
    'confirmation.heading': 'Your Phone Is About to Ring',
  },
  'support-packages.json': { 'features.items.0.title': 'An eye on it, day and night' },
  'agents/inbound-voice-agents.json': { 'useCases.items.0.title': 'Front Desk' },
} as const;

/** Teal. */
export const ACCENT = 'oklch(80% 0.12 190)';

export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="currentColor">
  <path d="M10 2h4v3h2l2 5H6l2-5h2zM7 11h10l1 8H6zM8 20h8v2H8z"/>
</svg>
`;

type Json = { [name: string]: Json | string | undefined };

/** Puts a value in the place of another one, which it returns; undefined takes the field out. */
function put(content: Json, field: string, value: string | undefined): string {
  const names = field.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce((part, name) => part[name] as Json, content);
  const before = holder[last];
  if (typeof before !== 'string') throw new Error(`The content has no ${field}.`);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return before;
}

/** Makes the site in `root` this brand's. */
export function rename(root: string): void {
  const edit = (file: string, change: (text: string) => string) => {
    const path = join(root, file);
    const before = readFileSync(path, 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`The edit of ${file} changes nothing.`);
    writeFileSync(path, after);
  };

  const changed: [string, string | undefined][] = [];
  for (const [file, fields] of Object.entries(WORDS))
    edit(`src/content/${file}`, (text) => {
      const content = JSON.parse(text) as Json;
      for (const [field, value] of Object.entries(fields)) changed.push([put(content, field, value), value]);
      return JSON.stringify(content, undefined, 2);
    });
  edit('src/styles/_tokens.scss', (text) => text.replace(/^\$accent: .*/m, `$accent: ${ACCENT};`));
  edit('src/assets/mark.svg', () => MARK);
  edit('tests/support/specification.ts', (text) =>
    changed.reduce((all, [before, after]) => (after ? all.replaceAll(before, after) : all), text),
  );
}
