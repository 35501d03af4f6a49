import type { Browser, Page } from 'puppeteer-core';
import type { Device } from './lighthouse.ts';

const SCREENS = {
  phone: { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true },
  desktop: { width: 1350, height: 940 },
} as const;

export interface Visitor {
  readonly page: Page;
  readonly device: Device;
  /** Taps on a phone, clicks elsewhere. */
  press(selector: string): Promise<void>;
  leave(): Promise<void>;
}

/** Someone on a phone or at a desk, with an empty cache. */
export async function visitor(browser: Browser, device: Device, splashSeen: boolean): Promise<Visitor> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(SCREENS[device]);
  if (splashSeen) await page.evaluateOnNewDocument(() => sessionStorage.setItem('splash', 'seen'));
  return {
    page,
    device,
    press: (selector) => (device === 'phone' ? page.tap(selector) : page.click(selector)),
    leave: () => context.close(),
  };
}

/** The islands of a page by name, and whether they are still asleep. */
export const islands = (page: Page): Promise<{ name: string; isAsleep: boolean }[]> =>
  page.$$eval('astro-island', (elements) =>
    elements.map((element) => ({
      name: /([^/.]+)\.[^/]+$/.exec(element.getAttribute('component-url') ?? '')?.[1] ?? 'unknown',
      isAsleep: element.hasAttribute('ssr'),
    })),
  );
