/**
 * `npm run bench`: every page beside its baseline, the same words and links as bare HTML, in turns, as a slow phone loads
 * them: processor and network are slowed down for real. Prints medians. For a machine that does nothing else: single
 * loads vary by 30 %. CHROMIUM_PATH names another browser than Playwright's own.
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

const CPU_SLOWDOWN = 4;
/** Slow 4G as Lighthouse emulates it (its `mobileSlow4G`, for DevTools): milliseconds, and bytes a second. */
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
/** Longer than the splash, under which the largest paint may still change. */
const SETTLE_MS = 3000;

/** Which islands' buttons are pressed on which page, before they have hydrated. */
const PRESSED: Readonly<Record<string, readonly string[]>> = {
  '/': ['.menu-button', '.faq summary'],
  '/inbound-voice-agents': ['.use-case summary'],
};
/** Some presses land while the island hydrates, which must not delay them. */
const TIMES_PRESSED = 6;

/** The built site, with the baselines in a folder `bare`. Ignored by git. */
const dir = join(ROOT, 'tests/.output/bench');

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

type Figures = Awaited<ReturnType<typeof visit>>;

/**
 * Loads a page and presses what is named: its first and largest contentful paint, and the longest time from a press to the
 * next paint, in milliseconds; and what was fetched until it had settled, in KB.
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
    // The last entry of each type; of the type paint, that is the first contentful paint. Of events, the longest.
    const latest = { paint: NaN, 'largest-contentful-paint': NaN, event: 0 };
    const observer = new PerformanceObserver((list) => {
      for (const { entryType, startTime, duration } of list.getEntries())
        if (entryType === 'event') latest.event = Math.max(latest.event, duration);
        else latest[entryType as 'paint'] = startTime;
    });
    for (const type of Object.keys(latest)) observer.observe({ type, buffered: true });
    return latest;
  });
  for (const selector of pressed)
    for (let times = 0; times < TIMES_PRESSED; times += 1) await page.locator(selector).first().click();
  await wait(SETTLE_MS);
  const { paint: first, 'largest-contentful-paint': largest, event: press } = await figures.jsonValue();
  await page.close();
  return { first, largest, press, kb };
}

/** Writes the baseline of a page into `bare`: no page with its words, links and fields can be much faster. */
async function writeBaseline(browser: Browser, file: string): Promise<void> {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.setContent(readFileSync(join(dir, file), 'utf8'));
  const body = await page.evaluate(() => {
    const notText = 'script, style, template, svg, noscript, [aria-hidden=true], [hidden], link, meta';
    for (const element of document.querySelectorAll(notText)) element.remove();
    for (const element of document.body.querySelectorAll('*'))
      for (const name of element.getAttributeNames())
        if (!['href', 'id', 'for', 'type', 'name'].includes(name)) element.removeAttribute(name);
    return document.body.innerHTML.replace(/<!--.*?-->|(?<=\s)\s+/gs, '');
  });
  await page.close();
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title>';
  const text = `<!doctype html><html lang="en">${head}<link rel="icon" href="/favicon.ico">${body}`;
  writeFileSync(join(dir, 'bare', file), text);
}

const FLAGS = { runs: { type: 'string', default: '8', about: 'how often each page is loaded' } } as const;

await runCommand('npm run bench', 'how fast the site is, beside its bare text', FLAGS, async (flags) => {
  const runs = Array.from({ length: Number(flags.runs) });
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
  await using browser = await chromium.launch({ ...(executablePath && { executablePath }) });
  mkdirSync(join(dir, 'bare'));
  for (const file of globSync('*.html', { cwd: dir })) await writeBaseline(browser, file);
  // `serveSite` sends these, so that as many bytes count as from a host that compresses.
  for (const file of globSync(join(dir, '**/*.{html,js,svg}')))
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  const site = await serveSite(dir, port);

  const table: Record<string, Record<string, number>> = {};
  for (const { path } of PAGES) {
    const visits: Figures[] = [];
    const bareVisits: Figures[] = [];
    for (const _ of runs) {
      visits.push(await visit(browser, url + path, PRESSED[path]));
      bareVisits.push(await visit(browser, `${url}/bare${path.replace(/\/$/, '')}`));
    }
    const of = (all: Figures[], figure: keyof Figures) => Math.round(median(all.map((one) => one[figure])));
    table[path] = {
      'first paint ms': of(visits, 'first'),
      'largest paint ms': of(visits, 'largest'),
      'bare ms': of(bareVisits, 'largest'),
      '× bare': Number((of(visits, 'largest') / of(bareVisits, 'largest')).toFixed(2)),
      KB: of(visits, 'kb'),
      ...(PRESSED[path] && { 'press to paint ms': of(visits, 'press') }),
    };
  }
  console.table(table);
  await site.close();
});
