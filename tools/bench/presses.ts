/** How long presses take to show: the first ones on an island that has not hydrated, and one on a hovered link. */
import { setTimeout as wait } from 'node:timers/promises';
import { startTimespan } from 'lighthouse';
import type { Browser } from 'puppeteer-core';
import { openVisitorsBrowser } from '../../tests/support/visitors-browser.ts';

export const PRESSES = {
  'menu opens': { island: 'Menu', path: '/', selector: '.menu-button' },
  'FAQ answer opens': { island: 'FaqAccordion', path: '/', selector: '.faq summary' },
  'use-case card opens': {
    island: 'UseCaseCards',
    path: '/inbound-voice-agents',
    selector: '.use-case summary',
  },
} as const;

/** The upper limit of presses. Some land while the island hydrates, which must not delay them. */
const MOST_PRESSES = 12;

/** Presses until the island has hydrated, on a slow phone. Returns the Interaction to Next Paint, in milliseconds. */
export async function press(browser: Browser, url: string, name: keyof typeof PRESSES): Promise<number> {
  const { island, path, selector } = PRESSES[name];
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.goto(url + path);
    await page.waitForSelector('[data-splash="done"]');
    const timespan = await startTimespan(page, {
      flags: { throttlingMethod: 'devtools', onlyAudits: ['interaction-to-next-paint'], logLevel: 'error' },
    });
    const isHydrated = async () => (await page.$(`astro-island[ssr][component-url*="/${island}."]`)) === null;
    if (await isHydrated()) throw new Error(`${island} has hydrated before it was pressed.`);
    for (let presses = 0; presses < MOST_PRESSES && !(await isHydrated()); presses++)
      await page.click(selector);
    const result = await timespan.endTimespan();
    return result?.lhr.audits['interaction-to-next-paint']?.numericValue ?? Number.NaN;
  } finally {
    await context.close();
  }
}

/** Longer than the browser waits before it prerenders a hovered link's page. */
const HOVER_MS = 300;

/** Milliseconds from the click on a hovered link to the largest paint of its page. */
export async function openHovered(executablePath: string, from: string, to: string): Promise<number> {
  const browser = await openVisitorsBrowser(executablePath);
  try {
    const page = await browser.newPage();
    await page.goto(from);
    await page.waitForSelector('[data-splash="done"]');
    const link = await page.waitForSelector(`main a[href="${to}"]`);
    await page.evaluate(() =>
      document.addEventListener('click', ({ timeStamp }) =>
        sessionStorage.setItem('clicked', String(performance.timeOrigin + timeStamp)),
      ),
    );
    await link?.hover();
    await wait(HOVER_MS);
    await Promise.all([page.waitForNavigation(), link?.click()]);
    return await page.evaluate(async () => {
      const paint = await new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      });
      return performance.timeOrigin + paint - Number(sessionStorage.getItem('clicked'));
    });
  } finally {
    await browser.close();
  }
}
