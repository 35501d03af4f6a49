/**
 * `npm run bench`: how fast the site is beside its baseline, bare pages with the same words from the same server in the
 * same run; medians. Exit code 1 when a target is missed. Takes about 25 minutes, on a machine that does nothing else.
 *
 * `--runs` is how often each page is measured, `--pages=/,/request-demo` narrows it down.
 */
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import compression from 'compression';
import { launch } from 'puppeteer-core';
import sirv from 'sirv';
import { BROWSER_FLAGS, findBrowser } from '../../tests/support/browser.ts';
import { buildSite, fileOf } from '../../tests/support/serve-site.ts';
import { PATHS } from '../../tests/support/words.ts';
import { bareHtml } from './baseline.ts';
import { PROFILES, measure, type Measurement, type Profile } from './lighthouse.ts';
import { PRESSES, openHovered, press } from './presses.ts';

/** Times in milliseconds. */
const TARGETS = {
  score: 100,
  /** Largest paint, in multiples of the baseline's. */
  lcpToBaseline: { 'phone, simulated': 1.5, 'phone, real': 1.2, 'desktop, simulated': 1.5 },
  cls: 0.01,
  tbt: 100,
  inp: 200,
  /** From click to largest paint of a page that was hovered. */
  hovered: 100,
} as const;

const { values: flags } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    pages: { type: 'string', default: PATHS.join() },
    port: { type: 'string', default: '4600' },
  },
});
const runs = Array.from({ length: Number(flags.runs) }, (_, run) => run);
const pages = PATHS.filter((path) => flags.pages.split(',').includes(path));
if (pages.length === 0) throw new Error(`--pages takes some of: ${PATHS.join(', ')}`);
const url = `http://localhost:${flags.port}`;
const dir = fileURLToPath(new URL('../../tests/.output/bench', import.meta.url));
const baselineOf = (path: string) => `/baseline${path === '/' ? '/home' : path}`;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const missed: string[] = [];
function expectAtMost(what: string, value: number, limit: number): void {
  // NaN misses, too.
  if (!(value <= limit)) missed.push(`${what} is ${Number(value.toFixed(2))}, at most ${limit} wanted`);
}

const executablePath = findBrowser();
const browser = await launch({ executablePath, args: BROWSER_FLAGS });

await rm(dir, { recursive: true, force: true });
await buildSite(dir, {
  SITE_URL: url,
  // Nothing here sends a request: any valid addresses do.
  PUBLIC_SUPABASE_URL: 'http://localhost:9',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_of_the_bench',
  PUBLIC_DEMO_WEBHOOK_URL: 'http://localhost:9/demo',
});
const reader = await browser.newPage();
for (const path of pages) {
  const file = join(dir, fileOf(baselineOf(path)));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await bareHtml(reader, await readFile(join(dir, fileOf(path)), 'utf8')));
}
const compress = compression();
const serve = sirv(dir, { extensions: ['html'] });
const server = createServer((request, response) =>
  // Written for Express, whose requests are those of Node with more to them.
  compress(request as never, response as never, () => serve(request, response)),
).listen(Number(flags.port), 'localhost');
await once(server, 'listening');

/** Prints a table of all pages. Site and baseline take turns, so that a busy minute of the machine affects both. */
async function measurePages(profile: Profile): Promise<void> {
  const rows: Record<string, Record<string, string | number>> = {};
  for (const path of pages) {
    const site: Measurement[] = [];
    const baseline: Measurement[] = [];
    for (const _ of runs) {
      site.push(await measure(executablePath, url + path, profile));
      baseline.push(await measure(executablePath, url + baselineOf(path), profile));
    }
    const scores = [0, 1, 2, 3].map((index) => median(site.map((run) => run.scores[index] ?? 0)));
    const paints = site.map(({ lcp }) => Math.round(lcp));
    const toBaseline = median(paints) / median(baseline.map(({ lcp }) => lcp));
    const tbt = Math.round(median(site.map((run) => run.tbt)));
    const cls = median(site.map((run) => run.cls));
    rows[path] = {
      'P/A/BP/SEO': scores.join('/'),
      'LCP ms': median(paints),
      spread: `${Math.min(...paints)}–${Math.max(...paints)}`,
      '× baseline': Number(toBaseline.toFixed(2)),
      'TBT ms': tbt,
      CLS: Number(cls.toFixed(4)),
      KB: Math.round(median(site.map(({ bytes }) => bytes)) / 1024),
    };
    const at = `${path}, ${profile}:`;
    if (Math.min(...scores) < TARGETS.score) missed.push(`${at} scores ${scores.join('/')}`);
    expectAtMost(
      `${at} largest paint in multiples of the baseline`,
      toBaseline,
      TARGETS.lcpToBaseline[profile],
    );
    expectAtMost(`${at} layout shift`, cls, TARGETS.cls);
    expectAtMost(`${at} blocked time`, tbt, TARGETS.tbt);
  }
  console.log(`\n${profile} throttling`);
  console.table(rows);
}

try {
  for (const profile of Object.keys(PROFILES) as Profile[]) await measurePages(profile);

  console.log('\nInteraction to Next Paint of the first presses, ms');
  for (const name of Object.keys(PRESSES) as (keyof typeof PRESSES)[]) {
    const latencies: number[] = [];
    for (const _ of runs) latencies.push(Math.round(await press(browser, url, name)));
    console.log(`${name}: ${latencies.join(', ')}`);
    expectAtMost(`${name}: INP`, median(latencies), TARGETS.inp);
  }

  const paints: number[] = [];
  for (const _ of runs)
    paints.push(
      Math.round(await openHovered(executablePath, `${url}/inbound-voice-agents`, '/support-packages')),
    );
  console.log(`\nFrom click to largest paint of a hovered page, ms: ${paints.join(', ')}`);
  expectAtMost('from click to largest paint of a hovered page', median(paints), TARGETS.hovered);

  console.log(missed.length > 0 ? `\nTargets missed:\n  ${missed.join('\n  ')}` : '\nEvery target is met.');
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  server.close();
}
