import type { Locator, Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { SECTION_IDS } from '../../src/constants.ts';
import { expect, goToSection, slowElsewhere, test } from '../support/site.ts';
import {
  FAQS,
  FIELD_LABELS,
  PATHS,
  demo,
  errorPage,
  home,
  inbound,
  outbound,
  site,
  support,
} from '../support/words.ts';

const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };
const MISSING_PAGE = '/no-such-page';

const titlesOf = (items: { title: string }[]) => items.map(({ title }) => title);

/** The trimmed texts of everything that matches, in the order of the page. */
const texts = async (locator: Locator) => (await locator.allInnerTexts()).map((text) => text.trim());

const lengthOf = async (text: Locator) => (await text.textContent())?.length ?? 0;

/** Expects a link to announce a new tab, and to open the address in one that has no access to this page. */
async function expectNewTab(link: Locator, address: string): Promise<void> {
  expect(await link.textContent()).toContain(site.newTabHint);
  const page = link.page();
  await page.context().route(address, (route) => route.fulfill({ body: '' }));
  const opened = page.waitForEvent('popup');
  await link.click();
  const tab = await opened;
  await expect(tab).toHaveURL(address);
  expect(await tab.evaluate(() => opener)).toBeNull();
  await tab.close();
}

/** Checks a link to the booking page without opening it; `expectNewTab` opens the menu's. */
async function expectBooking(link: Locator): Promise<void> {
  await expect(link).toHaveAttribute('href', site.bookingPage);
  expect(await link.textContent()).toContain(site.newTabHint);
}

const heading = (within: Page | Locator, name: string, level?: number) =>
  within.getByRole('heading', { name, exact: true, ...(level && { level }) });

const textOf = async (element: Locator) => (await element.innerText()).trim();

