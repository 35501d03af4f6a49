/** Pages that are loaded before they are seen: prerendered for a link under the pointer, or in a background tab. */
import type { Page } from '@playwright/test';
import { SPLASH, expect, nextFrame, test, hydrated } from '../support/site.ts';
import { site } from '../support/words.ts';

/** How a document says that nobody sees it, and the event that says that this is over. */
const UNSEEN = {
  prerendered: ['prerendering', 'prerenderingchange'],
  'in a background tab': ['hidden', 'visibilitychange'],
} as const;

/** Has documents say so, as Chromium under Playwright neither prerenders nor hides a page. Returns what ends that. */
async function hide(page: Page, [property, event]: (typeof UNSEEN)[keyof typeof UNSEEN]) {
  const say = (value: boolean) =>
    `Object.defineProperty(document, '${property}', { value: ${value}, configurable: true });`;
  await page.addInitScript(say(true));
  return () => page.evaluate(`${say(false)} document.dispatchEvent(new Event('${event}'))`);
}

test('the browser is asked to prerender the page of a link under the pointer', async ({ page }) => {
  await page.goto('/');
  const asked = page.waitForRequest((request) => request.headers()['sec-purpose'] === 'prefetch;prerender');
  await page.getByRole('main').locator('a[href="/request-demo"]').first().hover();
  expect((await asked).url()).toMatch(/\/request-demo$/);
});

test('a prerendered form fetches its script when the page is opened', async ({ page }) => {
  const see = await hide(page, UNSEEN.prerendered);
  await page.goto('/request-demo');
  await nextFrame(page);
  const types = (await page.requests()).map((request) => request.resourceType());
  expect(types).not.toContain('script');
  await see();
  await hydrated(page, 'DemoForm');
});

for (const [how, names] of Object.entries(UNSEEN))
  test(`a page ${how} begins its splash and its other animations when it is seen`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const see = await hide(page, names);
    await page.goto('/');
    await nextFrame(page);
    await expect(page.locator(SPLASH)).toHaveCount('splash' in site ? 1 : 0);
    const times = () =>
      page.evaluate(() => document.getAnimations().map(({ currentTime }) => Number(currentTime)));
    expect(new Set(await times())).toEqual(new Set([0]));
    await see();
    await expect.poll(async () => Math.max(...(await times()))).toBeGreaterThan(0);
    await expect(page.locator(SPLASH)).toHaveCount(0);
  });
