import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { bareHtml } from '../../tools/bench/bare.ts';
import { mainThreadTimes } from '../../tools/bench/main-thread.ts';
import { ADDRESSES } from '../support/addresses.ts';
import { fieldOf } from '../support/prospect.ts';
import { SITE_DIR, fileOf } from '../support/serve-site.ts';
import { SLOW, expect, island, menuButton, test, hydrated } from '../support/site.ts';
import { PATHS } from '../support/words.ts';

const KB = 1024;

/** Upper limits, not far above what the site takes, so that growth is noticed: in bytes, with Brotli unless it says otherwise. */
const BUDGETS = {
  /** HTML with its style sheet in it, for two round trips: TCP carries about 14 KB in the first and 28 in the second. */
  html: 27 * KB,
  /** The site's own scripts inside a page, gzipped; they run before the first paint. */
  inlineScript: 2 * KB,
  /** Typefaces cut down to the site's glyphs. Fonts compete with the largest paint for a phone's network. */
  fonts: 33 * KB,
  /** Everything that a first visit fetches before the visitor does anything; the form's page fetches React, too. */
  firstVisit: 60 * KB,
  firstVisitToForm: 130 * KB,
  /** How many times the main-thread time of the bare text one load may take: a fourth more than it takes. */
  mainThread: 4,
  mainThreadOfForm: 5.5,
} as const;

/** Hosts compress on the fly at about this Brotli level, of 11; files compressed beforehand are smaller. */
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const readBuilt = (file: string) => readFile(join(SITE_DIR, file));

/** What files of the built site take in transfer, in bytes; pictures and fonts are compressed already. */
async function transferSize(files: readonly string[]): Promise<number> {
  const sizes = files.map(async (file) => {
    const content = await readBuilt(file);
    const isCompressed = /\.(png|ico|woff2)$/.test(file);
    return (isCompressed ? content : brotliCompressSync(content, COMPRESSION)).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Strings that only these libraries contain, minified or not. File names would miss a library inside another chunk. */
const LIBRARY_MARKS = {
  GSAP: /_gsap|GreenSock/,
  React: /react\.dev\/errors|react\.transitional\.element/,
  'supabase-js': /supabase-js/,
};

/** The files of the built site that a page has fetched; the addresses of pages have no extension. */
const filesOf = async (page: Page) => {
  const paths = (await page.requests()).map((request) => new URL(request.url()).pathname.slice(1));
  return [...new Set(paths)].filter((path) => extname(path));
};

const scriptsOf = async (page: Page) => (await filesOf(page)).filter((file) => file.endsWith('.js'));

async function librariesOf(page: Page): Promise<string[]> {
  const code = (await Promise.all((await scriptsOf(page)).map(readBuilt))).join('\n');
  return Object.entries(LIBRARY_MARKS).flatMap(([library, mark]) => (mark.test(code) ? library : []));
}

const MOTION = { reducedMotion: 'no-preference' } as const;
const SAVE_DATA = "Object.defineProperty(navigator.connection, 'saveData', { value: true })";

for (const path of [...PATHS, '/404'])
  test(`a first visit to ${path} fetches React for the form alone, within its budgets`, async ({ page }) => {
    expect(await transferSize([fileOf(path)]), 'the document').toBeLessThanOrEqual(BUDGETS.html);
    const html = String(await readBuilt(fileOf(path)));
    const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)]
      .map(([, code = '']) => code)
      // The script by which Astro defines its islands is left out.
      .filter((code) => !/customElements\.define\(.astro-island/.test(code));
    expect(inline.length).toBeGreaterThan(0);
    expect(gzipSync(inline.join('\n')).length).toBeLessThanOrEqual(BUDGETS.inlineScript);

    await page.emulateMedia(MOTION);
    await page.clock.install();
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    // The visitor does nothing: ten seconds of timers go by.
    await page.clock.runFor(10_000);
    const isForm = path === '/request-demo';
    if (isForm) await hydrated(page, 'DemoForm');
    else expect(await scriptsOf(page)).toEqual([]);
    expect(await librariesOf(page)).toEqual(isForm ? ['React'] : []);
    const files = await filesOf(page);
    const fonts = files.filter((file) => file.endsWith('.woff2'));
    expect(await transferSize(fonts)).toBeLessThanOrEqual(BUDGETS.fonts);
    const budget = isForm ? BUDGETS.firstVisitToForm : BUDGETS.firstVisit;
    expect(await transferSize([fileOf(path), ...files])).toBeLessThanOrEqual(budget);
    if (!isForm) return;
    await fieldOf(page, 'fullName').focus();
    await expect.poll(() => librariesOf(page), 'as a field has the focus').toEqual(['React', 'supabase-js']);
  });

for (const path of PATHS)
  test(`loading ${path} takes little of the main thread`, SLOW, async ({ browser }, info) => {
    const file = info.outputPath('bare.html');
    await writeFile(file, await bareHtml(browser, String(await readBuilt(fileOf(path)))));
    const urls = [ADDRESSES.site + path, `file://${file}`];
    // Three loads of each: the median leaves out one that something on this machine disturbed.
    const [page, bare] = await mainThreadTimes(urls, 3, info.project.use.launchOptions ?? {});
    const budget = path === '/request-demo' ? BUDGETS.mainThreadOfForm : BUDGETS.mainThread;
    expect(page!.all / bare!.all, JSON.stringify({ page, bare })).toBeLessThanOrEqual(budget);
  });

const VISITORS: [who: string, isDecorated: boolean, prepare: (page: Page) => Promise<unknown>][] = [
  ['wants motion', true, (page) => page.emulateMedia(MOTION)],
  ['wants less motion', false, (page) => page.emulateMedia({ reducedMotion: 'reduce' })],
  ['saves data', false, (page) => page.addInitScript(SAVE_DATA)],
  // The marquee is shown in narrow windows alone, and the glow follows no finger.
  ['touches a wide screen', false, (page) => page.setViewportSize({ width: 1024, height: 800 })],
];

test.describe('what only decorates', () => {
  test.use({
    contextOptions: MOTION,
    splashSeen: true,
    hasTouch: true,
    viewport: { width: 700, height: 800 },
  });

  for (const [who, isDecorated, prepare] of VISITORS)
    test(`${isDecorated ? 'hydrates' : 'fetches nothing'} for a visitor who ${who}`, async ({ page }) => {
      await prepare(page);
      await page.goto('/');
      const headline = page.locator('#hero h1');
      await (who.startsWith('touches') ? headline.tap() : headline.hover());
      await island(page, 'Marquee').evaluate((marquee) => {
        marquee.firstElementChild!.scrollIntoView({ block: 'center', behavior: 'instant' });
        // Any scroll while it is in view hydrates it.
        scrollBy({ top: 40, behavior: 'instant' });
      });
      // The scripts of islands that hydrate on hover or scroll have been requested before the menu's, which fetches React.
      await menuButton(page).focus();
      await hydrated(page, 'Menu');
      for (const name of ['CursorGlow', 'Marquee'])
        await expect(island(page, name).and(page.locator('[ssr]'))).toHaveCount(isDecorated ? 0 : 1);
      expect(await librariesOf(page)).toEqual(isDecorated ? ['GSAP', 'React'] : ['React']);
    });
});
