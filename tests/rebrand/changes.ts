/** Edits by docs/make-it-yours.md: another brand; then what its section "Add" adds, and without what is optional. */
import assert from 'node:assert/strict';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLAIMS } from '../../tools/specification.ts';
import { editFile } from '../support/edit-file.ts';

/** The other brand's texts, by file of `src/content` and field; the brand's name comes first. */
const TEXTS = {
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
    'benefits.heading': 'Telecommunications', // a word as long as a phone is wide, where text is large
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

const DARK_GREEN = 'oklch(27% 0.05 160)';

/** The headline is as long as the schema allows. */
const LONG_HEADLINE = 'No Call Is Left in the Dark, Day & Night';

const LANTERN = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="currentColor">
  <path d="M10 2h4v3h2l2 5H6l2-5h2zM7 11h10l1 8H6zM8 20h8v2H8z"/>
</svg>
`;

const question = (order: string) => String.raw`---
question: "Who answers \"urgent\": a person?"
${order}
---

You decide who. **{brand}** rings that phone.
`;

/** Content of the page that the example of the section "Add" makes. */
const TEAM_CONTENT = {
  title: 'Who answers | {brand}',
  description: 'Who is behind {brand}, and who answers when you write to us.',
  name: 'Team',
  time: '9:15 AM',
  hero: { heading: 'Who answers', lead: 'Two electricians and a lot of telephones.' },
};

/** What edits the files of the copy in `root`. */
function editsIn(root: string) {
  const edit = (file: string, to: (text: string) => string) => editFile(join(root, file), to);
  // oxlint-disable-next-line typescript/no-explicit-any -- any content file
  const editJson = (file: string, mend: (content: any) => void) =>
    edit(`src/content/${file}`, (text) => {
      const content = JSON.parse(text);
      mend(content);
      return JSON.stringify(content, undefined, 2);
    });
  const addBefore = (file: string, line: string, addition: string) =>
    edit(file, (text) => text.replace(line, () => `${addition}\n${line}`));
  const moveBefore = (file: string, line: string, moved: string) => {
    edit(file, (text) => text.replace(moved, ''));
    addBefore(file, line, moved);
  };
  const create = (file: string, text: string) => writeFileSync(join(root, file), text);
  return { edit, editJson, addBefore, moveBefore, create };
}

type Edits = ReturnType<typeof editsIn>;

/** Changes the brand, with its texts, colors and mark. */
function changeBrand({ edit, editJson }: Edits): void {
  const newByOld = new Map<string, string>();
  for (const [file, fields] of Object.entries(TEXTS))
    editJson(file, (content) => {
      for (const [field, after] of Object.entries(fields)) {
        const [name = '', ...parents] = field.split('.').toReversed();
        const part = parents.reduceRight((whole, parent) => whole[parent], content);
        newByOld.set(String(part[name]), after);
        part[name] = after;
      }
    });
  // What the specification fixes changes with the content.
  const anyOld = new RegExp(Array.from(newByOld.keys(), RegExp.escape).join('|'), 'g');
  const [oldBrand = ''] = newByOld.keys();
  edit('tools/specification.ts', (text) => text.replace(anyOld, (before) => newByOld.get(before) ?? before));
  edit('README.md', (text) => text.replaceAll(oldBrand, TEXTS['site.json'].brand));
  edit('src/styles/_tokens.scss', (text) => text.replace(/^\$accent: .*/m, `$accent: ${TEAL} !default;`));
  // The form's page is at dusk.
  edit('src/styles/_hours.scss', (text) => text.replace('surface: $plum-800', `surface: ${DARK_GREEN}`));
  edit('src/assets/mark.svg', () => LANTERN);
}

/** Replaces a question by another one, in a file of another name: the first that says nothing that is fixed. */
function replaceQuestion(root: string, { create }: Edits): void {
  const questions = globSync('src/content/faqs/*.md', { cwd: root }).map((file) => join(root, file));
  const old = questions
    .toSorted()
    .find((file) => !CLAIMS.answers.some((claim) => readFileSync(file, 'utf8').includes(claim)))!;
  const [order] = /^order: .*/m.exec(readFileSync(old, 'utf8'))!;
  rmSync(old);
  create('src/content/faqs/a-person.md', question(order));
}

/** Takes out what is optional, adds a menu item, and makes the headline as long as it may be. */
function changeOptions({ edit, editJson }: Edits): void {
  editJson('site.json', (site) => {
    delete site.profile;
    delete site.splash;
    site.menu.items.splice(2, 0, { link: '/support-packages', label: 'Packages' });
  });
  editJson('home.json', (home) => {
    home.hero.heading = LONG_HEADLINE;
    delete home.calls.items[0].recording;
    delete home.benefits.calculator;
  });
  edit('tools/specification.ts', (text) =>
    text.replace(/^ *'splash\..*\n/m, '').replace(/(?<='hero\.heading': )'No .*'/, `'${LONG_HEADLINE}'`),
  );
}

/** The code of the docs' section "Add", in blocks and in lines: it is tried as it stands there. */
function readExamples(root: string) {
  const [, section = ''] = readFileSync(join(root, 'docs/make-it-yours.md'), 'utf8').split('\n## Add\n');
  const code = Array.from(
    section.matchAll(/```\w+\n([^]*?)```|`([^`\n]+)`/g),
    ([, block, span]) => block ?? span!,
  );
  const example = (beginning: string) =>
    code.find((one) => one.startsWith(beginning)) ?? assert.fail(`No example begins with ${beginning}`);
  return { code, example };
}

