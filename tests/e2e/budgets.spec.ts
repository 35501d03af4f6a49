import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { devices, expect, test, type BrowserContextOptions, type Page } from '@playwright/test';
import {
  BUDGETS,
  MOST_FONT_FILES,
  bytesOnTheWire,
  gzippedSize,
  librariesIn,
  ownInlineScripts,
  type Library,
} from '../support/budgets.ts';
import { SITE_DIR, fileOf } from '../support/serve-site.ts';
import { island } from '../support/site.ts';
import { FIELDS, NAVIGATION, PATHS } from '../support/words.ts';

const FORM_PAGE = '/request-demo';
const READING_PAGES = PATHS.filter((path) => path !== FORM_PAGE);
const FALLBACK = '/404';

const FIRST_VISIT: BrowserContextOptions = { reducedMotion: 'no-preference' };
const { defaultBrowserType: _, ...PHONE } = devices['Pixel 7'];

const readSite = (file: string) => readFile(join(SITE_DIR, file));

/** Follows what a page fetches; each file is looked up in the built site. */
function watchRequests(page: Page) {
  const paths = new Set<string>();
  page.on('request', (request) => paths.add(new URL(request.url()).pathname));
  const fetched = () => [...paths].filter((path) => extname(path) !== '').map((path) => path.slice(1));
  const scripts = () => fetched().filter((file) => file.endsWith('.js'));
  return {
    scripts,
    libraries: async (): Promise<Library[]> => {
      const codes = await Promise.all(scripts().map((file) => readSite(file)));
      return [...new Set(codes.flatMap((code) => librariesIn(code.toString())))].toSorted();
    },
    bytesBeside: async (html: string): Promise<number> => {
      const files = [html, ...fetched()];
      const sizes = await Promise.all(files.map(async (file) => bytesOnTheWire(file, await readSite(file))));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}

/** Opens a page and does nothing: the splash ends by itself, and ten more seconds of timers go by. */
async function readWithoutActing(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('data-splash', 'done');
  await page.evaluate(() => document.fonts.ready);
  await page.clock.runFor(10_000);
}

test.describe('a first visit, untouched', () => {
  test.use({ contextOptions: FIRST_VISIT });

  for (const path of [...READING_PAGES, FALLBACK]) {
    test(`to ${path} fetches no script at all, and stays within its bytes`, async ({ page }) => {
      const requests = watchRequests(page);
      await readWithoutActing(page, path);
      expect(requests.scripts()).toEqual([]);
      expect(await requests.bytesBeside(fileOf(path))).toBeLessThanOrEqual(BUDGETS.firstVisit);
    });
  }

  test(`to ${FORM_PAGE}, whose purpose is the form, fetches React alone, and stays within its bytes`, async ({
    page,
  }) => {
    const requests = watchRequests(page);
    await readWithoutActing(page, FORM_PAGE);
    await expect(island(page, 'DemoForm')).not.toHaveAttribute('ssr');
    expect(await requests.libraries()).toEqual(['React']);
    expect(await requests.bytesBeside(fileOf(FORM_PAGE))).toBeLessThanOrEqual(BUDGETS.firstVisitToForm);
  });
});

test('the database’s library arrives when the prospect turns to the form', async ({ page }) => {
  const requests = watchRequests(page);
  await page.goto(FORM_PAGE);
  await expect(island(page, 'DemoForm')).not.toHaveAttribute('ssr');
  expect(await requests.libraries()).not.toContain('supabase-js');
  await page.getByRole('textbox', { name: FIELDS.fullName, exact: true }).focus();
  await expect.poll(() => requests.libraries()).toContain('supabase-js');
});

for (const path of [...PATHS, FALLBACK]) {
  test(`the document at ${path} fits two round trips, its style sheet included`, async () => {
    const file = fileOf(path);
    expect(bytesOnTheWire(file, await readSite(file))).toBeLessThanOrEqual(BUDGETS.html);
  });

  test(`the scripts of our own inside ${path} are small`, async () => {
    const scripts = ownInlineScripts(String(await readSite(fileOf(path))));
    expect(scripts.length).toBeGreaterThan(0);
    expect(gzippedSize(scripts)).toBeLessThanOrEqual(BUDGETS.inlineScript);
  });
}

test('the typefaces are two small files', async () => {
  const files = (await readdir(join(SITE_DIR, '_astro'))).filter((file) => /\.(woff2?|ttf|otf)$/.test(file));
  const sizes = await Promise.all(files.map(async (file) => (await readSite(`_astro/${file}`)).length));
  expect(files.length).toBeLessThanOrEqual(MOST_FONT_FILES);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(BUDGETS.fonts);
});

const saveData = (page: Page) =>
  page.addInitScript(() => {
    const connection = (navigator as { connection?: object }).connection ?? {};
    Object.defineProperty(connection, 'saveData', { value: true });
  });

const wantLessMotion = (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' });

const moveOverHero = (page: Page) => page.locator('#hero').hover();

const scrollToMarquee = (page: Page) =>
  page.evaluate(() => {
    document.querySelector('.marquee')?.scrollIntoView({ block: 'center', behavior: 'instant' });
    scrollBy({ top: 40, behavior: 'instant' });
  });

/** Hydrates the menu: whatever the gesture before it hydrated has been requested earlier. */
async function hydrateMenuAfterwards(page: Page) {
  await page.getByRole('button', { name: NAVIGATION.open }).focus();
  await expect(island(page, 'Menu')).not.toHaveAttribute('ssr');
}

const COMPUTER: BrowserContextOptions = {};

/** `elsewhere`: a device without a mouse to follow, or too wide for the marquee. */
const DECORATIONS = [
  { name: 'CursorGlow', does: 'moves over the hero', act: moveOverHero, device: COMPUTER, elsewhere: PHONE },
  { name: 'Marquee', does: 'scrolls to it', act: scrollToMarquee, device: PHONE, elsewhere: COMPUTER },
];

for (const { name, does, act, device, elsewhere } of DECORATIONS) {
  test.describe(`${name}, which only decorates`, () => {
    test(`hydrates for a visitor who ${does}`, async ({ browser }) => {
      const context = await browser.newContext({ ...device, ...FIRST_VISIT });
      const page = await context.newPage();
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('data-splash', 'done');
      await act(page);
      await expect(island(page, name)).not.toHaveAttribute('ssr');
      await context.close();
    });

    const quiet = [
      { who: 'saves data', on: device, prepare: saveData },
      { who: 'wants less motion', on: device, prepare: wantLessMotion },
      { who: 'has a device that it is not for', on: elsewhere, prepare: async () => undefined },
    ];
    for (const { who, on, prepare } of quiet) {
      test(`does not hydrate for a visitor who ${who} and ${does}`, async ({ browser }) => {
        const context = await browser.newContext({ ...on, ...FIRST_VISIT });
        const page = await context.newPage();
        await prepare(page);
        const requests = watchRequests(page);
        await page.goto('/');
        await expect(page.locator('html')).toHaveAttribute('data-splash', 'done');
        await act(page);
        await hydrateMenuAfterwards(page);
        await expect(island(page, name)).toHaveAttribute('ssr');
        expect(await requests.libraries()).toEqual(['React']);
        await context.close();
      });
    }
  });
}
