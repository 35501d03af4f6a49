import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { devices, type Page } from '@playwright/test';
import { bareHtml } from '../../tools/bench/bare.ts';
import { mainThreadTimes } from '../../tools/bench/main-thread.ts';
import { ADDRESSES } from '../support/addresses.ts';
import { SITE_DIR, fileOf } from '../support/serve-site.ts';
import { expect, menuButton, slowElsewhere, test, waitUntilHydrated } from '../support/site.ts';
import { FIELD_LABELS, PATHS } from '../support/words.ts';

const KB = 1024;

/** Upper limits in bytes, compressed with Brotli unless it says otherwise. */
const BUDGETS = {
  /** HTML with its style sheet in it, for two round trips: TCP carries about 14 KB in the first and 28 in the second. */
  html: 27 * KB,
  /** The site's own scripts inside a page, gzipped; they run before the first paint. */
  inlineScript: 2 * KB,
  /** Two typefaces cut down to the site's glyphs. Fonts compete with the largest paint for a phone's network. */
  fonts: 24 * KB,
  /** Everything that a first visit fetches before the visitor does anything; the form's page fetches React, too. */
  firstVisit: 50 * KB,
  firstVisitToForm: 120 * KB,
  /** Main-thread time of one load, × that of the bare text. A fourth above what it is. */
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

/** Follows which files of the built site a page fetches. */
function watchRequests(page: Page) {
  const files = new Set<string>();
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.slice(1);
    // The addresses of pages have no extension.
    if (extname(path)) files.add(path);
  });
  const scripts = () => [...files].filter((file) => file.endsWith('.js'));
  const libraries = async () => {
    const code = (await Promise.all(scripts().map(readBuilt))).join('\n');
    return Object.entries(LIBRARY_MARKS).flatMap(([library, mark]) => (mark.test(code) ? library : []));
  };
  return { files, scripts, libraries };
}

const MOTION = { reducedMotion: 'no-preference' } as const;

for (const path of [...PATHS, '/404'])
  test(`a first visit to ${path} fetches React for the form alone, within its budgets`, async ({ page }) => {
    expect(await transferSize([fileOf(path)]), 'the document').toBeLessThanOrEqual(BUDGETS.html);
    const html = String(await readBuilt(fileOf(path)));
    const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)]
      .map(([, code = '']) => code)
      // Without the script by which Astro defines its islands.
      .filter((code) => !/customElements\.define\(.astro-island/.test(code));
    expect(inline.length).toBeGreaterThan(0);
    expect(gzipSync(inline.join('\n')).length).toBeLessThanOrEqual(BUDGETS.inlineScript);

    const { files, scripts, libraries } = watchRequests(page);
    await page.emulateMedia(MOTION);
    await page.clock.install();
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    // The visitor does nothing: ten seconds of timers go by.
    await page.clock.runFor(10_000);
    const isForm = path === '/request-demo';
    if (isForm) await waitUntilHydrated(page, 'DemoForm');
    else expect(scripts()).toEqual([]);
    expect(await libraries()).toEqual(isForm ? ['React'] : []);
    const budget = isForm ? BUDGETS.firstVisitToForm : BUDGETS.firstVisit;
    expect(await transferSize([fileOf(path), ...files])).toBeLessThanOrEqual(budget);
    if (!isForm) return;
    await page.getByRole('textbox', { name: FIELD_LABELS.fullName, exact: true }).focus();
    await expect.poll(libraries, 'as a field has the focus').toEqual(['React', 'supabase-js']);
  });

for (const path of PATHS)
  test(
    `loading ${path} takes little more of the main thread than its bare text`,
    slowElsewhere(path),
    async ({ browser }, info) => {
      const file = info.outputPath('bare.html');
      await writeFile(file, await bareHtml(browser, String(await readBuilt(fileOf(path)))));
      const urls = [ADDRESSES.site + path, `file://${file}`];
      const [page, bare] = await mainThreadTimes(urls, 3, info.project.use.launchOptions ?? {});
      const budget = path === '/request-demo' ? BUDGETS.mainThreadOfForm : BUDGETS.mainThread;
      expect(page!.all / bare!.all, JSON.stringify({ page, bare })).toBeLessThanOrEqual(budget);
    },
  );

test('the typefaces are two small files at most: display and text', async () => {
  const files = (await readdir(join(SITE_DIR, '_astro'))).filter((file) => /\.(woff2?|ttf|otf)$/.test(file));
  expect(files.length).toBeLessThanOrEqual(2);
  expect(await transferSize(files.map((file) => `_astro/${file}`))).toBeLessThanOrEqual(BUDGETS.fonts);
});

/**
 * Hovers over the hero and scrolls to the marquee, then focuses the menu's button and waits for the menu's script: the
 * scripts of islands that hydrate on hover or scroll have been requested before it.
 */
async function useDecorations(page: Page): Promise<void> {
  await page.goto('/');
  // A finger on a phone, which the glow does not follow.
  if (await page.evaluate(() => matchMedia('(hover: none)').matches)) await page.locator('#hero h1').tap();
  else await page.locator('#hero').hover();
  await page.evaluate(() => {
    document
      .querySelector('[component-url*="/Marquee."] > div')
      ?.scrollIntoView({ block: 'center', behavior: 'instant' });
    // Any scroll while the marquee is in view hydrates it.
    scrollBy({ top: 40, behavior: 'instant' });
  });
  const script = page.waitForRequest(/\/Menu\.[\w-]+\.js$/);
  await menuButton(page).focus();
  await script;
}

const VISITORS: Record<string, (page: Page) => Promise<unknown>> = {
  'wants motion': (page) => page.emulateMedia(MOTION),
  'wants less motion': (page) => page.emulateMedia({ reducedMotion: 'reduce' }),
  'saves data': (page) =>
    page.addInitScript(() => {
      const { connection } = navigator as Navigator & { connection: object };
      Object.defineProperty(connection, 'saveData', { value: true });
    }),
};

// Playwright refuses the browser's type in a group of tests.
const { defaultBrowserType: _, ...PHONE } = devices['Pixel 7'];

/** The glow follows a mouse, which a phone lacks; the marquee is shown in narrow windows alone. */
for (const [device, options, decoration] of [
  ['computer', {}, 'CursorGlow'],
  ['phone', PHONE, 'Marquee'],
] as const)
  test.describe(`of what only decorates, on a ${device}`, () => {
    test.use({ ...options, contextOptions: MOTION, splashSeen: true });

    for (const [who, prepare] of Object.entries(VISITORS)) {
      const expected = who === 'wants motion' ? [decoration] : [];
      test(`${expected.join() || 'nothing'} hydrates for a visitor who ${who}`, async ({ page }) => {
        const { scripts, libraries } = watchRequests(page);
        await prepare(page);
        await useDecorations(page);
        const islands = () => scripts().flatMap((file) => /\/(CursorGlow|Marquee)\./.exec(file)?.[1] ?? []);
        await expect.poll(islands).toEqual(expected);
        // React comes with the menu in any case.
        await expect.poll(libraries).toEqual(expected.length > 0 ? ['GSAP', 'React'] : ['React']);
      });
    }
  });
