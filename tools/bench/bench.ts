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

/** Which islands' buttons are pressed on which page, before they have hydrated. */
const PRESSED: Readonly<Record<string, readonly string[]>> = {
  '/': ['nav button', '#faqs summary'],
  '/inbound-voice-agents': ['main summary'],
};
/** Some presses land while the island hydrates, which must not delay them. */
const TIMES_PRESSED = 6;

/** The built site, with the baselines in a folder `bare`. Ignored by git. */
const dir = join(ROOT, 'tests/.output/bench');

const ratio = (one: number, other: number) => Number((one / other).toFixed(2));

type Figures = Awaited<ReturnType<typeof visit>>;

/**
 * Loads a page and presses what is named: its first and largest contentful paint, the time for which long tasks blocked it,
 * and the longest time from a press to the next paint, in milliseconds; and what was fetched until it had settled, in KB.
 */
async function visit(browser: Browser, url: string, pressed: readonly string[] = []) {
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

  const figures = await page.evaluateHandle(() => {
    // The last entry of each type; of the type paint, that is the first contentful paint. Of events, the longest; of long
    // tasks, what exceeds 50 ms, in sum.
    const latest = { paint: NaN, 'largest-contentful-paint': NaN, event: 0, longtask: 0 };
    const observer = new PerformanceObserver((list) => {
      for (const { entryType, startTime, duration } of list.getEntries())
        if (entryType === 'event') latest.event = Math.max(latest.event, duration);
        else if (entryType === 'longtask') latest.longtask += duration - 50;
        else latest[entryType as 'paint'] = startTime;
    });
    for (const type of Object.keys(latest)) observer.observe({ type, buffered: true });
    return latest;
  });
  const { longtask: blocked } = await figures.jsonValue();
  for (const selector of pressed)
    for (let times = 0; times < TIMES_PRESSED; times += 1) await page.locator(selector).first().click();
  await wait(SETTLE_MS);
  const { paint: first, 'largest-contentful-paint': largest, event: press } = await figures.jsonValue();
  await page.close();
  return { first, largest, blocked, press, kb };
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

  const mainThread: Record<string, Record<string, number>> = {};
  const paints: Record<string, Record<string, number>> = {};
  for (const { path } of PAGES) {
    const bareUrl = `${url}/bare${path.replace(/\/$/, '')}`;
    const [times, bareTimes] = await mainThreadTimes([url + path, bareUrl], runs, options);
    mainThread[path] = {
      ...times!,
      'bare, all': bareTimes!.all,
      '× bare': ratio(times!.all, bareTimes!.all),
    };

    const visits: Figures[] = [];
    const bareVisits: Figures[] = [];
    for (let run = 0; run < runs; run += 1) {
      visits.push(await visit(browser, url + path, PRESSED[path]));
      bareVisits.push(await visit(browser, bareUrl));
    }
    const of = (all: Figures[], figure: keyof Figures) => Math.round(median(all.map((one) => one[figure])));
    paints[path] = {
      'first paint': of(visits, 'first'),
      '× bare': ratio(of(visits, 'first'), of(bareVisits, 'first')),
      'largest paint': of(visits, 'largest'),
      '× bare ': ratio(of(visits, 'largest'), of(bareVisits, 'largest')),
      blocked: of(visits, 'blocked'),
      KB: of(visits, 'kb'),
      ...(PRESSED[path] && { 'press to paint': of(visits, 'press') }),
    };
  }
  console.log('Main-thread time of one load, in ms:');
  console.table(mainThread);
  console.log('On a slow phone, in ms:');
  console.table(paints);
  await site.close();
});
