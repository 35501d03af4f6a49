/** What is on each page without any script: its words, its links, what search engines read. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Response } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import sharp from 'sharp';
import { LINK_PREVIEW_SIZE, SECTION_IDS } from '../../src/constants.ts';
import { linkPreviewName, PAGES } from '../../src/copy/pages.ts';
import { textsIn } from '../../src/copy/texts.ts';
import { readColors, toRgb } from '../../src/pictures/picture-colors.ts';
import { fieldOf } from '../../tools/specification.ts';
import { faintTexts } from '../support/contrast.ts';
import { SITE_DIR, fileOf } from '../support/serve-site.ts';
import { expect, openAll, test } from '../support/site.ts';
import * as words from '../support/words.ts';

const { FAQS, PATHS, demo, errorPage, home, inbound, site } = words;
const colors = readColors();
const MISSING_PAGE = '/no-such-page';
const FORM_PAGE = '/request-demo';

/** Each text of a content file, with its field, such as `hero.heading`; the entries of a list share theirs. */
const textsOf = (content: object) => textsIn(content).map((one) => [fieldOf(one), one.text] as const);

/** Icons, files, and labels of what is optional: legal pages, Home in the menu, a choice of calls, the header's button. */
const NOT_ON_THE_PAGE =
  /\.(icon|recording)$|^legal|^menu\.home$|^header\.demoLabel$|^calls\.(legend|label|items\.choice)/;

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

const builtFile = (pathname: string) =>
  join(SITE_DIR, /\.\w+$/.test(pathname) ? pathname : fileOf(decodeURI(pathname)));

/** Where the calls to action lead, by the field of the content that has their label. */
const CALLS_TO_ACTION: Record<string, string> = {
  demoLabel: FORM_PAGE,
  bookLabel: site.bookingPage,
  linkLabel: '/support-packages',
  homeLabel: '/',
};

