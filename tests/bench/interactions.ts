/** How long the first presses on a sleeping island take to show, on a slow processor and a slow network. */
import { PredefinedNetworkConditions, type Browser, type Page } from 'puppeteer-core';
import type { Device } from './lighthouse.ts';

const CPU_SLOWDOWN = 4;

/** Presses that land while the island is waking: it must not keep them waiting. */
const MOST_PRESSES = 12;

const SCREENS = {
  phone: { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true },
  desktop: { width: 1350, height: 940 },
} as const;

export interface Interaction {
  readonly name: string;
  readonly island: string;
  readonly path: string;
  readonly press: string;
}

export const INTERACTIONS: readonly Interaction[] = [
  { name: 'menu opens', island: 'Menu', path: '/', press: '.menu-button' },
  { name: 'FAQ answer opens', island: 'FaqAccordion', path: '/', press: '.faq summary' },
  {
    name: 'use-case card opens',
    island: 'UseCaseCards',
    path: '/inbound-voice-agents',
    press: '.use-case summary',
  },
];

/** The slowest interaction so far: from the input to the next paint, milliseconds. */
const slowest = (page: Page) => page.evaluate('window.slowest') as Promise<number>;

const isAsleep = async (page: Page, island: string) =>
  (await page.$(`astro-island[ssr][component-url*="/${island}."]`)) !== null;

/** Visits the page, presses, and goes on pressing while the island wakes. Gives the visit's Interaction to Next Paint. */
export async function interact(
  browser: Browser,
  address: string,
  { island, path, press }: Interaction,
  device: Device,
): Promise<number> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  try {
    await page.setViewport(SCREENS[device]);
    await page.evaluateOnNewDocument(() => {
      sessionStorage.setItem('splash', 'seen');
      Object.assign(window, { slowest: 0 });
      new PerformanceObserver((list) => {
        for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
          if (interactionId)
            Object.assign(window, { slowest: Math.max(Reflect.get(window, 'slowest') as number, duration) });
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    });
    await page.emulateCPUThrottling(CPU_SLOWDOWN);
    await page.emulateNetworkConditions(PredefinedNetworkConditions['Fast 3G']);
    await page.goto(address + path, { waitUntil: 'load' });
    await page.$eval(press, (element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    if (!(await isAsleep(page, island))) throw new Error(`${island} was awake before it was needed.`);
    for (let presses = 0; presses < MOST_PRESSES && (await isAsleep(page, island)); presses++)
      await (device === 'phone' ? page.tap(press) : page.click(press));
    // The browser reports an interaction after the frame that it led to.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))),
    );
    return await slowest(page);
  } finally {
    await context.close();
  }
}
