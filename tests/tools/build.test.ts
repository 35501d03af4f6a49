/** `npm run build` and `npm run check:content`, on copies of the site: that they stop, with the messages of unit tests. */
import { expect, test } from 'vitest';
import { consentErrors } from '@/publish/consent';
import { environmentErrors } from '@/publish/environment';
import { EditedSite } from '../support/edited-site.ts';
import * as words from '../support/words';

test('a build without its environment fails before Astro validates it, with every error and no stack trace', async () => {
  const site = EditedSite.create('unset');
  const environment = { SITE_URL: 'www.example.com' }; // https:// is missing.
  const unset = { PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_ANON_KEY: '', PUBLIC_DEMO_WEBHOOK_URL: '' };
  const { exitCode, output } = await site.build({ ...unset, ...environment });
  expect(exitCode).toBe(1);
  for (const error of environmentErrors(environment)) expect(output).toContain(error);
  expect(output).not.toMatch(/^\s+at /m);
});

test('a build to publish is refused while no migration registers its consent', async () => {
  const site = EditedSite.create('published'); // Such a copy has no migrations.
  const { exitCode, output } = await site.build({ LOCAL_BUILD: '' });
  expect(exitCode).toBe(1);
  for (const error of consentErrors(site.dir)) expect(output).toContain(error);
  expect(output).not.toMatch(/^\s+at /m);
});

test('`npm run check:content` needs no environment to name the errors of all files', async () => {
  const site = EditedSite.create('checked');
  site.edit('site.json', (text) => text.replace(JSON.stringify(words.site.brand), '""'));
  const { file } = words.FAQS[0]!;
  site.edit(file, (text) => text.replace('order:', 'ordre:'));
  const { exitCode, output } = await site.checkContent();
  expect(exitCode).not.toBe(0);
  expect(output).toContain('src/content/site.json has an error:\n  - brand is empty. Write something.');
  expect(output).toContain(`${file} has 2 errors:\n  - order is missing. Add it.\n  - ordre is not`);
  expect(output, 'no stack trace buries the message').not.toMatch(/^\s+at /m);
});

test('an editor changes the options and what only the owner can state in one place each', async () => {
  const site = EditedSite.create('changed');
  const privacyPage = 'https://example.com/privacy';
  const facts = {
    callWithin: 'We call within five minutes.',
    callTakes: 'It takes about three.',
    callFrom: 'We call from (415) 555-0199.',
    phone: { label: 'Rather ring us first?', number: '(415) 555-0100' },
    company: 'Run by two sisters from Tulsa.',
    afterTrial: 'On day 15 the agent stops answering.',
    daysUntilLive: 'Live in eight days.',
    countedCall: 'A wrong number is no call.',
    contract: 'You can leave at the end of any month.',
    nobodyOnCall: 'It then tries your office.',
    serviceDown: 'Calls then ring your own phone.',
    spanish: 'It answers in Spanish, too.',
    recordingsKept: 'Recordings stay in Oklahoma for thirty days.',
  };
  site.edit('site.json', (text) => {
    const { profile: _, menu, ...rest } = JSON.parse(text);
    return JSON.stringify({
      ...rest,
      menu: { ...menu, showHome: false, items: [{ link: '/outbound-voice-agents', label: 'Calls out' }] },
      privacyPage,
      facts,
    });
  });
  site.edit('home.json', (text) => text.replace(/("services": \{[^]*?"delay": )\d+/, '$1120'));
  expect(await site.build()).toMatchObject({ exitCode: 0 });

  const [home, packages] = [site.read('dist/index.html'), site.read('dist/support-packages.html')];
  const pages =
    home + packages + site.read('dist/request-demo.html') + site.read('dist/inbound-voice-agents.html');
  const { phone, ...sentences } = facts;
  const links = ['tel:+14155550100', `<a href="${privacyPage}" target="_blank" rel="noopener">`];
  for (const text of [phone.label, ...Object.values(sentences), ...links]) expect(pages).toContain(text);
  expect(packages, 'Home is not in the menu').toMatch(
    /id="menu-panel"[^>]*>(<astro-slot>)?<ul[^>]*><li[^>]*><a href="\/outbound-voice-agents"/,
  );
  expect(
    home.match(/<a [^>]*href="\/outbound-voice-agents"[^>]*>Calls out<\/a>/g),
    'in menu and footer',
  ).toHaveLength(2);
  expect(home, 'no profile, no link to it').not.toContain('"sameAs"');
  expect(home).toMatch(/<section id="services"[^>]* data-delay="120"/);
});
