import type { Page } from '@playwright/test';
import { CONSTANTS } from '../../tools/specification.ts';
import { recordFrames } from '../support/film.ts';
import { SPLASH, expect, slowMotion, test } from '../support/site.ts';
import { home, site } from '../support/words.ts';

const { SPLASH_FADE_MS, SPLASH_FADE_START_MS } = CONSTANTS;

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Opacities of the splash, 0 for what is not there; the width of its bar; the color of the example call's last line. */
const visibleState = (splash: string) => {
  const [backdrop = 0, message = 0, ...words] = [`${splash} > *`, `${splash} p span`].flatMap((selector) =>
    Array.from(document.querySelectorAll(selector), (part) =>
      part.checkVisibility({ visibilityProperty: true }) ? Number(getComputedStyle(part).opacity) : 0,
    ),
  );
  const call = document.querySelector('.call-1 li:last-child');
  return {
    opacity: Math.max(backdrop, message),
    words,
    bar: document.querySelector(`${splash} > div > span`)?.getBoundingClientRect().width ?? 0,
    call: call && getComputedStyle(call).webkitTextFillColor,
  };
};

const look = (page: Page) => page.evaluate(visibleState, SPLASH);

/** Moves all animations that are not paused to a time after the first paint, in milliseconds. */
const seek = (page: Page, time: number) =>
  page.evaluate((currentTime) => {
    for (const animation of document.getAnimations())
      if (animation.playState !== 'paused') Object.assign(animation, { currentTime });
  }, time);

const splash = (page: Page) => page.locator(SPLASH);
const demoLink = (page: Page) => page.locator('.hero').getByRole('link', { name: home.hero.demoLabel });

test.skip(!site.splash, 'the content has no splash');

/** Opens the landing page with a splash so slow that it ends only if it is skipped. */
async function arrive(page: Page): Promise<void> {
  await slowMotion(page, 0.01);
  await page.goto('/');
  await expect.poll(async () => (await look(page)).opacity).toBe(1);
}

test('shows its words in turn, and is removed on time; only then the call begins', async ({ page }) => {
  const { words } = site.splash!;
  await arrive(page);
  await expect(splash(page)).toHaveText(new RegExp(words.join(String.raw`\s*`)));
  const fade = await page.$eval(`${SPLASH} > :first-child`, (part) =>
    part.getAnimations()[0]!.effect!.getTiming(),
  );
  expect(fade).toMatchObject({ delay: SPLASH_FADE_START_MS, duration: SPLASH_FADE_MS });
  const { call } = await look(page);
  let bar = 0;
  for (const index of words.keys()) {
    // Each word has an equal share of the time before the fade.
    await seek(page, ((index + 0.5) / words.length) * SPLASH_FADE_START_MS);
    const seen = await look(page);
    const alone = words.map((_, other) => (other === index ? 1 : 0));
    expect(seen).toMatchObject({ opacity: 1, words: alone, call });
    expect(seen.bar).toBeGreaterThan(bar);
    ({ bar } = seen);
  }
  await seek(page, SPLASH_FADE_START_MS + SPLASH_FADE_MS / 2);
  expect((await look(page)).opacity).toBeLessThan(1);

  await seek(page, SPLASH_FADE_START_MS + SPLASH_FADE_MS);
  await expect(splash(page)).toHaveCount(0);
  await slowMotion(page, 1);
  await expect.poll(async () => (await look(page)).call).not.toBe(call);
});

/** A finger touches the window at this distance from its left, and moves through these heights. */
async function swipe(page: Page, x: number, ...heights: number[]): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  for (const [index, y] of heights.entries())
    await touch.send('Input.dispatchTouchEvent', {
      type: index ? 'touchMove' : 'touchStart',
      touchPoints: [{ x, y }],
    });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** What skips the splash, at a point in the window where a link is beneath it. */
const SKIPS: ((page: Page, x: number, y: number) => Promise<unknown>)[] = [
  (page, x, y) => page.mouse.click(x, y),
  // Without heights, the finger does not move: a tap.
  swipe,
  (page, x) => swipe(page, x, 500, 480, 440, 380, 300),
  (page) => page.mouse.wheel(0, 100),
  (page) => page.keyboard.press('Enter'),
  (page) => page.keyboard.press('PageDown'),
];

test('is skipped by click, tap, swipe, wheel or key, which reach nothing beneath it', async ({ page }) => {
  for (const skip of SKIPS) {
    await arrive(page);
    const { x, y } = (await demoLink(page).boundingBox())!;
    await skip(page, x + 10, y + 10);
    await expect.poll(async () => (await look(page)).opacity, 'minutes before its time').toBeLessThan(1);
    await slowMotion(page, 1);
    await expect(splash(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/$/);
    // The next page is again the first of a visit.
    await page.evaluate(() => sessionStorage.clear());
  }
  expect(await page.evaluate(() => scrollY), 'PageDown scrolls nothing').toBe(0);
});

test('lets clicks through while it fades, is not ended by a key then, nor shown again', async ({ page }) => {
  await arrive(page);
  const frames = await recordFrames(page, visibleState, SPLASH);
  // The fade has just begun.
  await seek(page, SPLASH_FADE_START_MS + 50);
  // At the rate of `arrive`, Chromium reports half a minute late that the fade has begun.
  await slowMotion(page, 0.05);
  const before = (await look(page)).opacity;
  expect(before).toBeLessThan(1);
  await page.keyboard.press('Shift');
  await expect(splash(page)).toBeVisible();
  await demoLink(page).hover();
  expect((await look(page)).opacity, 'not restarted').toBeLessThanOrEqual(before);
  await demoLink(page).click();
  await expect(page).toHaveURL(/\/request-demo$/);
  await expect(splash(page)).toHaveCount(0);
  expect((await frames()).some(({ opacity }) => opacity > 0)).toBe(false);
});

const WITHOUT_ANIMATIONS: Record<string, (page: Page) => Promise<unknown>> = {
  'want less motion': (page) => page.emulateMedia({ reducedMotion: 'reduce' }),
  'have animations disabled in their browser': (page) =>
    page.addInitScript(() => {
      const still = new CSSStyleSheet();
      still.replaceSync('* { animation: none !important }');
      document.adoptedStyleSheets.push(still);
    }),
};

for (const [who, restrict] of Object.entries(WITHOUT_ANIMATIONS))
  test(`is never seen by visitors who ${who}`, async ({ page }) => {
    await restrict(page);
    const frames = await recordFrames(page, visibleState, SPLASH);
    await page.goto('/');
    await expect(splash(page)).toBeHidden();
    expect((await frames()).some(({ opacity }) => opacity > 0)).toBe(false);
    await demoLink(page).click();
    await expect(page).toHaveURL(/\/request-demo$/);
  });

test('leaves the page accessible, takes no focus, and fits the narrowest phone', async ({ page }) => {
  // The margin is the least of `$gutter` in `_tokens.scss`.
  const [width, pageMargin] = [320, 20];
  await page.setViewportSize({ width, height: 640 });
  await arrive(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const ends = await splash(page)
    .locator('p span')
    .evaluateAll((words) =>
      words.map((word) => {
        const range = document.createRange();
        range.selectNodeContents(word);
        return range.getBoundingClientRect().right;
      }),
    );
  expect(ends).toHaveLength(site.splash!.words.length);
  expect(Math.max(...ends)).toBeLessThanOrEqual(width - pageMargin);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: site.skipLink })).toBeFocused();
});