type Examples = ReturnType<typeof readExamples>;

function addPage({ addBefore, create }: Edits, { example }: Examples): void {
  create('src/content/team.json', JSON.stringify(TEAM_CONTENT, undefined, 2));
  addBefore('src/content.config.ts', '/** `.meta()`', example('const team = '));
  addBefore('src/content.config.ts', '  errorPage: collection(', example('team: collection'));
  addBefore('src/copy/pages.ts', '] as const satisfies', example(`{ path: '/team'`));
  create('src/pages/team.astro', example('---\n'));
}

/** Adds a section to the landing page, and moves another one. */
function changeSections({ editJson, addBefore, moveBefore, create }: Edits, { example }: Examples): void {
  create('src/components/home/Reviews.astro', example('---\nimport { SECTION_IDS }'));
  editJson('home.json', (home) => Object.assign(home, JSON.parse(`{${example('"reviews": {')}}`)));
  addBefore('src/content.config.ts', '  faqs: z.strictObject({ ...section', example('reviews: z.'));
  addBefore('src/constants.ts', "  contact: 'contact',", example("reviews: '"));
  addBefore('src/pages/index.astro', 'import Services', example('import Reviews'));
  addBefore('src/pages/index.astro', '  <Contact', example('<Reviews'));
  moveBefore('src/constants.ts', "  services: 'services',", "  faqs: 'faqs',");
  moveBefore('src/pages/index.astro', '  <Services', '  <Questions {...faqs} />');
}

/** Adds two fields to the form, of which one holds a number. */
function addFields({ edit, editJson, addBefore, create }: Edits, { code, example }: Examples): void {
  addBefore(
    'src/demo-request/fields.ts',
    '} as const satisfies',
    example('teamSize: { column') + example('truckCount: {'),
  );
  editJson('request-demo.json', ({ form: { fields } }) => {
    for (const words of ['"teamSize": {', '"truckCount": {'])
      Object.assign(fields, JSON.parse(`{${example(words)}}`));
  });
  let trucks = 404; // Any number, which is counted up, as the example rows have to differ in every field.
  edit('tests/support/rows.ts', (rows) =>
    rows.replace(/^ *phoneNumber: .*\n/gm, (line) => {
      trucks += 1;
      return `${line}  teamSize: 'At least ${trucks}',\n  truckCount: '${trucks}',\n`;
    }),
  );
  const sql = code.filter((one) => one.startsWith('alter table')).join('\n');
  // The date is after all others, since migrations are applied in order.
  create('supabase/migrations/20900101000000_fields.sql', sql);
}

/**
 * In the copy in `root`, changes the brand, replaces a question, moves a section, takes a recording out, adds a page, two
 * fields and a menu item, and takes out what is optional.
 */
export function change(root: string): void {
  const edits = editsIn(root);
  const examples = readExamples(root);
  changeBrand(edits);
  replaceQuestion(root, edits);
  changeOptions(edits);
  addPage(edits, examples);
  changeSections(edits, examples);
  addFields(edits, examples);
}
