import type { Page } from '@playwright/test';
import { SPLASH_END_MS, SPLASH_FADE_MS, SPLASH_WORD_MS } from '../../src/constants.ts';
import { expect, slowAnimations, test } from '../support/site.ts';
import { LANDING, SPLASH_WORDS, site } from '../support/words.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** What a visitor sees of the splash in one frame; opacities, 0 for what is not there. */
interface Frame {
  /** Milliseconds on the document's timeline. */
  time: number;
  /** When the splash was first painted, on the same timeline. */
  start: number;
  splash: number;
  words: number[];
  /** Width of the loading bar, CSS pixels. */
  bar: number;
  /** The animated properties of the call's entrance; null until the page has been parsed as far as the call. */
  call: string | null;
}

/** Records every frame of each document, from its first script on. Returns the current document's frames. */
async function filmSplash(page: Page): Promise<() => Promise<Frame[]>> {
  await page.addInitScript(() => {
    const frames: Frame[] = [];
    Object.assign(window, { frames });
    const record = () => {
      const [shown = 0, ...words] = ['.splash', '.splash-words > span'].flatMap((selector) =>
        Array.from(document.querySelectorAll(selector), (part) =>
          part.checkVisibility({ visibilityProperty: true }) ? Number(getComputedStyle(part).opacity) : 0,
        ),
      );
      const splash = document.querySelector('.splash');
      const call = document.querySelector('.call-lines');
      frames.push({
        time: Number(document.timeline.currentTime),
        start: Number(splash?.getAnimations()[0]?.startTime ?? 0),
        splash: shown,
        words,
        bar: document.querySelector('.splash-bar')?.getBoundingClientRect().width ?? 0,
        call: call && getComputedStyle(call).clipPath,
      });
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  });
  return () => page.evaluate('frames');
}

const splash = (page: Page) => page.locator('.splash');
const demoLink = (page: Page) => page.locator('.hero').getByRole('link', { name: LANDING.demoButtons.hero });
const splashOpacity = async (frames: () => Promise<Frame[]>) => (await frames()).at(-1)?.splash;

test('shows its words in turn, fades on time and is removed; what it covers starts then', async ({
  page,
}) => {
  const film = await filmSplash(page);
  await slowAnimations(page, 0.3);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(splash(page)).toHaveText(new RegExp(SPLASH_WORDS.join(String.raw`\s*`)));
  await expect(splash(page)).toHaveCount(0);
  await expect
    .poll(async () => new Set((await film()).flatMap(({ call }) => call ?? [])).size)
    .toBeGreaterThan(1);

  const frames = await film();
  const start = Math.max(...frames.map((frame) => frame.start));
  const between = (from: number, to: number) =>
    frames.filter(({ time }) => time >= start + from && time < start + to);
  const late = 20;
  const opacities = (from: number, to: number) => between(from, to).map((frame) => frame.splash);
  expect(new Set(opacities(0, SPLASH_END_MS))).toEqual(new Set([1]));
  const end = SPLASH_END_MS + SPLASH_FADE_MS;
  expect(opacities(SPLASH_END_MS, end).some((opacity) => opacity > 0 && opacity < 1)).toBe(true);
  expect(new Set(opacities(end + late, Infinity))).toEqual(new Set([0]));
  for (const [index, word] of SPLASH_WORDS.entries()) {
    const opacitiesOfWord = (from: number, to: number) => between(from, to).map(({ words }) => words[index]);
    const from = index * SPLASH_WORD_MS;
    const to = index === SPLASH_WORDS.length - 1 ? SPLASH_END_MS : from + SPLASH_WORD_MS;
    expect(opacitiesOfWord(from, to), word).toContain(1);
    for (const opacity of [...opacitiesOfWord(0, from), ...opacitiesOfWord(to + late, SPLASH_END_MS)])
      expect(opacity, word).toBe(0);
  }
  const bars = between(0, SPLASH_END_MS).map(({ bar }) => bar);
  expect(bars).toEqual(bars.toSorted((one, other) => one - other));
  const covered = between(0, SPLASH_END_MS).flatMap(({ call }) => call ?? []);
  expect(new Set(covered).size).toBe(1);
});

test('is for the first page of a visit alone', async ({ page }) => {
  const film = await filmSplash(page);
  await page.goto('/support-packages', { waitUntil: 'commit' });
  await expect.poll(() => splashOpacity(film)).toBe(1);
  await expect(splash(page)).toHaveCount(0);
  await page.goto('/');
  await expect(splash(page)).toHaveCount(0);
  expect((await film()).some(({ splash: opacity }) => opacity > 0)).toBe(false);
});

const SKIPS: Record<string, (page: Page) => Promise<unknown>> = {
  'a click': (page) => page.mouse.click(200, 200),
  'a swipe': async (page) => {
    const touch = await page.context().newCDPSession(page);
    const fingerAt = (type: 'touchStart' | 'touchMove', y: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: 200, y }] });
    await fingerAt('touchStart', 500);
    for (const y of [480, 440, 380, 300]) await fingerAt('touchMove', y);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  },
  'the wheel': (page) => page.mouse.wheel(0, 100),
  'a key': (page) => page.keyboard.press('Enter'),
};

