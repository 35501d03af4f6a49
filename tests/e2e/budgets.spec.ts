import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { devices, type BrowserContextOptions, type Page } from '@playwright/test';
import { SITE_DIR, fileOf } from '../support/serve-site.ts';
import { expect, menuButton, test, waitUntilHydrated } from '../support/site.ts';
import { FIELD_LABELS, PATHS } from '../support/words.ts';

const KB = 1024;

/** Upper limits in bytes, after compression. */
const BUDGETS = {
  /** HTML with its style sheet in it. The first two round trips carry about 14 and 28 KB. */
  html: 24 * KB,
  /** The scripts of our own inside a page: they run before the first paint. */
  inlineScript: 2 * KB,
  /** Two typefaces cut down to the site's glyphs. Fonts compete with the largest paint for a phone's network. */
  fonts: 24 * KB,
  /** Everything that a first visit fetches without the visitor acting; to the form's page, React with it. */
  firstVisit: 50 * KB,
  firstVisitToForm: 120 * KB,
} as const;

/** At most this many typefaces, one file each: display and text. */
const MOST_FONT_FILES = 2;

/** Hosts compress on the fly at about this Brotli level, of 11; files compressed beforehand are smaller. */
const BROTLI_QUALITY = 5;

/** Whether a host compresses this file; pictures and fonts are compressed already. */
const isCompressible = (file: string): boolean => /\.(html|js|css|svg|json|xml|txt|webmanifest)$/.test(file);

/** Transfer size of a file, in bytes, as a content delivery network compresses it. */
function bytesOnTheWire(file: string, content: Buffer): number {
  return isCompressible(file) ? brotli(content).length : content.length;
}

const brotli = (content: Buffer): Buffer =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });

/** Strings that only these libraries contain, minified or not. File names would miss a library inside another chunk. */
const MARKS = {
  React: /react\.dev\/errors|react\.transitional\.element/,
  GSAP: /_gsap|GreenSock/,
  'supabase-js': /supabase-js/,
} as const;

type Library = keyof typeof MARKS;

/** The libraries in a script. */
const librariesIn = (code: string): Library[] =>
  (Object.keys(MARKS) as Library[]).filter((library) => MARKS[library].test(code));

/** The scripts inside a page that are neither data nor Astro's island runtime. */
const ownInlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, code = '']) => code)
    .filter((code) => !/customElements\.define\(.astro-island/.test(code));

/** Size in bytes after gzip, together. */
const gzippedSize = (texts: readonly string[]): number => gzipSync(texts.join('\n')).length;

const FORM_PAGE = '/request-demo';
const READING_PAGES = PATHS.filter((path) => path !== FORM_PAGE);
const ERROR_PAGE = '/404';

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
    transferSizeWith: async (html: string): Promise<number> => {
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
  await expect(page.locator('.splash')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await page.clock.runFor(10_000);
}

test.describe('a first visit without interaction', () => {
  test.use({ contextOptions: FIRST_VISIT });

  for (const path of [...READING_PAGES, ERROR_PAGE]) {
    test(`to ${path} fetches no script at all, and stays within its bytes`, async ({ page }) => {
      const requests = watchRequests(page);
      await readWithoutActing(page, path);
      expect(requests.scripts()).toEqual([]);
      expect(await requests.transferSizeWith(fileOf(path))).toBeLessThanOrEqual(BUDGETS.firstVisit);
    });
  }

  test(`to ${FORM_PAGE}, whose purpose is the form, fetches React alone, and stays within its bytes`, async ({
    page,
  }) => {
    const requests = watchRequests(page);
    await readWithoutActing(page, FORM_PAGE);
    await waitUntilHydrated(page, 'DemoForm');
    expect(await requests.libraries()).toEqual(['React']);
    expect(await requests.transferSizeWith(fileOf(FORM_PAGE))).toBeLessThanOrEqual(BUDGETS.firstVisitToForm);
  });
});

test('supabase-js is fetched when the prospect focuses a field of the form', async ({ page }) => {
  const requests = watchRequests(page);
  await page.goto(FORM_PAGE);
  await waitUntilHydrated(page, 'DemoForm');
  expect(await requests.libraries()).not.toContain('supabase-js');
  await page.getByRole('textbox', { name: FIELD_LABELS.fullName, exact: true }).focus();
  await expect.poll(() => requests.libraries()).toContain('supabase-js');
});

for (const path of [...PATHS, ERROR_PAGE]) {
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

/**
 * Hovers over the hero and scrolls to the marquee, then focuses the menu's button and waits for the menu's script: the
 * scripts of islands that hydrate on hover or scroll have been requested before it.
 */
async function useDecorations(page: Page): Promise<void> {
  await page.goto('/');
  await page.locator('#hero').hover();
  await page.evaluate(() => {
    document.querySelector('.marquee')?.scrollIntoView({ block: 'center', behavior: 'instant' });
    scrollBy({ top: 40, behavior: 'instant' });
  });
  const script = page.waitForRequest(/\/Menu\.[\w-]+\.js$/);
  await menuButton(page).focus();
  await script;
}

const VISITORS: Record<string, (page: Page) => Promise<unknown>> = {
  'wants motion': (page) => page.emulateMedia({ reducedMotion: 'no-preference' }),
  'wants less motion': (page) => page.emulateMedia({ reducedMotion: 'reduce' }),
  'saves data': (page) =>
    page.addInitScript(() => {
      const connection = (navigator as { connection?: object }).connection ?? {};
      Object.defineProperty(connection, 'saveData', { value: true });
    }),
};

/** A computer has the glow that follows its mouse; a phone, which has none, is narrow enough for the marquee. */
for (const [device, options, decoration] of [
  ['computer', {}, 'CursorGlow'],
  ['phone', PHONE, 'Marquee'],
] as const)
  test.describe(`of what only decorates, on a ${device}`, () => {
    test.use({ ...options, contextOptions: FIRST_VISIT, splashSeen: true });

    for (const [who, prepare] of Object.entries(VISITORS)) {
      const expected = who === 'wants motion' ? [decoration] : [];
      test(`${expected.join() || 'nothing'} hydrates for a visitor who ${who}`, async ({ page }) => {
        const requests = watchRequests(page);
        await prepare(page);
        await useDecorations(page);
        const islands = () =>
          requests.scripts().flatMap((file) => /\/(CursorGlow|Marquee)\./.exec(file)?.[1] ?? []);
        await expect.poll(islands).toEqual(expected);
        await expect
          .poll(() => requests.libraries())
          .toEqual(expected.length > 0 ? ['GSAP', 'React'] : ['React']);
      });
    }
  });
