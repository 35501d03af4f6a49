import { setTimeout as wait } from 'node:timers/promises';
import { chromium, devices, type LaunchOptions } from '@playwright/test';

/** How long a page is observed after its `load`, in which web fonts arrive and are laid out. */
const SETTLE_MS = 500;

/**
 * Milliseconds of the main thread that one load of a page takes on a phone: calculating styles, layout, scripts, and all of
 * its tasks. The browser counts processor time of that thread, which does not wait: figures repeat to one or two milliseconds on a
 * busy machine, too. Each load has a browser of its own, as one that has loaded a page is faster.
 */
async function mainThreadTime(url: string, options: LaunchOptions) {
  await using browser = await chromium.launch(options);
  const page = await browser.newPage(devices['Moto G4']);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url);
  await wait(SETTLE_MS);
  const { metrics } = await devtools.send('Performance.getMetrics');
  const millisecondsOf = (name: string) => {
    const metric = metrics.find((one) => one.name === name);
    return 1000 * (metric?.value ?? NaN);
  };
  return {
    style: millisecondsOf('RecalcStyleDuration'),
    layout: millisecondsOf('LayoutDuration'),
    script: millisecondsOf('ScriptDuration'),
    all: millisecondsOf('TaskDuration'),
  };
}

type Figures = Readonly<Record<string, number>>;

/** The medians, rounded, of so many loads of each page. The pages take turns: what else the machine does is the same for all. */
export async function mediansOf<F extends Figures>(
  urls: readonly string[],
  loads: number,
  measure: (url: string) => Promise<F>,
): Promise<F[]> {
  const figuresOfPages: F[][] = urls.map(() => []);
  for (let load = 0; load < loads; load += 1) {
    for (const [index, url] of urls.entries()) figuresOfPages[index]!.push(await measure(url));
  }
  return figuresOfPages.map(medianOf);
}

/** The median of each figure, rounded. */
function medianOf<F extends Figures>(measured: readonly F[]): F {
  const medians: Record<string, number> = {};
  for (const name of Object.keys(measured[0]!)) {
    const sorted = measured.map((figures) => figures[name]!).toSorted((one, other) => one - other);
    medians[name] = Math.round(sorted[Math.floor(sorted.length / 2)]!);
  }
  return medians as F;
}

export const mainThreadTimes = (urls: readonly string[], loads: number, options: LaunchOptions) =>
  mediansOf(urls, loads, (url) => mainThreadTime(url, options));
