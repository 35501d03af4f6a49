/** Pages that wait to be seen: prerendered while a link is hovered, or opened in a background tab. */
import { chromium } from '@playwright/test';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { ADDRESSES } from '../support/addresses.ts';
import { SLOW, expect, test as base } from '../support/site.ts';
import { openVisitorsBrowser } from '../support/visitors-browser.ts';
import { site } from '../support/words.ts';

/** `visitor` is a browser that the tests of this file share: starting one takes longer than most of them. */
const test = base.extend<object, { visitor: Browser }>({
  visitor: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures needed from this pattern
    async ({}, provide) => {
      const executablePath = process.env['CHROMIUM_PATH'] ?? chromium.executablePath();
      const browser = await openVisitorsBrowser(executablePath);
      await provide(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

// In one worker.
test.describe.configure({ mode: 'default' });

/** Long enough for a page to load and for its animations to begin, if it did not wait. */
const UNSEEN_MS = 700;

interface Arrival {
  readonly page: Page;
  /**
   * Resolves with the session of a page that is linked from this one when it has been prerendered, and rejects when
   * Chromium declines to.
   */
  readonly prerendered: Promise<CDPSession>;
}

/** Opens a page later in a visit: the splash has been seen. */
async function arrive(browser: Browser, path: string): Promise<Arrival> {
  const page = await browser.newPage();
  await page.goto(`${ADDRESSES.site}/robots.txt`);
  await page.evaluate(() => sessionStorage.setItem('splash', 'seen'));
  const response = await page.goto(ADDRESSES.site + path);
  // The page's own session: while another one is attached, Chromium prerenders nothing.
  const session = response!.request().client;
  const { promise: prerendered, resolve, reject } = Promise.withResolvers<CDPSession>();
  let latest: CDPSession;
  // Puppeteer attaches to a page as its prerendering begins.
  session.connection()!.on('sessionattached', (attached) => {
    latest = attached;
  });
  session.on('Preload.prerenderStatusUpdated', ({ status, prerenderStatus }) => {
    if (status === 'Ready') resolve(latest);
    if (status === 'Failure') reject(new Error(`Not prerendered: ${prerenderStatus}`));
  });
  await session.send('Preload.enable');
  return { page, prerendered };
}

/** Hovers a link until its page is prerendered, and for a moment more. Returns a function that opens it. */
async function hover({ page, prerendered }: Arrival, selector: string): Promise<() => Promise<void>> {
  const link = await page.waitForSelector(selector, { visible: true });
  await link!.hover();
  await prerendered;
  await page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), UNSEEN_MS);
  return async () => {
    await Promise.all([page.waitForNavigation(), link!.click()]);
  };
}

/** When a prerendered page was opened, in milliseconds since its prerendering began; 0 of any other page. */
const activation = (page: Page) =>
  page.evaluate(() => {
    const [arrival] = performance.getEntriesByType('navigation') as (PerformanceEntry & {
      activationStart: number;
    })[];
    return arrival!.activationStart;
  });

/**
 * Has a prerendered page look at an element in its first frame after it is opened. Returns a function that resolves with
 * what it saw.
 */
async function lookAsItOpens({ page, prerendered }: Arrival, selector: string) {
  const session = await prerendered;
  await session.send('Runtime.evaluate', {
    expression: `window.seen = new Promise((resolve) => {
      document.addEventListener('prerenderingchange', () => requestAnimationFrame(() => {
        const element = document.querySelector(${JSON.stringify(selector)});
        resolve({
          isShown: element.checkVisibility({ visibilityProperty: true }),
          ran: element.getAnimations()[0].currentTime,
        });
      }));
    })`,
  });
  return () => page.evaluate('window.seen');
}

test('a hovered link fetches no script of the form, an opened one does', SLOW, async ({ visitor }) => {
  const arrival = await arrive(visitor, '/');
  const { page } = arrival;
  const open = await hover(arrival, 'main a[href="/request-demo"]');
  await open();
  await page.waitForSelector('astro-island:not([ssr]) form');
  const fetchStarts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name, startTime }) => (/DemoForm|client/.test(name) ? [startTime] : [])),
  );
  expect(fetchStarts.length).toBeGreaterThan(1);
  const opened = await activation(page);
  expect(opened).toBeGreaterThan(UNSEEN_MS);
  expect(Math.min(...fetchStarts)).toBeGreaterThanOrEqual(opened);
});

test('the call’s animation on a prerendered page begins when it is opened', SLOW, async ({ visitor }) => {
  const arrival = await arrive(visitor, '/support-packages');
  await arrival.page.click('.menu-button');
  const open = await hover(arrival, '#menu-panel a[href="/"]');
  const seen = await lookAsItOpens(arrival, '.call-line:last-child');
  await open();
  expect(await seen()).toEqual({ isShown: true, ran: 0 });
});

test('a prerendered page shows its splash when it is opened, not before', SLOW, async ({ visitor }) => {
  test.skip(!site.splash, 'the content has no splash');
  const arrival = await arrive(visitor, '/');
  const { page } = arrival;
  await page.evaluate(() => sessionStorage.clear());
  const open = await hover(arrival, 'main a[href="/request-demo"]');
  const seen = await lookAsItOpens(arrival, '.splash-bar');
  await open();
  expect(await seen()).toEqual({ isShown: true, ran: 0 });
  await page.waitForSelector('.splash', { hidden: true });
  await page.goto(`${ADDRESSES.site}/support-packages`);
  expect(await page.$('.splash')).toBeNull();
});

test('a page in a background tab shows its splash when the tab is chosen', SLOW, async ({ visitor }) => {
  test.skip(!site.splash, 'the content has no splash');
  await visitor.newPage();
  const page = await visitor.newPage({ background: true });
  await page.goto(ADDRESSES.site);
  expect(await page.evaluate(() => document.hidden)).toBe(true);
  const firstSeen = page.evaluate(async () => {
    await new Promise((shown) => document.addEventListener('visibilitychange', shown));
    return {
      isShown: document.querySelector('.splash')?.checkVisibility({ visibilityProperty: true }),
      ran: document.querySelector('.splash-bar')?.getAnimations()[0]?.currentTime,
    };
  });
  await page.bringToFront();
  expect(await firstSeen).toEqual({ isShown: true, ran: 0 });
  await page.waitForSelector('.splash', { hidden: true });
  await page.goto(`${ADDRESSES.site}/support-packages`);
  expect(await page.$('.splash')).toBeNull();
});

test('a page that was prerendered opens as if it had been loaded afresh', SLOW, async ({ visitor }) => {
  const arrival = await arrive(visitor, '/inbound-voice-agents');
  const { page } = arrival;
  const open = await hover(arrival, 'main a[href="/support-packages"]');
  await open();
  expect(await activation(page)).toBeGreaterThan(0);
  const opened = await page.evaluate(() => ({
    path: location.pathname,
    referrer: new URL(document.referrer).pathname,
    focus: document.activeElement?.tagName,
    isHidden: document.hidden,
    scrollY,
  }));
  expect(opened).toEqual({
    path: '/support-packages',
    referrer: '/inbound-voice-agents',
    focus: 'BODY',
    isHidden: false,
    scrollY: 0,
  });
  expect(await page.$('.splash')).toBeNull();
  const closing = () =>
    page.$eval('.closing h2', (heading) => getComputedStyle(heading.parentElement!).opacity);
  await expect.poll(closing).toBe('0');
});
