/** Pages that wait to be seen: prerendered while a link is hovered, or opened in a background tab. */
import { chromium } from '@playwright/test';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { SPLASH_END_MS, SPLASH_FADE_MS } from '../../src/constants.ts';
import { ADDRESSES } from '../support/addresses.ts';
import { BROWSER_FLAGS } from '../support/browser.ts';
import { expect, test as base } from '../support/site.ts';

/** Long enough for a page to load and for its splash to end, if it did not wait. */
const UNSEEN_MS = SPLASH_END_MS + SPLASH_FADE_MS + 400;

// Playwright's browser prerenders nothing. Puppeteer attaches to tabs, which does not keep Chromium from it.
const test = base.extend<{ browserOfVisitor: Browser }>({
  browserOfVisitor: async ({ userAgent }, provide) => {
    const browser = await launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? chromium.executablePath(),
      ignoreDefaultArgs: true,
      args: [
        ...BROWSER_FLAGS,
        '--headless=new',
        '--window-size=1280,800',
        '--no-first-run',
        `--user-agent=${userAgent}`,
      ],
      defaultViewport: null,
    });
    await provide(browser);
    await browser.close();
  },
});

const timePasses = (page: Page) =>
  page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), UNSEEN_MS);

/** Opens a page and waits until its splash is over. */
async function arrive(browser: Browser, path: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(ADDRESSES.site + path);
  await page.waitForSelector('[data-splash="done"]');
  return page;
}

/** The current time of an animation, and how long the page has been visible, both in milliseconds. */
const progress = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const [arrival] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
      activationStart: number;
    })[];
    const [animation] = document.querySelector(wanted)?.getAnimations() ?? [];
    return {
      // A finished animation is no longer listed.
      current: Number(animation?.currentTime ?? Infinity),
      seen: performance.now() - (arrival?.activationStart ?? 0),
      wasAhead: (arrival?.activationStart ?? 0) > 0,
    };
  }, selector);

test('whoever only hovers a link to the form fetches none of its scripts, and whoever opens it gets them all', async ({
  browserOfVisitor,
  gateway,
}) => {
  const page = await arrive(browserOfVisitor, '/');
  const paths = async () => (await gateway.calls('site')).map(({ path }) => path);
  const form = await page.waitForSelector('main a[href="/request-demo"]');
  await form!.hover();
  await expect.poll(paths).toContain('/request-demo');
  await timePasses(page);
  expect((await paths()).filter((path) => /DemoForm|client/.test(path))).toEqual([]);

  await Promise.all([page.waitForNavigation(), form!.click()]);
  await page.waitForSelector('astro-island:not([ssr]) form');
  expect((await progress(page, 'form')).wasAhead).toBe(true);
});

test('the call on a landing page that was prerendered begins when the page is opened', async ({
  browserOfVisitor,
  gateway,
}) => {
  const page = await arrive(browserOfVisitor, '/support-packages');
  await page.click('.menu-button');
  const home = await page.waitForSelector('#menu-panel a[href="/"]', { visible: true });
  await home!.hover();
  await expect.poll(async () => (await gateway.calls('site')).map(({ path }) => path)).toContain('/');
  await timePasses(page);
  await Promise.all([page.waitForNavigation(), home!.click()]);
  const { current, seen, wasAhead } = await progress(page, '.call-lines');
  expect(wasAhead).toBe(true);
  expect(current).toBeLessThanOrEqual(seen);
});

test('the first page of a visit shows its splash when it is opened, not while it is prerendered', async ({
  browserOfVisitor,
  gateway,
}) => {
  const page = await arrive(browserOfVisitor, '/');
  await page.evaluate(() => sessionStorage.clear());
  const link = await page.waitForSelector('main a[href="/request-demo"]');
  await link!.hover();
  await expect
    .poll(async () => (await gateway.calls('site')).map(({ path }) => path))
    .toContain('/request-demo');
  await timePasses(page);
  await Promise.all([page.waitForNavigation(), link!.click()]);
  await page.waitForSelector('.splash', { visible: true });
  const { current, seen, wasAhead } = await progress(page, '.splash-bar');
  expect(wasAhead).toBe(true);
  expect(current).toBeLessThanOrEqual(seen);
  await page.waitForSelector('[data-splash="done"]');
  await page.goto(`${ADDRESSES.site}/support-packages`);
  expect(await page.$('.splash')).toBeNull();
});

test('the first page of a visit, opened in a background tab, shows its splash when the tab is chosen', async ({
  browserOfVisitor,
}) => {
  await browserOfVisitor.newPage();
  const page = await browserOfVisitor.newPage({ background: true });
  await page.goto(ADDRESSES.site);
  expect(await page.evaluate(() => document.hidden)).toBe(true);
  await timePasses(page);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);

  const firstSeen = page.evaluate(async () => {
    await new Promise((shown) => document.addEventListener('visibilitychange', shown));
    await new Promise((painted) => requestAnimationFrame(painted));
    const splash = document.querySelector('.splash');
    return {
      isShown: splash?.checkVisibility({ visibilityProperty: true }),
      current: document.querySelector('.splash-bar')?.getAnimations()[0]?.currentTime,
    };
  });
  await page.bringToFront();
  expect(await firstSeen).toEqual({ isShown: true, current: 0 });
  await page.waitForSelector('[data-splash="done"]');
  await page.goto(`${ADDRESSES.site}/support-packages`);
  expect(await page.$('.splash')).toBeNull();
});
