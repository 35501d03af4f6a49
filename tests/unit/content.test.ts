import { access, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { EditedSite } from '../support/edited-site';

const BUILD_TIMEOUT_MS = 240_000;

type Faqs = { items: { question: string; answer?: string; anwser?: string }[] };

/** Changes a content file as data. */
const asData =
  <T>(change: (content: T) => void) =>
  (text: string) => {
    const content = JSON.parse(text) as T;
    change(content);
    return JSON.stringify(content, null, 2);
  };

const inHtml = (text: string) => text.replaceAll('&', '&amp;');

const mistakes = [
  {
    mistake: 'a missing field',
    file: 'home.json',
    edit: asData<{ hero: { lead?: string } }>(({ hero }) => delete hero.lead),
    says: ['src/content/home.json', 'hero → lead is missing'],
  },
  {
    mistake: 'a misspelt field',
    file: 'faqs.json',
    edit: asData<Faqs>(({ items }) => {
      const [, , third] = items;
      if (!third) return;
      third.anwser = third.answer ?? '';
      delete third.answer;
    }),
    says: ['src/content/faqs.json', 'items → entry 3 → anwser', 'Did you mean "answer"?'],
  },
  {
    mistake: 'a seventh question',
    file: 'faqs.json',
    edit: asData<Faqs>(({ items }) => items.push({ question: 'And?', answer: 'No.' })),
    says: ['src/content/faqs.json', 'items has 7 entries and needs exactly 6: take out 1'],
  },
  {
    mistake: 'an empty answer',
    file: 'faqs.json',
    edit: asData<Faqs>(({ items }) => Object.assign(items[0] ?? {}, { answer: '  ' })),
    says: ['src/content/faqs.json', 'items → entry 1 → answer is empty'],
  },
  {
    mistake: 'a bad address',
    file: 'site.json',
    edit: asData<{ bookingPage: string }>((site) => (site.bookingPage = 'book.pilotlight')),
    says: ['src/content/site.json', 'bookingPage must be a full web address that begins with https://'],
  },
  {
    mistake: 'broken JSON',
    file: 'request-demo.json',
    edit: (text: string) => text.replace('",\n', '"\n'),
    says: ['src/content/request-demo.json is not valid JSON', 'line 3'],
  },
  {
    mistake: 'a list where an object belongs',
    file: 'fallback.json',
    edit: () => '[]',
    says: ['src/content/fallback.json must be one JSON object'],
  },
  {
    mistake: 'a text in the place of a number, and a text too long',
    file: 'agents/outbound-voice-agents.json',
    edit: asData<{ hero: { heading: unknown; lead: string } }>(({ hero }) => {
      hero.heading = 3;
      hero.lead = 'calls '.repeat(60);
    }),
    says: [
      'src/content/agents/outbound-voice-agents.json has 2 mistakes',
      'hero → heading must be text between quotation marks',
      'hero → lead has 359 characters and takes at most 260',
    ],
  },
  {
    mistake: 'a placeholder that stands for nothing',
    file: 'support-packages.json',
    edit: (text: string) => text.replace('{brand}', '{brnad}'),
    says: ['src/content/support-packages.json', 'title says {brnad}', '{brand}'],
  },
];

describe('an editor who makes a mistake', () => {
  let cold: EditedSite;
  let warm: EditedSite;

  beforeAll(async () => {
    cold = await EditedSite.create('cold');
    warm = await cold.clone('warm');
    const { exitCode, output } = await warm.build();
    if (exitCode !== 0) throw new Error(output);
    await access(join(warm.dir, 'node_modules/.astro/data-store.json'));
  }, BUILD_TIMEOUT_MS);

  for (const cache of ['cold', 'warm'] as const) {
    test.concurrent.for(mistakes)(
      `reads what to mend after $mistake, with a ${cache} cache`,
      { timeout: BUILD_TIMEOUT_MS },
      async ({ mistake, file, edit, says }) => {
        const site = await (cache === 'cold' ? cold : warm).clone(`${cache} ${mistake}`);
        await site.edit(file, edit);
        const { exitCode, output } = await site.build();
        expect(exitCode).not.toBe(0);
        for (const words of says) expect(output).toContain(words);
        expect(output, 'no stack trace buries the message').not.toMatch(/^\s+at /m);
      },
    );
  }

  test.concurrent('is told when a file is gone', { timeout: BUILD_TIMEOUT_MS }, async () => {
    const site = await warm.clone('file gone');
    await rm(join(site.dir, 'src/content/faqs.json'));
    const { exitCode, output } = await site.build();
    expect(exitCode).not.toBe(0);
    expect(output).toContain('src/content/faqs.json is missing');
  });

  test.concurrent('is told when a page has no place on the site', { timeout: BUILD_TIMEOUT_MS }, async () => {
    const site = await cold.clone('a third agent');
    await site.rename('agents/inbound-voice-agents.json', 'agents/inbound.json');
    const { exitCode, output } = await site.build();
    expect(exitCode).not.toBe(0);
    expect(output).toContain('src/content/agents/inbound.json is not a page of this site');
  });

  test('finds a description of every file’s fields where the file points its editor to', async () => {
    const files = ['site', 'home', 'faqs', 'request-demo', 'support-packages', 'fallback'];
    const paths = [...files, 'agents/inbound-voice-agents', 'agents/outbound-voice-agents'];
    for (const path of paths) {
      const file = join(warm.dir, 'src/content', `${path}.json`);
      const { $schema, ...content } = JSON.parse(await readFile(file, 'utf8'));
      const schema = JSON.parse(await readFile(resolve(dirname(file), $schema), 'utf8'));
      expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(Object.keys(content)));
      expect(schema.additionalProperties).toBe(false);
    }
  });
});