test.describe('a visitor on the landing page', () => {
  let page: Page;
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await page.goto('/');
  });
  test.afterAll(() => page.close());

  test('reads the headline and finds six sections under their anchors', async () => {
    await expect(heading(page, home.hero.heading, 1)).toBeVisible();
    const ids = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toEqual(Object.values<string>(SECTION_IDS));
  });

  test('sees what they get: three benefits', async () => {
    const section = page.getByRole('region', { name: home.benefits.heading });
    await expect(heading(section, home.benefits.heading, 2)).toBeVisible();
    await expect(section.getByRole('heading', { level: 3 })).toHaveText(titlesOf(home.benefits.items), {
      useInnerText: true,
    });
    await expect(section.locator('li svg')).toHaveCount(home.benefits.items.length);
  });

  test('sees the process in three numbered steps', async () => {
    const steps = page.locator('#process li');
    await expect(steps).toHaveCount(home.process.items.length);
    for (const [index, { title }] of home.process.items.entries()) {
      await expect(heading(steps.nth(index), title, 3)).toBeVisible();
      await expect(steps.nth(index)).toContainText(String(index + 1));
    }
    await expect(page.locator('#process')).toContainText(home.process.lead);
  });

  test('follows the example day: each hour has a call, and the log beside Contact has them all', async () => {
    const log = page.locator('#contact figure');
    const hours = page.locator('main > section .log-line');
    // The label that calls the day an example stands beside its first call and above the log.
    const example = await textOf(log.locator('.log-label'));
    await expect(hours.first()).toContainText(example);
    await expect(hours).toHaveCount(Object.values(SECTION_IDS).length - 1);
    for (const hour of await hours.all()) {
      for (const part of ['.time', '.log-outcome'])
        await expect(log).toContainText(await textOf(hour.locator(part)), { useInnerText: true });
    }
    await expect(log.getByRole('list').first().getByRole('listitem')).toHaveCount(
      Object.values(SECTION_IDS).length,
    );
  });

  test('reads on the day’s board which jobs the agent booked, and when', async () => {
    const board = page.locator('#services .board');
    const { windows } = home.services.board;
    await expect(board.getByRole('term')).toHaveText(windows.map(({ time }) => time));
    const jobs = board.getByRole('definition');
    for (const [index, { tech, job, call }] of windows.flatMap((window) => window.jobs).entries()) {
      const said = [job ?? home.services.board.open, call ? `${tech}, ${call}` : tech];
      await expect(jobs.nth(index)).toHaveText(said.join(' '), { useInnerText: true });
    }
  });

  test('works out what their own missed calls come to, and sees what a figure has to be', async () => {
    const { calculator } = home.benefits;
    test.skip(!calculator, 'the content has no calculator');
    if (!calculator) return;
    const benefit = page.getByRole('region', { name: home.benefits.heading });
    const result = benefit.getByRole('status');
    await expect(result).toContainText(calculator.exampleLabel);
    const fields = benefit.getByRole('textbox');
    const [calls, jobs, average] = [fields.nth(0), fields.nth(1), fields.nth(2)];
    await calls.fill('20');
    await jobs.fill('12');
    await average.fill('$1,000');
    await expect(jobs).toHaveAccessibleDescription(`${calculator.problem} 10.`);
    await expect(result).toContainText(calculator.exampleLabel);
    await jobs.fill('3');
    await expect(result).toContainText('$13,000 – $26,000');
    await expect(result).not.toContainText(calculator.exampleLabel);
    await expect(benefit).toContainText('20 × 52 ÷ 12 × 3 ÷ 10 × $1,000 = $26,000');
    await expect(jobs).toHaveAccessibleDescription('');
  });

  test('reads what it costs without opening anything', async () => {
    const section = page.locator('#services');
    const { supportFrom, supportTo, setupFee, trialDays } = site.figures;
    for (const figure of [`${trialDays} days`, `${supportFrom} - ${supportTo}`, setupFee])
      await expect(section.getByText(home.services.cost.question).locator('..')).toContainText(figure);
  });

  test('reads what others have asked', async () => {
    const answers = page.locator('#faqs details');
    await expect(answers).toHaveCount(FAQS.length);
    for (const { question } of FAQS) await expect(answers.filter({ hasText: question })).toHaveCount(1);
  });

  test('finds each call to action where it belongs, and no other', async () => {
    const asking: Record<string, string> = {};
    const booking: Record<string, string> = {};
    for (const section of await page.locator('main > section').all()) {
      const id = (await section.getAttribute('id')) ?? '';
      for (const link of await section.locator('a.button[href="/request-demo"]').all())
        asking[id] = await textOf(link);
      for (const link of await section.locator(`a[href="${site.bookingPage}"]`).all()) {
        await expectBooking(link);
        booking[id] = (await textOf(link)).replace(site.newTabHint, '').trim();
      }
    }
    expect(asking).toEqual({
      hero: home.hero.demoLabel,
      ...(home.benefits.calculator && { benefits: home.benefits.calculator.demoLabel }),
      services: home.services.demoLabel,
      contact: home.contact.demoLabel,
    });
    expect(booking).toEqual({
      hero: home.hero.bookLabel,
      process: home.process.bookLabel,
      contact: home.contact.bookLabel,
    });
  });

  test('on a phone sees the keywords go by', async () => {
    const keyword = page.getByText(home.marquee.keywords[0]!, { exact: true }).first();
    await expect(keyword).toBeHidden();
    await page.setViewportSize(NARROW);
    for (const word of home.marquee.keywords)
      await expect(page.getByText(word, { exact: true }).first()).toBeVisible();
    await page.setViewportSize(WIDE);
  });

  test('learns more about each of three services, arriving at the top of its page', async () => {
    const section = page.locator('#services');
    await expect(section.getByRole('heading', { level: 3 })).toHaveText(titlesOf(home.services.items), {
      useInnerText: true,
    });
    await expect(section.locator('li svg').first()).toBeVisible();
    for (const { title, link: path } of home.services.items) {
      const link = section.getByRole('link', { name: `${home.services.learnMore} ${title}` });
      await expect(link).toContainText(home.services.learnMore, { useInnerText: true });
      await link.click();
      await expect(page).toHaveURL(path);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.goto('/');
    }
  });

  test('can press a service anywhere', async () => {
    const { link: path } = home.services.items[0]!;
    await page
      .locator('#services li')
      .first()
      .click({ position: { x: 60, y: 60 } });
    await expect(page).toHaveURL(path);
  });
});