for (const [how, skip] of Object.entries(SKIPS)) {
  test(`is skipped by ${how}, long before its time`, async ({ page }) => {
    const film = await filmSplash(page);
    await slowAnimations(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect.poll(() => splashOpacity(film)).toBe(1);
    await skip(page);
    await expect(splash(page)).toHaveCount(0);
    const shown = (await film()).filter(({ splash: opacity }) => opacity > 0);
    expect(shown.at(-1)!.time - shown[0]!.time).toBeLessThan(SPLASH_END_MS);
  });
}

test('is skipped by a key that would scroll, and the page stays at its top', async ({ page }) => {
  const film = await filmSplash(page);
  await slowAnimations(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(() => splashOpacity(film)).toBe(1);
  await page.keyboard.press('PageDown');
  await expect(splash(page)).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('lets clicks reach the page while it fades; a key neither ends it nor starts it anew', async ({
  page,
}) => {
  const film = await filmSplash(page);
  await slowAnimations(page, 0.02);
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(() => splashOpacity(film)).toBe(1);
  await page.evaluate((fading) => {
    for (const animation of document.getAnimations())
      if ((animation as CSSAnimation).animationName === 'splash-fade') animation.currentTime = fading;
  }, SPLASH_END_MS);
  await expect.poll(() => splashOpacity(film)).toBeLessThan(1);
  await page.keyboard.press('Shift');
  await expect(splash(page)).toBeVisible();
  await demoLink(page).hover();
  const opacities = (await film()).map(({ splash: opacity }) => opacity);
  const fade = opacities.slice(opacities.lastIndexOf(1));
  expect(fade).toEqual(fade.toSorted((one, other) => other - one));
  await demoLink(page).click();
  await expect(page).toHaveURL(/\/request-demo$/);
});

test('stays while a finger touches it, so that nothing beneath it is clicked', async ({ page, context }) => {
  const film = await filmSplash(page);
  await slowAnimations(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(() => splashOpacity(film)).toBe(1);
  const { x, y, width, height } = (await demoLink(page).boundingBox())!;
  const touch = await context.newCDPSession(page);
  const finger = { x: x + width / 2, y: y + height / 2 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
  expect(await splashOpacity(film)).toBe(1);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(splash(page)).toHaveCount(0);
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

test('leaves the page beneath readable and holds no focus', async ({ page }) => {
  const film = await filmSplash(page);
  await slowAnimations(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(() => splashOpacity(film)).toBe(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(SPLASH_WORDS[0]!);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: site.skipLink })).toBeFocused();
});

test('is never seen by visitors who want less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const film = await filmSplash(page);
  await page.goto('/');
  await expect(splash(page)).toHaveCount(0);
  expect((await film()).some(({ splash: opacity }) => opacity > 0)).toBe(false);
});
