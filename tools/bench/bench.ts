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
import { freePort } from '../start/listen.ts';
import { serveSite } from '../start/site-server.ts';
import { bareHtml } from './bare.ts';
import { mainThreadTimes, median } from './main-thread.ts';

const CPU_SLOWDOWN = 4;
/** Slow 4G as Lighthouse emulates it (its `mobileSlow4G`, for DevTools): milliseconds, and bytes a second. */
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
/** Longer than the splash, under which the largest paint may still change. */
const SETTLE_MS = 3000;

const dir = join(ROOT, 'tests/.output/bench');

type Figures = Awaited<ReturnType<typeof visit>>;

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
  const kb = bytes / 1024;
  const [paints = [], largest = [], longTasks = []] = await page.evaluate(() =>
    ['paint', 'largest-contentful-paint', 'longtask'].map((type) => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type, buffered: true });
      return observer.takeRecords().map(({ startTime, duration }) => ({ startTime, duration }));
    }),
  );
  await page.close();
  return {
    first: paints.at(-1)?.startTime ?? NaN,
    largest: largest.at(-1)?.startTime ?? NaN,
    // What exceeds 50 ms of each long task.
    blocked: longTasks.reduce((sum, { duration }) => sum + duration - 50, 0),
    kb,
  };
}

const FLAGS = {
  runs: { type: 'string', default: '30', about: 'how often each page is loaded' },
} as const;

const ABOUT = `the main-thread time and the paints of each page, beside its bare text

The first table decides: main-thread time, in ms of the processor, which repeats even on a busy machine. The second
confirms it, on a machine that does nothing else: paints, as a slow phone has them, scatter by a tenth.`;

await runCommand('npm run bench', ABOUT, FLAGS, async (flags) => {
  const runs = Number(flags.runs);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  rmSync(dir, { recursive: true, force: true });
  await buildSite(dir, {
    SITE_URL: url,
    // Nothing here sends a request: any valid addresses do.
    PUBLIC_SUPABASE_URL: 'http://localhost:9',
    PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_of_the_bench',
    PUBLIC_DEMO_WEBHOOK_URL: 'http://localhost:9/demo',
  });
  const executablePath = process.env['CHROMIUM_PATH'];
  const options = executablePath ? { executablePath } : {};
  await using browser = await chromium.launch(options);
  mkdirSync(join(dir, 'bare'));
  for (const file of globSync('*.html', { cwd: dir }))
    writeFileSync(join(dir, 'bare', file), await bareHtml(browser, readFileSync(join(dir, file), 'utf8')));
  // `serveSite` sends these, so that as many bytes count as from a host that compresses.
  for (const file of globSync(join(dir, '**/*.{html,js,svg}')))
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  const site = await serveSite(dir, port);

  const mainThread: Record<string, object> = {};
  const paints: Record<string, object> = {};
  for (const { path } of PAGES) {
    const urls = [url + path, `${url}/bare${path.replace(/\/$/, '')}`];
    const [times, bareTimes] = await mainThreadTimes(urls, runs, options);
    const { all } = bareTimes!;
    mainThread[path] = { ...times, 'bare, all': all, '× bare': (times!.all / all).toFixed(2) };

    const visits: Figures[][] = [[], []];
    for (let run = 0; run < runs; run += 1)
      for (const [index, one] of urls.entries()) visits[index]!.push(await visit(browser, one));
    const of = (figure: keyof Figures, page = 0) => median(visits[page]!.map((one) => one[figure]));
    paints[path] = {
      'first paint': Math.round(of('first')),
      '× bare': (of('first') / of('first', 1)).toFixed(2),
      'largest paint': Math.round(of('largest')),
      '× bare ': (of('largest') / of('largest', 1)).toFixed(2),
      blocked: Math.round(of('blocked')),
      KB: Math.round(of('kb')),
    };
  }
  console.log('Main-thread time of one load, in ms:');
  console.table(mainThread);
  console.log('On a slow phone, in ms:');
  console.table(paints);
  await site.close();
});
