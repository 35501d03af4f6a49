/**
 * `npm run bench`: every page beside its baseline, the same words and links as bare HTML, in turns, as a slow phone loads
 * them: processor and network are slowed down for real. Prints medians. For a machine that does nothing else: single
 * loads vary by 30 %. CHROMIUM_PATH names another browser than Playwright's own.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { PAGES } from '../../src/copy/pages.ts';
import { runCommand } from '../command-line.ts';
import { buildSite, ROOT } from '../start/build.ts';
import { freePort } from '../start/listen.ts';
import { serveSite } from '../start/site-server.ts';

const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const CPU_SLOWDOWN = 4;
/** Slow 4G as Lighthouse has it: milliseconds, and bytes a second. */
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
/** Longer than the splash, under which the largest paint may still change. */
const SETTLE_MS = 3000;

/** What is pressed on pages whose islands have not hydrated. */
const PRESSES = [
  { path: '/', selector: '.menu-button' },
  { path: '/', selector: '.faq summary' },
  { path: '/inbound-voice-agents', selector: '.use-case summary' },
];
/** Some presses land while the island hydrates, which must not delay them. */
const TIMES_PRESSED = 6;

const dir = join(ROOT, 'tests/.output/bench');

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

async function openPhone(browser: Browser, url: string) {
  const page = await browser.newPage(PHONE);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  const answer = await page.goto(url);
  if (!answer?.ok()) throw new Error(`${url} answers with status ${answer?.status()}.`);
  await wait(SETTLE_MS);
  return { page, bytes };
}

type Load = Awaited<ReturnType<typeof load>>;

/** First and largest paint in milliseconds, and what was fetched for them in KB. */
async function load(browser: Browser, url: string) {
  const { page, bytes } = await openPhone(browser, url);
  const timeOf = (type: string) =>
    page.evaluate(async (entryType) => {
      const { promise, resolve } = Promise.withResolvers<PerformanceEntryList>();
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type: entryType, buffered: true });
      return (await promise).at(-1)!.startTime;
    }, type);
  const [first, largest] = [await timeOf('paint'), await timeOf('largest-contentful-paint')];
  await page.close();
  return { first, largest, kb: bytes / 1024 };
}

/** The longest time from a press to the next paint, in milliseconds. */
async function press(browser: Browser, url: string, selector: string): Promise<number> {
  const { page } = await openPhone(browser, url);
  const durations = await page.evaluateHandle(() => {
    const all: number[] = [];
    const observer = new PerformanceObserver((list) => {
      all.push(...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    return all;
  });
  for (let times = 0; times < TIMES_PRESSED; times += 1) await page.locator(selector).first().click();
  await wait(SETTLE_MS);
  const longest = Math.max(...(await durations.jsonValue()));
  await page.close();
  return longest;
}

/** Writes the baseline of a page: no page with its words, links and fields can be much faster. */
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
  const baseline = join(dir, 'bare', file);
  mkdirSync(dirname(baseline), { recursive: true });
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title>';
  writeFileSync(
    baseline,
    `<!doctype html><html lang="en">${head}<link rel="icon" href="/favicon.ico">${body}`,
  );
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
  for (const file of globSync('*.html', { cwd: dir })) await writeBaseline(browser, file);
  for (const file of globSync(join(dir, '**/*.{html,js,svg}')))
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  const site = await serveSite(dir, port);

  const table: Record<string, Record<string, number>> = {};
  for (const { path } of PAGES) {
    const loads: Load[] = [];
    const bareLoads: Load[] = [];
    for (const _ of runs) {
      loads.push(await load(browser, url + path));
      bareLoads.push(await load(browser, `${url}/bare${path.replace(/\/$/, '')}`));
    }
    const of = (all: Load[], figure: keyof Load) => Math.round(median(all.map((one) => one[figure])));
    table[path] = {
      'first paint ms': of(loads, 'first'),
      'largest paint ms': of(loads, 'largest'),
      'bare ms': of(bareLoads, 'largest'),
      '× bare': Number((of(loads, 'largest') / of(bareLoads, 'largest')).toFixed(2)),
      KB: of(loads, 'kb'),
    };
  }
  console.table(table);
  for (const { path, selector } of PRESSES) {
    const latencies: number[] = [];
    for (const _ of runs) latencies.push(await press(browser, url + path, selector));
    console.log(`From press to paint, ${selector} of ${path}: ${median(latencies)} ms`);
  }
  await site.close();
});
