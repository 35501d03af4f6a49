import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CONSTANTS } from '../../src/copy/specification.ts';
import { film } from '../support/film.ts';
import { SITE_DIR } from '../support/serve-site.ts';
import { expect, slowAnimations, test } from '../support/site.ts';
import { home, site } from '../support/words.ts';

const { SPLASH_FADE_MS, SPLASH_FADE_START_MS } = CONSTANTS;

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/**
 * What a visitor sees: the splash's opacities, 0 for what is not there; the width of its loading bar; and the color of the
 * last line of the example call, null until the page has been parsed as far as that.
 */
const look = () => {
  const [backdrop = 0, message = 0, ...words] = ['.splash > *', '.splash-words span'].flatMap((selector) =>
    Array.from(document.querySelectorAll(selector), (part) =>
      part.checkVisibility({ visibilityProperty: true }) ? Number(getComputedStyle(part).opacity) : 0,
    ),
  );
  const call = document.querySelector('.call-line:last-child');
  return {
    opacity: Math.max(backdrop, message),
    words,
    bar: document.querySelector('.splash-bar')?.getBoundingClientRect().width ?? 0,
    call: call && getComputedStyle(call).webkitTextFillColor,
  };
};

const filmSplash = (page: Page) => film(page, look);

/** Moves the splash to a time after its first paint, in milliseconds. */
const seek = (page: Page, time: number) =>
  page.evaluate((currentTime) => {
    for (const animation of document.querySelector('.splash')!.getAnimations({ subtree: true }))
      if (animation.playState !== 'paused') animation.currentTime = currentTime;
  }, time);

const splash = (page: Page) => page.locator('.splash');
const demoLink = (page: Page) => page.locator('.hero').getByRole('link', { name: home.hero.demoLabel });

// The splash is optional.
test.skip(!site.splash, 'the content has no splash');

/** Opens the landing page with a splash that ends only if it is skipped. */
async function arrive(page: Page): ReturnType<typeof filmSplash> {
  const frames = await filmSplash(page);
  await slowAnimations(page, 0.01);
  await page.goto('/');
  await expect.poll(async () => (await frames()).at(-1)?.opacity).toBe(1);
  return frames;
}

/** Expects the splash to be gone soon, before it would have begun to fade by itself. */
async function expectToBeSkipped(page: Page, frames: Awaited<ReturnType<typeof arrive>>): Promise<void> {
  await slowAnimations(page, 1);
  await expect(splash(page)).toHaveCount(0);
  const shown = (await frames()).filter(({ opacity }) => opacity > 0);
  expect(shown.at(-1)!.time - shown[0]!.time).toBeLessThan(SPLASH_FADE_START_MS);
}

test('shows its words in turn, fades on time and is removed; only then the call’s animation begins', async ({
  page,
}) => {
  const { words } = site.splash!;
  const filmed = await arrive(page);
  await expect(splash(page)).toHaveText(new RegExp(words.join(String.raw`\s*`)));
  const calls = async () => new Set((await filmed()).flatMap(({ call }) => call ?? []));
  const shown = new Set<number>();
  let [bar, opacity] = [0, 1];
  for (let time = 50; time < SPLASH_FADE_START_MS + SPLASH_FADE_MS; time += 100) {
    await seek(page, time);
    const seen = await page.evaluate(look);
    if (time < SPLASH_FADE_START_MS) expect(seen.opacity).toBe(1);
    else expect(seen.opacity).toBeLessThan(opacity);
    expect(seen.bar).toBeGreaterThanOrEqual(bar);
    ({ bar, opacity } = seen);
    const current = Math.min(Math.floor((time / SPLASH_FADE_START_MS) * words.length), words.length - 1);
    if (seen.words[current] === 1) shown.add(current);
    expect(seen.words.toSpliced(current, 1), `${time} ms`).toEqual([0, 0]);
  }
  expect(shown.size).toBe(words.length);
  expect(opacity).toBeGreaterThan(0);
  expect((await calls()).size).toBe(1);

  await seek(page, SPLASH_FADE_START_MS + SPLASH_FADE_MS);
  await expect(splash(page)).toHaveCount(0);
  await slowAnimations(page, 1);
  await expect.poll(async () => (await calls()).size).toBeGreaterThan(1);
});

test('is for the first page of a visit alone', async ({ page }) => {
  const frames = await arrive(page);
  await page.keyboard.press('Enter');
  await expectToBeSkipped(page, frames);
  await page.goto('/support-packages');
  await expect(splash(page)).toHaveCount(0);
  expect((await frames()).some(({ opacity }) => opacity > 0)).toBe(false);
});