test(
  'an editor changes the brand, the booking page, an answer and a service in one place each',
  { timeout: BUILD_TIMEOUT_MS },
  async () => {
    const before = await EditedSite.create('before');
    const after = await before.clone('after');
    const changes = [
      { file: 'site.json', path: ['brand'], text: 'Lantern & Sons' },
      { file: 'site.json', path: ['bookingPage'], text: 'https://calendar.example.com/half-an-hour' },
      { file: 'faqs.json', path: ['items', 3, 'answer'], text: 'It is put through to you at once.' },
      { file: 'home.json', path: ['services', 'items', 1, 'description'], text: 'It calls them all back.' },
    ];
    const replaced: string[] = [];
    for (const { file, path, text } of changes) {
      await after.edit(
        file,
        asData<object>((content) => {
          const name = path.at(-1) ?? '';
          const holder = path
            .slice(0, -1)
            .reduce<object>((value, step) => Reflect.get(value, step) as object, content);
          replaced.push(String(Reflect.get(holder, name)));
          Reflect.set(holder, name, text);
        }),
      );
    }
    const builds = await Promise.all([before.build(), after.build()]);
    for (const build of builds) expect(build).toMatchObject({ exitCode: 0 });

    const built = (await after.builtTexts()).entries().toArray();
    for (const { text } of changes) {
      const holders = built.filter(([, content]) => content.includes(inHtml(text)));
      expect(holders, `"${text}" is on the site`).not.toHaveLength(0);
    }
    for (const text of replaced) {
      const holders = built.filter(([, content]) => content.includes(text)).map(([file]) => file);
      expect(holders, `"${text}" is nowhere any more`).toEqual([]);
    }
    expect(await after.built('og/home.png')).not.toEqual(await before.built('og/home.png'));
  },
);

test(
  'an editor adds pages for privacy and terms, takes Home out of the menu and has a section wait',
  { timeout: BUILD_TIMEOUT_MS },
  async () => {
    const edited = await EditedSite.create('options');
    const pages = { privacyPage: 'https://example.com/privacy', termsPage: 'https://example.com/terms' };
    await edited.edit(
      'site.json',
      asData<{ menu: { showHome: boolean } }>((site) => {
        Object.assign(site, pages);
        site.menu.showHome = false;
      }),
    );
    await edited.edit(
      'home.json',
      asData<{ services: { delay: number } }>(({ services }) => (services.delay = 120)),
    );
    expect(await edited.build()).toMatchObject({ exitCode: 0 });

    const built = await edited.builtTexts();
    for (const address of Object.values(pages))
      expect(built.get('request-demo.html')).toContain(
        `<a href="${address}" target="_blank" rel="noopener">`,
      );
    expect(built.get('support-packages.html')).toMatch(/id="menu-panel"[^>]*><ul><li><a href="\/#process"/);
    expect(built.get('index.html')).toMatch(/<section id="services"[^>]* data-delay="120"/);
  },
);
