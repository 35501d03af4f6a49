/** How long the first presses on an island that has not hydrated take to show, on a slow phone. */
import { startTimespan } from 'lighthouse';
import type { Browser } from 'puppeteer-core';

export const PRESSES = {
  'menu opens': { island: 'Menu', path: '/', selector: '.menu-button' },
  'FAQ answer opens': { island: 'FaqAccordion', path: '/', selector: '.faq summary' },
  'use-case card opens': {
    island: 'UseCaseCards',
    path: '/inbound-voice-agents',
    selector: '.use-case summary',
  },
} as const;

/** Presses that land while the island hydrates: it must not keep them waiting. */
const MOST_PRESSES = 12;

/** Presses until the island has hydrated. Returns the Interaction to Next Paint, in milliseconds. */
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
