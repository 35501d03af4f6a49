/** Another brand than the repository's: what whoever takes the site over changes, after "Make it yours" in README. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** By the file in `src/content`, then by the field. */
const WORDS = {
  'site.json': {
    brand: 'Lantern & Sons',
    tagline: 'AI voice agents for electricians',
    email: 'office@lantern.example',
    bookingPage: 'https://calendar.lantern.example/half-an-hour',
    'figures.setupFee': '$1,900',
    'menu.items.2.label': 'Questions',
  },
  'home.json': {
    title: '{brand} | AI voice agents for electricians',
    'hero.demoLabel': 'Hear It Yourself',
    'benefits.heading': 'What It Brings',
    'services.learnMore': 'Have a Look',
  },
  'request-demo.json': {
    'hero.heading': 'Get a Call Tonight',
    'form.fields.companyName.label': 'Your Business',
    'form.fields.email.required': 'We need your email',
    'form.submit': 'Call Me',
    'confirmation.heading': 'Your Phone Is About to Ring',
  },
  'support-packages.json': { 'features.items.0.title': 'An eye on it, day and night' },
  'agents/inbound-voice-agents.json': { 'useCases.items.0.title': 'Front Desk, Day and Night' },
};

const TEAL = 'oklch(80% 0.12 190)';

const LANTERN = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="currentColor">
  <path d="M10 2h4v3h2l2 5H6l2-5h2zM7 11h10l1 8H6zM8 20h8v2H8z"/>
</svg>
`;

type Json = { [name: string]: Json };

/** Gives the copy in `root` this brand. Returns the files that it has changed. Throws when one of them stays as it is. */
export function rename(root: string): string[] {
  const edited: string[] = [];
  const edit = (file: string, change: (text: string) => string) => {
    const before = readFileSync(join(root, file), 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`The edit of ${file} changes nothing.`);
    writeFileSync(join(root, file), after);
    edited.push(file);
  };

  const newByOld = new Map<string, string>();
  for (const [file, fields] of Object.entries(WORDS))
    edit(`src/content/${file}`, (text) => {
      const content = JSON.parse(text);
      for (const [field, after] of Object.entries(fields)) {
        const [name = '', ...parents] = field.split('.').toReversed();
        const part = parents.reduceRight<Json>((whole, parent) => whole[parent]!, content);
        newByOld.set(String(part[name]), after);
        Object.assign(part, { [name]: after });
      }
      return JSON.stringify(content, undefined, 2);
    });
  const anyOld = new RegExp(Array.from(newByOld.keys(), RegExp.escape).join('|'), 'g');
  edit('src/copy/specification.ts', (text) =>
    text.replace(anyOld, (before) => newByOld.get(before) ?? before),
  );
  const [oldBrand = ''] = newByOld.keys();
  edit('README.md', (text) => text.replaceAll(oldBrand, WORDS['site.json'].brand));
  edit('src/styles/_tokens.scss', (text) => text.replace(/^\$accent: .*/m, `$accent: ${TEAL};`));
  edit('src/assets/mark.svg', () => LANTERN);
  return edited;
}
