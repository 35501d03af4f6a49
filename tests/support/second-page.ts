/** A visitor who hovers a link for a moment and then opens it. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { launch } from 'puppeteer-core';
import { readHeaderRules, serveSite } from '../../supabase/embedded/site-server.ts';
import { BROWSER_FLAGS } from './browser.ts';

/** What is read of the opened page. */
export interface SecondPage {
  readonly path: string;
  /** Whether it was rendered before it was opened. */
  readonly wasAhead: boolean;
  /** From the click to the largest paint, in milliseconds. */
  readonly clickToPaint: number;
  readonly splash: string;
  readonly referrer: string;
  readonly focus: string;
  readonly scrollY: number;
  /** The states of the sections that fade in, from above. */
  readonly reveal: readonly string[];
  /** Whether the page was hidden when it was read. */
  readonly isHidden: boolean;
}

/** Longer than the browser waits before it renders a hovered link's page ahead. */
const HOVER_MS = 300;

/** Runs in the first page. */
function noteClick(): void {
  document.addEventListener('click', ({ timeStamp }) =>
    sessionStorage.setItem('clicked', String(performance.timeOrigin + timeStamp)),
  );
}

/** Runs in the opened page. Resolves a frame after its largest paint is known. */
async function report(): Promise<SecondPage> {
  const [arrival] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    activationStart: number;
  })[];
  const paint = await new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
  await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
  return {
    path: location.pathname,
    wasAhead: (arrival?.activationStart ?? 0) > 0,
    clickToPaint: performance.timeOrigin + paint - Number(sessionStorage.getItem('clicked')),
    splash: document.documentElement.dataset['splash'] ?? '',
    referrer: new URL(document.referrer).pathname,
    focus: document.activeElement?.tagName ?? '',
    scrollY,
    reveal: [...document.querySelectorAll<HTMLElement>('[data-reveal]')].map(
      ({ dataset }) => dataset['reveal'] ?? '',
    ),
    isHidden: document.hidden,
  };
}

/** Hovers the link that leads from one page of the built site in `dir` to another, and then opens it. */
export async function openSecondPage(
  executablePath: string,
  dir: string,
  [from, to]: readonly [string, string],
): Promise<SecondPage> {
  const site = await serveSite({ dir, port: 0, headers: await readHeaderRules(join(dir, '_headers')) });
  // Puppeteer attaches to the tab: attaching to a page itself keeps the browser from activating a prerendered one.
  const browser = await launch({
    executablePath,
    // Without Puppeteer's own flags, which have the page painted about 7 ms later.
    ignoreDefaultArgs: true,
    args: [...BROWSER_FLAGS, '--headless=new', '--window-size=1280,800', '--no-first-run'],
    defaultViewport: null,
  });
  try {
    const page = await browser.newPage();
    await page.goto(site.url + from);
    await page.waitForSelector('[data-splash="done"]');
    const link = await page.waitForSelector(`main a[href="${to}"]`);
    await page.evaluate(noteClick);
    await link?.hover();
    await wait(HOVER_MS);
    await Promise.all([page.waitForNavigation(), link?.click()]);
    return await page.evaluate(report);
  } finally {
    await browser.close();
    await site.close();
  }
}