const SKIPS: ((page: Page) => Promise<unknown>)[] = [
  (page) => page.mouse.click(200, 200),
  async (page) => {
    const touch = await page.context().newCDPSession(page);
    const fingerAt = (type: 'touchStart' | 'touchMove', y: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: 200, y }] });
    await fingerAt('touchStart', 500);
    for (const y of [480, 440, 380, 300]) await fingerAt('touchMove', y);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  },
  (page) => page.mouse.wheel(0, 100),
  (page) => page.keyboard.press('Enter'),
  (page) => page.keyboard.press('PageDown'),
];

test('is skipped by a click, a swipe, the wheel, or a key, which does not scroll the page', async ({
  page,
}) => {
  for (const skip of SKIPS) {
    const frames = await arrive(page);
    await skip(page);
    await expectToBeSkipped(page, frames);
    await page.evaluate(() => sessionStorage.clear());
  }
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('lets clicks reach the page while it fades; a key neither ends it nor starts it anew', async ({
  page,
}) => {
  const frames = await arrive(page);
  await seek(page, SPLASH_FADE_START_MS);
  await expect.poll(async () => (await frames()).at(-1)!.opacity).toBeLessThan(1);
  await page.keyboard.press('Shift');
  await expect(splash(page)).toBeVisible();
  await demoLink(page).hover();
  const opacities = (await frames()).map(({ opacity }) => opacity);
  const fade = opacities.slice(opacities.lastIndexOf(1));
  expect(fade).toEqual(fade.toSorted((one, other) => other - one));
  await demoLink(page).click();
  await expect(page).toHaveURL(/\/request-demo$/);
});

test('stays while a finger touches it, so that nothing beneath it is clicked', async ({ page, context }) => {
  const frames = await arrive(page);
  const { x, y, width, height } = (await demoLink(page).boundingBox())!;
  const touch = await context.newCDPSession(page);
  const finger = { x: x + width / 2, y: y + height / 2 };
  const isOnTop = await page.evaluateHandle(() => ({
    asItLifts: new Promise((resolve) =>
      document.addEventListener('pointerup', ({ clientX, clientY }) =>
        resolve(Boolean(document.elementFromPoint(clientX, clientY)?.closest('.splash'))),
      ),
    ),
  }));
  await Promise.all([
    touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] }),
    touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ]);
  expect(await isOnTop.evaluate(({ asItLifts }) => asItLifts)).toBe(true);
  await expectToBeSkipped(page, frames);
  await expect(page).toHaveURL(/\/$/);
});

test('is not shown where a browser has animations disabled', async ({ page }) => {
  await page.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('* { animation: none !important }');
    document.adoptedStyleSheets.push(still);
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(splash(page)).toBeHidden();
  await demoLink(page).click();
  await expect(page).toHaveURL(/\/request-demo$/);
});

test('leaves the page beneath it accessible, and takes no focus', async ({ page }) => {
  await arrive(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(site.splash!.words[0]!);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: site.skipLink })).toBeFocused();
});

const NEVER: Record<string, (page: Page) => Promise<unknown>> = {
  'visitors who want less motion': (page) => page.emulateMedia({ reducedMotion: 'reduce' }),
  'visitors whose browser has no space left to keep that they have seen it': (page) =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('', 'QuotaExceededError');
      };
    }),
};

for (const [who, restrict] of Object.entries(NEVER))
  test(`is never seen by ${who}`, async ({ page }) => {
    await restrict(page);
    const frames = await filmSplash(page);
    await page.goto('/');
    await expect(splash(page)).toHaveCount(0);
    expect((await frames()).some(({ opacity }) => opacity > 0)).toBe(false);
  });

test('comes before everything that it covers, and its words fit the narrowest phone', async ({ page }) => {
  const html = await readFile(join(SITE_DIR, 'index.html'), 'utf8');
  // A browser may paint what it has when a slow connection stalls.
  expect(html.indexOf('class="splash"')).toBeLessThan(html.indexOf('<header'));
  await page.setViewportSize({ width: 320, height: 640 });
  await arrive(page);
  await page.evaluate(() => document.fonts.ready);
  const ends = await page.locator('.splash-words span').evaluateAll((words) =>
    words.map((word) => {
      const range = document.createRange();
      range.selectNodeContents(word);
      return range.getBoundingClientRect().right;
    }),
  );
  expect(ends).toHaveLength(site.splash!.words.length);
  expect(Math.max(...ends)).toBeLessThanOrEqual(300);
});
