/**
 * `npm run bench`: every page beside its baseline, the same words and links as bare HTML, in turns. Prints medians: of the
 * main-thread time, and of the paints as a slow phone has them, with processor and network slowed down for real.
 * CHROMIUM_PATH names another browser than Playwright's own.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { chromium, devices, type Browser } from '@playwright/test';
import { PAGES } from '../../src/copy/pages.ts';
import { runCommand } from '../command-line.ts';
import { buildSite, ROOT } from '../start/build.ts';
import { serveSite } from '../start/site-server.ts';
import { bareHtml } from './bare.ts';
import { mainThreadTimes, mediansOf } from './main-thread.ts';

/** As Lighthouse slows the processor down for a phone. */
const CPU_SLOWDOWN = 4;
/** Slow 4G as Lighthouse emulates it (its `mobileSlow4G`, for DevTools): milliseconds, and bytes a second. */
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
/** How long a page is observed: longer than the splash, under which the largest paint may still change. */
const SETTLE_MS = 3000;

const FOLDER = join(ROOT, 'tests/.output/bench');

/**
 * Loads a page: its first and largest contentful paint, and the time for which long tasks blocked it, in milliseconds; and what
 * was fetched until it had settled, in KB.
 */
async function visit(browser: Browser, url: string) {
  const page = await browser.newPage(devices['Moto G4']);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  const answer = await page.goto(url);
  if (!answer?.ok()) throw new Error(`${url} answers with status ${answer?.status()}.`);
  await wait(SETTLE_MS);
  const entriesOf = (type: string) =>
    page.evaluate((entryType) => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: entryType, buffered: true });
      return observer.takeRecords().map(({ startTime, duration }) => ({ startTime, duration }));
    }, type);
  // The last entry of `paint` is that of the first content.
  const paints = await entriesOf('paint');
  const largestPaints = await entriesOf('largest-contentful-paint');
  const longTasks = await entriesOf('longtask');
  await page.close();
  return {
    'first paint': paints.at(-1)?.startTime ?? NaN,
    'largest paint': largestPaints.at(-1)?.startTime ?? NaN,
    // A task blocks the page for what it takes beyond 50 ms: the definition of total blocking time.
    blocked: longTasks.reduce((sum, { duration }) => sum + duration - 50, 0),
    KB: bytes / 1024,
  };
}

/** The figures of a page; those of these `names` also as multiples of its bare text's. */
function besideBare<F extends Record<string, number>>(
  names: (keyof F & string)[],
  [page, bare]: F[],
): object {
  const row: Record<string, number | string> = { ...page };
  for (const name of names) {
    const times = page![name]! / bare![name]!;
    row[`${name}, × bare`] = times.toFixed(2);
  }
  return row;
}

const FLAGS = {
  runs: { type: 'string', default: '30', about: 'how often each page is loaded' },
} as const;

const ABOUT = `the main-thread time and the paints of each page, beside its bare text

The first table decides: main-thread time, in ms of the processor, which repeats even on a busy machine. The second
confirms it, on a machine that does nothing else: paints, as a slow phone has them, scatter by a tenth.`;

/** Builds the site and, in a folder of it, the bare text of each page; compressed, so that as many bytes count as from a host. */
async function buildPages(browser: Browser): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  await buildSite(FOLDER, {
    // Nothing here sends a request: any valid addresses do.
    SITE_URL: 'http://localhost:9',
    PUBLIC_SUPABASE_URL: 'http://localhost:9',
    PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_of_the_bench',
    PUBLIC_DEMO_WEBHOOK_URL: 'http://localhost:9/demo',
  });
  mkdirSync(join(FOLDER, 'bare'));
  for (const file of globSync('*.html', { cwd: FOLDER })) {
    const html = readFileSync(join(FOLDER, file), 'utf8');
    writeFileSync(join(FOLDER, 'bare', file), await bareHtml(browser, html));
  }
  for (const file of globSync(join(FOLDER, '**/*.{html,js,svg}')))
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
}

async function bench(runs: number): Promise<void> {
  const executablePath = process.env['CHROMIUM_PATH'];
  const options = executablePath ? { executablePath } : {};
  await using browser = await chromium.launch(options);
  await buildPages(browser);
  const { url, close } = await serveSite(FOLDER, 0);

  const mainThread: Record<string, object> = {};
  const paints: Record<string, object> = {};
  for (const { path } of PAGES) {
    const urls = [url + path, `${url}/bare${path.replace(/\/$/, '')}`];
    mainThread[path] = besideBare(['all'], await mainThreadTimes(urls, runs, options));
    const medians = await mediansOf(urls, runs, (one) => visit(browser, one));
    paints[path] = besideBare(['first paint', 'largest paint'], medians);
  }
  console.log('Main-thread time of one load, in ms:');
  console.table(mainThread);
  console.log('On a slow phone, in ms:');
  console.table(paints);
  await close();
}

await runCommand('npm run bench', ABOUT, FLAGS, async (flags) => {
  const runs = Number(flags.runs);
  if (!(runs >= 1)) throw new Error(`--runs takes a number from 1 on, not "${flags.runs}".`);
  await bench(runs);
});