const AGENTS = { '/inbound-voice-agents': inbound, '/outbound-voice-agents': outbound };
for (const [path, agent] of Object.entries(AGENTS)) {
  test.describe(`a visitor on ${path}`, () => {
    let page: Page;
    test.describe.configure({ mode: 'default' });
    test.beforeAll(async ({ browser }) => {
      page = await browser.newPage();
      await page.goto(path);
    });
    test.afterAll(() => page.close());

    test('reads the title, and can ask for a demo at the top and book a call there and at the end', async () => {
      await expect(heading(page, agent.hero.heading, 1)).toBeVisible();
      const demoLink = page.locator('.hero').getByRole('link', { name: agent.hero.demoLabel });
      await expect(demoLink).toHaveAttribute('href', '/request-demo');
      await expect(demoLink).toBeInViewport({ ratio: 1 });
      const book = page.getByRole('main').locator(`a[href="${site.bookingPage}"]`);
      await expect(book).toContainText([agent.hero.bookLabel, agent.closing.bookLabel]);
      for (const link of await book.all()) await expectBooking(link);
      await expect(page.locator('main > section').last().getByRole('link')).toHaveCount(1);
    });

    test('sees six use cases, each with its label and what is said on such a call', async () => {
      const cards = page.locator('details');
      await expect(cards).toHaveCount(agent.useCases.items.length);
      for (const [index, { title, label, line }] of agent.useCases.items.entries()) {
        const card = cards.nth(index);
        await expect(card.getByText(title, { exact: true })).toBeVisible();
        await expect(card.getByText(label, { exact: true })).toBeVisible();
        await expect(card.getByText(line)).toBeVisible();
      }
    });

    test('on a phone sees the highlights, and short titles in place of the long ones', async () => {
      const highlights = page.getByRole('list', { name: agent.highlights.label }).getByRole('listitem');
      await expect(highlights).toHaveCount(0);
      await page.setViewportSize(NARROW);
      await expect(highlights).toHaveText(agent.highlights.items, { useInnerText: true });
      await expect(page.locator('details')).not.toHaveCount(0);
      for (const card of await page.locator('details').all()) {
        const [long, short] = [card.locator('.use-case-title'), card.locator('.use-case-short')];
        await expect(long).toBeHidden();
        await expect(short).toBeVisible();
        expect(await lengthOf(short)).toBeLessThan(await lengthOf(long));
      }
      await page.setViewportSize(WIDE);
    });

    test('sees the trial and the subscription, which leads to the support packages', async () => {
      const { pricing } = agent;
      const panels = page.getByRole('article');
      const trial = panels.filter({ has: heading(page, pricing.trial.title) });
      await expect(trial.getByRole('listitem')).toHaveText([...site.trialSteps, ...pricing.trial.points], {
        useInnerText: true,
      });
      const link = trial.getByRole('link', { name: pricing.trial.demoLabel });
      await expect(link).toHaveAttribute('href', '/request-demo');
      const subscription = panels.filter({ has: heading(page, pricing.subscription.title) });
      await expect(subscription.getByRole('listitem')).toHaveText(pricing.subscription.points, {
        useInnerText: true,
      });
      if (pricing.note) await expect(page.getByText(pricing.note, { exact: true })).toBeVisible();
      else await expect(page.getByRole('main')).not.toContainText(site.figures.setupFee);
      await subscription.getByRole('link').click();
      await expect(page).toHaveURL('/support-packages');
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  });
}

test('a visitor reads what support packages cost and hold, and that none is required', async ({ page }) => {
  await page.goto('/support-packages');
  await expect(heading(page, support.hero.heading, 1)).toBeVisible();
  await expect(page.getByText(support.hero.badge.text, { exact: true })).toBeVisible();
  await expect(
    page.getByText(`${support.price.amount} ${support.price.period}`, { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText(
    titlesOf(support.features.items),
    {
      useInnerText: true,
    },
  );
  const book = page.getByRole('main').locator(`a[href="${site.bookingPage}"]`);
  await expect(book).toContainText([support.hero.bookLabel, support.closing.bookLabel]);
  for (const link of await book.all()) await expectBooking(link);
});

test('a visitor reads the demo request from top to bottom: hero, tiles, offer, form', async ({ page }) => {
  await page.goto('/request-demo');
  const main = page.getByRole('main');
  await expect(heading(main, demo.hero.heading, 1)).toBeVisible();
  const order = await texts(main.getByRole('heading'));
  const aboveForm = [demo.hero.heading, ...titlesOf(demo.tiles), demo.offer.heading];
  expect(order.slice(0, aboveForm.length)).toEqual(aboveForm);
  for (const name of Object.values(FIELD_LABELS))
    await expect(main.getByRole('textbox', { name, exact: true })).toBeEditable();
  await expect(main.getByRole('textbox')).toHaveCount(Object.keys(FIELD_LABELS).length);
  await expect(main.getByPlaceholder(demo.form.fields.industry.placeholder!)).toBeVisible();
  await expect(main.getByRole('textbox', { name: FIELD_LABELS.phoneNumber })).toHaveAccessibleDescription(
    demo.form.fields.phoneNumber.hint!,
  );
  const consent = main.getByRole('checkbox');
  await expect(consent).not.toBeChecked();
  await expect(consent).toHaveAccessibleName(demo.form.consent);
  await expect(main.getByRole('button', { name: demo.form.submit })).toBeEnabled();
  await expect(main).toContainText(demo.aiNotice);
  await expect(main.getByRole('button', { name: demo.form.submit })).toHaveAccessibleDescription(
    demo.callingHours,
  );
  for (const step of site.trialSteps) await expect(main).toContainText(step);
  for (const { say, listen } of demo.callsToTry?.items ?? []) {
    await expect(main).toContainText(say);
    await expect(main).toContainText(listen);
  }
});

test('a visitor at an unknown address sees the error page, with status 404', async ({ page }) => {
  const response = await page.goto(MISSING_PAGE);
  expect(response?.status()).toBe(404);
  await expect(heading(page, errorPage.heading, 1)).toBeVisible();
  await expect(page.getByText(errorPage.status, { exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/');
});

// All pages have one layout: the landing page, one other and the error page stand for them.
for (const path of ['/', '/support-packages', MISSING_PAGE])
  test(`every page, ${path} among them, has logo, menu and footer`, slowElsewhere(path), async ({ page }) => {
    await page.goto(path);
    await page.getByRole('banner').getByRole('button').click();
    const menu = page.getByRole('banner').getByRole('navigation');
    const homeItem = site.menu.showHome && path !== '/' ? [site.menu.home] : [];
    const items = [...homeItem, ...site.menu.items.map(({ label }) => label)];
    const links = menu.getByRole('link');
    await expect(links).toHaveCount(items.length + 1);
    for (const [index, name] of items.entries()) await expect(links.nth(index)).toHaveAccessibleName(name);
    for (const { label: name, link } of site.menu.items)
      await expect(menu.getByRole('link', { name })).toHaveAttribute('href', link);
    await expect(links.last()).toHaveAccessibleName(new RegExp(`^${site.menu.bookLabel}`));
    await expectNewTab(links.last(), site.bookingPage);

    const footer = page.getByRole('contentinfo');
    for (const { label: name, link } of site.menu.items)
      await expect(footer.getByRole('link', { name })).toHaveAttribute('href', link);
    await expect(footer.getByRole('link', { name: site.email })).toHaveAttribute(
      'href',
      `mailto:${site.email}`,
    );
    if (site.profile && path === '/')
      await expectNewTab(footer.getByRole('link', { name: site.profile.label }), site.profile.page);
    await expect(footer.getByText(site.copyright.text, { exact: true })).toBeVisible();

    const logo = { name: `${site.brand} ${site.header.hiddenLabel}` };
    await expect(footer.getByRole('link', logo)).toHaveAttribute('href', '/#hero');
    await page.getByRole('banner').getByRole('link', logo).click();
    await expect(page).toHaveURL('/#hero');
  });

for (const path of [...PATHS, MISSING_PAGE]) {
  test.describe(`every page, ${path} among them,`, () => {
    test('is valid HTML', async ({ request }) => {
      const response = await request.get(path);
      const report = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(
        await response.text(),
      );
      const problems = report.results.flatMap(({ messages }) =>
        messages.map(({ line, column, message }) => `${line}:${column} ${message}`),
      );
      expect(problems).toEqual([]);
    });

    test('shows and opens everything with scripts off', slowElsewhere(path), async ({ browser }) => {
      // With reduced motion nothing fades in, so that everything would be visible anyway.
      const page = await browser.newPage({ javaScriptEnabled: false, reducedMotion: 'no-preference' });
      await page.goto(path);
      for (const summary of await page.locator('summary').filter({ visible: true }).all())
        await summary.click();
      const unseen = () =>
        page.locator('main :is(h1, h2, h3, p, li, summary, label, label span, a)').evaluateAll((all) =>
          all
            // With `display: contents`, an element has no box and never counts as visible.
            .filter((element) => getComputedStyle(element).display !== 'contents')
            .filter((element) => !element.closest('.marquee, .highlights, .missed-fields, .call, [hidden]'))
            // What is collapsed on phones alone has no visible summary elsewhere.
            .filter(
              (element) =>
                !(
                  element.matches('summary') &&
                  element.nextElementSibling?.querySelector('li, dt')?.checkVisibility()
                ),
            )
            .filter(
              (element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
            )
            .map((element) => element.textContent),
        );
      // The last `<details>` may still be opening.
      await expect.poll(unseen).toEqual([]);
      await expect(page.locator('.splash')).toBeHidden();

      await goToSection(page, '/#services');
      await expect(page).toHaveURL('/#services');
      await expect(page.locator('#services')).toBeInViewport();
      await page.close();
    });
  });
}

test.describe('a search engine or a link preview', () => {
  test('finds one title, summary and picture for each page', async ({ page, baseURL }) => {
    const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`);
    for (const path of PATHS) {
      await page.goto(path);
      const title = await page.title();
      expect(title).toContain(site.brand);
      expect(title.length).toBeLessThanOrEqual(70);
      const description = (await meta('description').getAttribute('content')) ?? '';
      expect(description.length).toBeGreaterThan(50);
      expect(description.length).toBeLessThanOrEqual(170);
      await expect(meta('og:title')).toHaveAttribute('content', title);
      await expect(meta('og:description')).toHaveAttribute('content', description);
      await expect(meta('og:image')).toHaveAttribute(
        'content',
        new URL(`/og/${path === '/' ? 'home' : path.slice(1)}.png`, baseURL).href,
      );
      const data = await page.locator('script[type="application/ld+json"]').textContent();
      const graph = (JSON.parse(data ?? '') as { '@graph': { '@type': string }[] })['@graph'];
      expect(graph.map(({ '@type': type }) => type)).toEqual(
        expect.arrayContaining(path === '/' ? ['Organization', 'WebSite'] : ['BreadcrumbList']),
      );
    }
  });

  test('is asked to leave the error page out', async ({ page }) => {
    await page.goto(MISSING_PAGE);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('link[rel="canonical"], meta[property="og:url"]')).toHaveCount(0);
  });

  test('gets square icons and a wide preview, under the brand’s name', async ({ page, request }) => {
    const sizeOf = async (path: string) => {
      const response = await request.get(path);
      expect(response.status(), path).toBe(200);
      const png = await response.body();
      return [png.readUInt32BE(16), png.readUInt32BE(20)];
    };
    for (const path of PATHS) {
      const name = path.slice(1) || 'home';
      expect(await sizeOf(`/og/${name}.png`), name).toEqual([1200, 630]);
    }
    expect(await sizeOf('/apple-touch-icon.png')).toEqual([180, 180]);
    await page.goto('/');
    await expect(page.locator('meta[property="og:image:width"]')).toHaveAttribute('content', '1200');
    await expect(page.locator('meta[property="og:image:height"]')).toHaveAttribute('content', '630');
    const icons = await page.locator('link[rel="icon"]').all();
    expect(icons).not.toHaveLength(0);
    for (const icon of icons) {
      const response = await request.get((await icon.getAttribute('href')) ?? '');
      expect(response.status()).toBe(200);
    }
    const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
      name: string;
      icons: { src: string; sizes: string }[];
    };
    expect(manifest.name).toBe(site.brand);
    expect(manifest.icons).not.toHaveLength(0);
    for (const { src, sizes } of manifest.icons) expect((await sizeOf(src)).join('x')).toBe(sizes);
  });
});
