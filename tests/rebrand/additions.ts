/** What README invites an owner to add and to take out, after "To add" and "Change the words". */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TEAM_PAGE = `---
import Section from '@/components/Section.astro';
import Page from '@/layouts/Page.astro';
import { words } from '@/copy/words';

const team = await words('team');
---

<Page {...team} crumb={team.name}>
  <Section class="hero" time={team.time} {...team.hero} isPageTitle />
</Page>
`;

const TEAM_WORDS = {
  title: 'Who answers | {brand}',
  description: 'Who is behind {brand}, and who answers when you write to us.',
  name: 'Team',
  time: '9:15 AM',
  hero: { heading: 'Who answers', lead: 'Two electricians and a lot of telephones.' },
};

/** Adds a page, two fields of the form and a menu item, and takes out what is optional, in the copy in `root`. */
export function addAndRemove(root: string): void {
  const edit = (file: string, change: (text: string) => string) => {
    const text = readFileSync(join(root, file), 'utf8');
    const changed = change(text);
    if (changed === text) throw new Error(`The edit of ${file} changes nothing.`);
    writeFileSync(join(root, file), changed);
  };
  const addBefore = (file: string, mark: string, addition: string) =>
    edit(file, (text) => text.replace(mark, addition + mark));
  // oxlint-disable-next-line typescript/no-explicit-any -- any content file
  const editJson = (file: string, change: (content: any) => void) =>
    edit(`src/content/${file}`, (text) => {
      const content = JSON.parse(text);
      change(content);
      return JSON.stringify(content, undefined, 2);
    });

  editJson('site.json', (site) => {
    delete site.profile;
    delete site.splash;
    site.menu.items.splice(2, 0, { link: '/support-packages', label: 'Packages' });
  });
  editJson('home.json', (home) => {
    home.hero.heading = 'No Call Is Left in the Dark';
    delete home.benefits.calculator;
  });
  edit('src/copy/specification.ts', (text) =>
    text
      .replace(/^ *splash: .*\n/m, '')
      .replace(/heading: 'No [^']*'/, `heading: 'No Call Is Left in the Dark'`),
  );

  // The examples of supabase/README.md: a text, and what differs for a number.
  const [text = '', number = ''] = Array.from(
    readFileSync(join(root, 'supabase/README.md'), 'utf8')
      .split('## Adding a field of the form')[1]!
      .matchAll(/```sql\n([^]*?)```/g),
    ([, sql = '']) => sql,
  );
  const grants = text.slice(text.indexOf(';') + 1).replaceAll('team_size', 'truck_count');
  writeFileSync(join(root, 'supabase/migrations/20900101000000_fields.sql'), text + number + grants);
  addBefore(
    'src/demo-request/fields.ts',
    '} as const satisfies',
    `  teamSize: { column: 'team_size', maxLength: 200, optionalTexts: [] },
  truckCount: {
    column: 'truck_count',
    optionalTexts: ['invalid'],
    isNumber: true,
    isValid: (entered) => /^\\d{1,3}$/.test(entered),
    input: { inputMode: 'numeric' },
  },
`,
  );
  editJson('request-demo.json', ({ form }) => {
    form.fields.teamSize = { label: 'Team Size', required: 'Team size is required' };
    form.fields.truckCount = {
      label: 'Trucks',
      required: 'Trucks are required',
      invalid: 'Please enter a number up to 999',
    };
  });
  let trucks = 4;
  edit('tests/support/rows.ts', (rows) =>
    rows.replace(/^ *phoneNumber: .*\n/gm, (line) => {
      trucks += 1;
      return `${line}  teamSize: 'At least ${trucks}',\n  truckCount: '${trucks}',\n`;
    }),
  );

  writeFileSync(join(root, 'src/content/team.json'), JSON.stringify(TEAM_WORDS, undefined, 2));
  writeFileSync(join(root, 'src/pages/team.astro'), TEAM_PAGE);
  addBefore(
    'src/copy/pages.ts',
    '] as const satisfies',
    `  { path: '/team', content: ['team'], hour: 'morning' },\n`,
  );
  addBefore('src/content.config.ts', '  errorPage: collection(', `  team: collection('team.json', team),\n`);
  addBefore(
    'src/content.config.ts',
    '/** `.meta()`',
    `const team = z.strictObject({
  ...searchResult,
  name,
  time,
  hero: z.strictObject({ heading: text70, lead: text260 }),
});

`,
  );
}
