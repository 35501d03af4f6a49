import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import type { Browser } from 'puppeteer-core';

export const DEVICES = ['phone', 'desktop'] as const;
export type Device = (typeof DEVICES)[number];

/** `simulated` computes what a slow network and processor would have done; `real` slows the browser down. */
export const THROTTLINGS = ['simulated', 'real'] as const;
export type Throttling = (typeof THROTTLINGS)[number];

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export interface Measurement {
  /** 0 to 100, in the order of `CATEGORIES`; performance alone when nothing else was asked for. */
  readonly scores: readonly number[];
  /** Milliseconds. */
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly speedIndex: number;
  readonly cls: number;
  readonly bytes: number;
  readonly requests: number;
  /** The audits that cost points, each with the first element it complains of. */
  readonly imperfect: readonly string[];
}

/**
 * Lighthouse leaves the desktop's network alone under real throttling. These are its own figures for a desktop
 * (40 ms, 10 Mbit/s), adjusted for the browser as it adjusts the phone's.
 */
const DESKTOP_THROTTLING = {
  ...desktopConfig.settings?.throttling,
  requestLatencyMs: 40 * 3.75,
  downloadThroughputKbps: 10 * 1024 * 0.9,
  uploadThroughputKbps: 10 * 1024 * 0.9,
};

export interface Visit {
  readonly url: string;
  readonly device: Device;
  readonly throttling: Throttling;
  /** Only speed, which takes a third of the time. */
  readonly speedOnly: boolean;
  /** A visit that has seen the splash on an earlier page. */
  readonly splashSeen: boolean;
}

/** On a busy machine Lighthouse now and then misses the beginning of a visit, and asks to be run again. */
const MOST_TRIES = 3;

/** Visits a page in a fresh browser profile, and has Lighthouse measure it. */
export async function measure(browser: Browser, visit: Visit): Promise<Measurement> {
  for (let tries = 1; ; tries++) {
    const result = await runLighthouse(browser, visit);
    if (result && isComplete(result)) return read(result);
    if (tries === MOST_TRIES)
      throw new Error(
        `Lighthouse did not measure ${visit.url}: ${result?.runtimeError?.message ?? 'an audit failed'}`,
      );
  }
}

/** A category without a score could not be judged: one of its audits failed to measure. */
const isComplete = ({ runtimeError, categories }: Result) =>
  !runtimeError && Object.values(categories).every(({ score }) => score !== null);

async function runLighthouse(browser: Browser, visit: Visit): Promise<Result | undefined> {
  const isDesktop = visit.device === 'desktop';
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    if (visit.splashSeen) await page.evaluateOnNewDocument(() => sessionStorage.setItem('splash', 'seen'));
    const outcome = await lighthouse(
      visit.url,
      {
        logLevel: 'error',
        disableFullPageScreenshot: true,
        throttlingMethod: visit.throttling === 'real' ? 'devtools' : 'simulate',
        onlyCategories: visit.speedOnly ? ['performance'] : [...CATEGORIES],
        ...(isDesktop && { throttling: DESKTOP_THROTTLING }),
      },
      isDesktop ? desktopConfig : { extends: 'lighthouse:default' },
      page,
    );
    // Lighthouse may still be asking the page whether it is quiet; closing it before it answers ends the process.
    await page.evaluate(() => document.readyState);
    return outcome?.lhr;
  } finally {
    await context.close();
  }
}

function read({ audits, categories }: Result): Measurement {
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const details = audits['network-requests']?.details;
  const weighed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  );
  return {
    scores: CATEGORIES.flatMap((id) =>
      categories[id] ? [Math.round((categories[id].score ?? 0) * 100)] : [],
    ),
    fcp: figure('first-contentful-paint'),
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    speedIndex: figure('speed-index'),
    cls: figure('cumulative-layout-shift'),
    bytes: figure('total-byte-weight'),
    requests: details?.type === 'table' ? details.items.length : Number.NaN,
    imperfect: weighed
      .filter(({ id }) => (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id + firstCulprit(audits[id])),
  };
}

function firstCulprit(audit: Result['audits'][string] | undefined): string {
  const details = audit?.details;
  const node = details?.type === 'table' ? details.items[0]?.['node'] : undefined;
  return node && typeof node === 'object' && 'selector' in node ? ` (${node.selector})` : '';
}