for (const path of [...PATHS, MISSING_PAGE])
  test.describe(`a visitor without scripts, on ${path},`, () => {
    const content = path === MISSING_PAGE ? errorPage : words.contentOf(path);
    let page: Page;
    let response: Response;
    // These tests share a worker, as all look at one page; a failure of one keeps no other from running.
    test.describe.configure({ mode: 'default' });
    test.beforeAll(async ({ browser }) => {
      // With reduced motion nothing fades in, so that everything would be visible anyway.
      page = await browser.newPage({ javaScriptEnabled: false, reducedMotion: 'no-preference' });
      response = (await page.goto(path))!;
    });
    test.afterAll(() => page.close());

    test('gets every word of its content', async () => {
      const attributes = await page
        .locator(':root, :root *')
        .evaluateAll((all) => all.flatMap((element) => Array.from(element.attributes, ({ value }) => value)));
      const onPage = oneLine([await page.locator('html').textContent(), ...attributes].join(' '));
      const everywhere = { menu: site.menu, header: site.header, copyright: site.copyright.text };
      const missing = [...textsOf(content), ...textsOf(everywhere)]
        .filter(([field, text]) => !NOT_ON_THE_PAGE.test(field) && !onPage.includes(oneLine(text)))
        .map(([field, text]) => `${field}: ${text}`);
      expect(missing).toEqual([]);
    });

    if (path === FORM_PAGE)
      test('reads that the form needs scripts, and how to ask without them', async () => {
        await expect(page.getByRole('button', { name: demo.form.submit })).toBeDisabled();
        const links = page.locator('#form-no-script').getByRole('link');
        await expect(links.filter({ visible: true }), 'e-mail and booking').toHaveCount(2);
      });

    test('sees and opens everything', async () => {
      await openAll(page);
      const headings = page.locator('main :is(h1, h2, h3):not([hidden] *)');
      expect(await headings.filter({ visible: true }).count()).toBe(await headings.count());
      const transparent = () =>
        page.locator('main *').evaluateAll((all) => {
          // The closed menu is not displayed, nor are the example calls that are not chosen.
          const shown = all.filter((one) => one.checkVisibility({ visibilityProperty: true }));
          return shown
            .filter((one) => !one.checkVisibility({ opacityProperty: true }))
            .map(({ className }) => className);
        });
      await expect.poll(transparent).toEqual([]);
      // What moves cannot be compared with a picture of it.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await faintTexts(page)).toEqual([]);
    });

    test('finds the links of menu and footer, and that each link leads somewhere', async () => {
      const logo = { label: `${site.brand} ${site.header.hiddenLabel}`, link: '/#hero' };
      for (const part of ['banner', 'contentinfo'] as const)
        for (const { label: name, link } of [logo, ...site.menu.items]) {
          const found = page.getByRole(part).getByRole('link', { name, includeHidden: true });
          await expect(found.first()).toHaveAttribute('href', link);
        }
      const homeLink = page.getByRole('banner').locator('a[href="/"]');
      await expect(homeLink).toHaveCount(site.menu.showHome && path !== '/' ? 1 : 0);

      const links = await page.locator('a[href], link[href], [src]').evaluateAll((all) =>
        all.map((element) => ({
          address: (element as HTMLAnchorElement).href || (element as HTMLImageElement).src,
          opensTab: element.matches('a[target=_blank][rel~=noopener]'),
          text: element.textContent,
        })),
      );
      for (const { address, opensTab, text } of links) {
        const { origin, pathname, hash } = new URL(address);
        // `mailto:` and `tel:` have the origin `null`.
        if (origin === 'null' || pathname === MISSING_PAGE) continue;
        if (origin !== new URL(page.url()).origin) {
          expect(opensTab && text?.includes(site.newTabHint), `${address} opens a new tab`).toBe(true);
          continue;
        }
        const file = builtFile(pathname);
        expect(existsSync(file), address).toBe(true);
        if (hash) expect(readFileSync(file, 'utf8'), address).toContain(` id="${hash.slice(1)}"`);
      }
    });

    test('finds each call to action where it belongs', async () => {
      for (const [field, name] of textsOf(content)) {
        const [part, ...rest] = field.split('.');
        const address = CALLS_TO_ACTION[rest.at(-1) ?? part!];
        if (!address) continue;
        // A part of the content has the name of its section; what stands elsewhere has no such part.
        const section = page.locator(`main section#${part}, main section.${part}`);
        const within = (await section.count()) > 0 ? section : page.getByRole('main');
        await expect(within.getByRole('link', { name }).first(), field).toHaveAttribute('href', address);
      }
      if (path !== '/') return;
      for (const { title, link } of home.services.items) {
        const service = page.getByRole('link', { name: `${home.services.learnMore} ${title}` });
        await expect(service).toHaveAttribute('href', link);
      }
    });

    test('gets valid HTML', async () => {
      const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
      const { results } = await validator.validateString(await response.text());
      const problems = results.flatMap(({ messages }) =>
        messages.map(({ line, column, message }) => `${line}:${column} ${message}`),
      );
      expect(problems).toEqual([]);
    });

    test('is told by search engines and link previews what the page is', async ({ baseURL }) => {
      const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`);
      const canonical = page.locator('link[rel="canonical"]');
      if (path === MISSING_PAGE) {
        expect(response.status()).toBe(404);
        await expect(meta('robots')).toHaveAttribute('content', 'noindex');
        await expect(canonical).toHaveCount(0);
        return;
      }
      const address = new URL(path, baseURL).href;
      const title = await page.title();
      expect(title).toContain(site.brand);
      await expect(canonical).toHaveAttribute('href', address);
      expect(readFileSync(join(SITE_DIR, 'sitemap-0.xml'), 'utf8')).toContain(`<loc>${address}</loc>`);
      await expect(meta('og:title')).toHaveAttribute('content', title);
      const description = await meta('description').getAttribute('content');
      await expect(meta('og:description')).toHaveAttribute('content', description!);
      const picture = new URL((await meta('og:image').getAttribute('content'))!);
      expect(picture.origin).toBe(baseURL);
      expect(await sharp(builtFile(picture.pathname)).metadata()).toMatchObject(LINK_PREVIEW_SIZE);
      const data = await page.locator('script[type="application/ld+json"]').textContent();
      const graph = (JSON.parse(data!) as { '@graph': { '@type': string }[] })['@graph'];
      const types = path === '/' ? ['Organization', 'WebSite'] : ['BreadcrumbList'];
      expect(graph.map(({ '@type': type }) => type)).toEqual(types);
    });
  });

/** The color at the top left of a picture: red, green, blue. */
async function cornerOf(picture: string | Buffer): Promise<number[]> {
  const pixels = await sharp(picture).removeAlpha().raw().toBuffer();
  return [...pixels.subarray(0, 3)];
}

test('each page and its link preview have the colors of the page’s hour', async ({ page }) => {
  for (const { path, hour } of PAGES) {
    await page.goto(path);
    // The pixel is in the margin, below the header, which has a background of its own.
    const margin = { x: 0, y: 100, width: 1, height: 1 };
    const pictures = {
      page: await page.screenshot({ clip: margin }),
      'link preview': builtFile(`/og/${linkPreviewName(path)}.png`),
    };
    for (const [what, picture] of Object.entries(pictures)) {
      const corner = await cornerOf(picture);
      // A gradient may be a step off.
      for (const [index, channel] of toRgb(colors('surface', hour)).entries())
        expect.soft(Math.abs(corner[index]! - channel), `${what} ${path} at ${hour}`).toBeLessThan(2);
    }
  }
});

test('a phone gets icons of the sizes that the manifest names, under the brand’s name', async () => {
  const manifest = JSON.parse(readFileSync(join(SITE_DIR, 'manifest.webmanifest'), 'utf8'));
  expect(manifest.name).toBe(site.brand);
  // The manifest does not name the icon of the size that Apple asks for.
  const icons = [...manifest.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }];
  expect(icons.length).toBeGreaterThan(1);
  for (const { src, sizes } of icons) {
    const { width, height } = await sharp(builtFile(src)).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
});

test('the landing page has all its sections and questions', async ({ page }) => {
  await page.goto('/');
  const ids = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.toSorted(), 'in any order').toEqual(Object.values<string>(SECTION_IDS).toSorted());
  await expect(page.locator('#faqs summary')).toHaveText(FAQS.map(({ question }) => question));
});

test('the demo request stands in order: hero, tiles, offer, form', async ({ page }) => {
  await page.goto(FORM_PAGE);
  const { hero, tiles, offer, form } = demo;
  const titles = [hero.heading, ...tiles.map(({ title }) => title), offer.heading, form.heading];
  const headings = await page.getByRole('main').getByRole('heading').allTextContents();
  const said = headings.map((heading) => heading.trim()).filter((heading) => titles.includes(heading));
  expect(said).toEqual(titles);
});

test('phones alone show the highlights and the short titles of the use cases', async ({ page }) => {
  await page.goto('/inbound-voice-agents');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const isPhone = width === 390;
    await expect(page.getByRole('list', { name: inbound.highlights.label })).toBeVisible({
      visible: isPhone,
    });
    for (const { title, shortTitle } of inbound.useCases.items) {
      const titleOf = (text: string) => page.locator('summary').getByText(text, { exact: true });
      if (title === shortTitle) continue;
      await expect(titleOf(title)).toBeVisible({ visible: !isPhone });
      await expect(titleOf(shortTitle)).toBeVisible({ visible: isPhone });
    }
  }
});
