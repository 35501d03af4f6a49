/** Pages that are loaded before they are seen: prerendered while a link is hovered, or opened in a background tab. */
import { chromium } from '@playwright/test';
import { launch, type Browser, type CDPSession } from 'puppeteer-core';
import { ADDRESSES } from '../support/addresses.ts';
import { BROWSER_FLAGS } from '../support/browser.ts';
import { SLOW, SPLASH, expect, test } from '../support/site.ts';
import { site } from '../support/words.ts';

// In one worker, with one browser: starting it takes longer than most of the tests.
test.describe.configure({ mode: 'default' });
let browser: Browser;
test.beforeAll(async () => {
  // Under Playwright, a browser prerenders nothing: Playwright attaches to pages, Puppeteer to tabs.
  browser = await launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? chromium.executablePath(),
    // Puppeteer's own arguments turn off what visitors have.
    ignoreDefaultArgs: true,
    args: [
      ...BROWSER_FLAGS,
      // Without the two pages that Chromium loads for the address bar of each new window, and its spare renderer.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess',
      '--headless=new',
      '--window-size=1280,800',
      '--no-first-run',
    ],
    defaultViewport: null,
  });
});
test.afterAll(() => browser.close());

/** How long a page is prerendered before it is opened: it would begin its animations in this time, if it did not wait. */
const UNSEEN_MS = 700;

/**
 * Opens a page later in a visit: the splash has been seen. `prerendered` resolves with the session of a page that is linked
 * from this one when it has been prerendered, and rejects when Chromium declines to.
 */
async function arrive(path: string) {
  const page = await browser.newPage();
  // Any address of the site: storage belongs to its origin.
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

/** Hovers a link until its page is prerendered, and for `UNSEEN_MS` more. Returns a function that opens it. */
async function hover({ page, prerendered }: Awaited<ReturnType<typeof arrive>>, selector: string) {
  const link = await page.waitForSelector(selector, { visible: true });
  await link!.hover();
  await prerendered;
  await page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), UNSEEN_MS);
  return async () => {
    await Promise.all([page.waitForNavigation(), link!.click()]);
  };
}

/** Resolves, a frame after a prerendered page is opened, with how far its own animations have run, in milliseconds. */
const PROGRESS = `new Promise((resolve) =>
  document.addEventListener('prerenderingchange', () => requestAnimationFrame(() => resolve(
    document.getAnimations()
      .filter(({ effect }) => !effect.pseudoElement?.startsWith('::view-transition'))
      .map(({ currentTime }) => currentTime)))))`;

test('a hovered link fetches no script of the form, an opened one does', SLOW, async () => {
  const arrival = await arrive('/');
  const { page } = arrival;
  const open = await hover(arrival, 'main a[href="/request-demo"]');
  await open();
  await page.waitForSelector('astro-island:not([ssr]) form');
  const { opened, fetched } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const files = performance.getEntriesByType('resource');
    return {
      opened: (navigation as PerformanceEntry & { activationStart: number }).activationStart,
      fetched: files.filter(({ name }) => /DemoForm|client/.test(name)).map(({ startTime }) => startTime),
    };
  });
  expect(opened).toBeGreaterThan(UNSEEN_MS);
  expect(fetched.length).toBeGreaterThan(1);
  expect(Math.min(...fetched)).toBeGreaterThanOrEqual(opened);
});

for (const moment of ['first', 'later'] as const)
  test(`a prerendered page, ${moment} in a visit, begins its animations when opened`, SLOW, async () => {
    const arrival = await arrive('/support-packages');
    if (moment === 'first') await arrival.page.evaluate(() => sessionStorage.clear());
    await arrival.page.click('nav button');
    const open = await hover(arrival, '#menu-panel a[href="/"]');
    const session = await arrival.prerendered;
    await session.send('Runtime.evaluate', { expression: `window.progress = ${PROGRESS}` });
    await open();
    const progress = await arrival.page.evaluate('window.progress');
    expect(new Set(progress as number[])).toEqual(new Set([0]));
    const opened = await arrival.page.evaluate(
      (splash) => ({
        path: location.pathname,
        focused: document.activeElement?.tagName,
        top: scrollY,
        hasSplash: document.querySelector(splash) !== null,
      }),
      SPLASH,
    );
    const hasSplash = moment === 'first' && 'splash' in site;
    expect(opened).toEqual({ path: '/', focused: 'BODY', top: 0, hasSplash });
    // What is further down still fades in.
    const further = () =>
      arrival.page.$eval('#contact h2', (heading) => getComputedStyle(heading.parentElement!).opacity);
    await expect.poll(further).toBe('0');
  });

test('a page in a background tab shows its splash when the tab is chosen', SLOW, async () => {
  test.skip(!('splash' in site), 'the content has no splash');
  const page = await browser.newPage({ background: true });
  await page.goto(ADDRESSES.site);
  expect(await page.evaluate(() => document.hidden)).toBe(true);
  const firstSeen = page.evaluate(async (splash) => {
    await new Promise((chosen) => document.addEventListener('visibilitychange', chosen));
    const isShown = document.querySelector(splash)?.checkVisibility({ visibilityProperty: true });
    return [isShown, document.querySelector(`${splash} > div > span`)?.getAnimations()[0]?.currentTime];
  }, SPLASH);
  await page.bringToFront();
  expect(await firstSeen).toEqual([true, 0]);
});
