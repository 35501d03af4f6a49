import { setTimeout as wait } from 'node:timers/promises';
import { chromium, devices, type LaunchOptions } from '@playwright/test';

/** After the load, web fonts arrive and are laid out. */
const SETTLE_MS = 500;

/**
 * Milliseconds of the main thread that one load of a page takes on a phone: calculating styles, layout, scripts, and all of
 * its tasks. Counted by the browser in processor time of that thread, which does not wait: figures repeat to one or two
 * milliseconds on a busy machine, too. In a browser of its own, as one that has loaded a page is faster.
 */
async function mainThreadTime(url: string, options: LaunchOptions) {
  await using browser = await chromium.launch(options);
  const page = await browser.newPage(devices['Moto G4']);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url);
  await wait(SETTLE_MS);
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? NaN);
  return {
    style: of('RecalcStyleDuration'),
    layout: of('LayoutDuration'),
    script: of('ScriptDuration'),
    all: of('TaskDuration'),
  };
}

type Figures = Readonly<Record<string, number>>;

/** The medians, rounded, of what as many loads of each page measure, in turns: what else the machine does is the same for all. */
export async function mediansOf<F extends Figures>(
  urls: readonly string[],
  loads: number,
  measure: (url: string) => Promise<F>,
): Promise<F[]> {
  const all: F[][] = urls.map(() => []);
  for (let load = 0; load < loads; load += 1)
    for (const [index, url] of urls.entries()) all[index]!.push(await measure(url));
  const median = (values: number[]) =>
    Math.round(values.toSorted((one, other) => one - other)[Math.floor(loads / 2)]!);
  return all.map((figures) => {
    const names = Object.keys(figures[0]!);
    return Object.fromEntries(names.map((name) => [name, median(figures.map((one) => one[name]!))])) as F;
  });
}

export const mainThreadTimes = (urls: readonly string[], loads: number, options: LaunchOptions) =>
  mediansOf(urls, loads, (url) => mainThreadTime(url, options));
