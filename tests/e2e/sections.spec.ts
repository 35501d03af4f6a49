import type { Page } from '@playwright/test';
import home from '../../src/content/home.json' with { type: 'json' };
import { REVEAL_THRESHOLD } from '../../src/constants.ts';
import { expect, fadedPart, slowAnimations, test } from '../support/site.ts';
import { NAVIGATION, itemTo } from '../support/words.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });
// Later in a visit: the splash has been seen.
test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('splash', 'seen')));

/** What a part of the page looks like in one frame. */
interface Frame {
  /** Milliseconds on the document's timeline, which runs as slowly as its animations. */
  time: number;
  /** Its own opacity, or that of what stands in it. */
  opacity: number;
  /** Share of it that has passed the window's lower edge. */
  visible: number;
}

/** Records each frame of the parts that the selector finds, until the function it returns is called. */
async function film(page: Page, selector: string): Promise<() => Promise<Frame[][]>> {
  const films = await page.evaluateHandle((parts) => {
    const recorded = [...document.querySelectorAll(parts)].map((part) => ({ part, frames: [] as Frame[] }));
    const record = () => {
      const time = Number(document.timeline.currentTime);
      for (const { part, frames } of recorded) {
        const { top, height } = part.getBoundingClientRect();
        const shown = part.matches('section') ? part.firstElementChild! : part;
        const visible = (innerHeight - top) / height;
        frames.push({ time, opacity: Number(getComputedStyle(shown).opacity), visible });
      }
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
    return recorded;
  }, selector);
  return () => films.evaluate((recorded) => recorded.map(({ frames }) => frames));
}

/** Turns the wheel until the part's top is at the window's middle. */
async function wheelTo(page: Page, selector: string): Promise<void> {
  const part = page.locator(selector);
  const isThere = () =>
    part.evaluate((element) => {
      const { scrollHeight } = document.documentElement;
      return (
        element.getBoundingClientRect().top < innerHeight / 2 || scrollY + innerHeight >= scrollHeight - 1
      );
    });
  while (!(await isThere())) {
    await page.mouse.wheel(0, 100);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Expects a part to be transparent until a tenth of it is visible and its delay is over, and then to fade in. */
function expectFade(all: Frame[], name: string, delay: number): void {
  // The first frames are from before the page's script ran.
  const frames = all.slice(all.findIndex(({ opacity }) => opacity === 0));
  const seen = frames.find(({ visible }) => visible >= REVEAL_THRESHOLD);
  const fading = frames.find(({ opacity }) => opacity > 0);
  expect(fading!.time - seen!.time, `${name} waits`).toBeGreaterThanOrEqual(delay - 1);
  expect(
    frames.some(({ opacity }) => opacity > 0.05 && opacity < 0.95),
    `${name} fades`,
  ).toBe(true);
}

for (const width of [390, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    for (const part of ['benefits', 'process', 'services'] as const) {
      test(`the cards of ${part} fade in with their delays as the visitor scrolls`, async ({ page }) => {
        await slowAnimations(page, 0.2);
        await page.goto('/');
        const films = await film(page, `#${part} li`);
        const items = page.locator(`#${part} li`);
        await wheelTo(page, `#${part} li:last-child`);
        await expect
          .poll(() => items.evaluateAll((all) => all.map((item) => getComputedStyle(item).opacity)))
          .toEqual(['1', '1', '1']);
        const delays = home[part].items.map(({ delay }) => delay);
        expect(new Set(delays).size).toBeGreaterThan(1);
        for (const [index, frames] of (await films()).entries())
          expectFade(frames, `${part} ${index + 1}`, delays[index]!);
      });
    }

    for (const [path, section] of [
      ['/', '#process'],
      ['/inbound-voice-agents', '#use-cases'],
      ['/support-packages', '.price-section'],
    ] as const) {
      test(`${section} of ${path} fades in when a tenth of it is visible, not before`, async ({ page }) => {
        await slowAnimations(page, 0.2);
        await page.goto(path);
        const films = await film(page, section);
        await wheelTo(page, section);
        await expect.poll(() => fadedPart(page.locator(`${section} h2`))).toBe('');
        const [frames] = await films();
        expectFade(frames!, section, 0);
      });
    }
  });
}

test('a section that is in view as the page arrives is never transparent', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1200 });
  await page.goto('/support-packages', { waitUntil: 'commit' });
  await expect(page.locator('.price-section')).toBeAttached();
  const films = await film(page, '.price-section, .closing');
  await expect.poll(() => fadedPart(page.locator('.closing h2'))).not.toBe('');
  const [price] = await films();
  expect(Math.min(...price!.map(({ opacity }) => opacity))).toBe(1);
});

test('a link to a section shows what it passes, and what lies beyond still fades in', async ({ page }) => {
  await slowAnimations(page, 0.2);
  await page.goto('/');
  await page.getByRole('button', { name: NAVIGATION.open }).click();
  const films = await film(page, '#benefits, #services, #faqs');
  await page
    .locator('#menu-panel')
    .getByRole('link', { name: itemTo('/#process') })
    .click();
  await expect(page.locator('#process')).toBeFocused();
  await expect(page.locator('#process').getByRole('heading').first()).toBeInViewport();
  await wheelTo(page, '#faqs');
  await expect.poll(() => fadedPart(page.locator('#faqs h2'))).toBe('');
  const [benefits, services, faqs] = await films();
  expect(benefits!.some(({ opacity }) => opacity > 0 && opacity < 1)).toBe(false);
  expectFade(services!, 'services', 0);
  expectFade(faqs!, 'faqs', 0);
});

/** Records where each document of the page scrolls to. Returns how many places the current one knows. */
async function recordStops(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const stops = new Set<number>();
    Object.assign(window, { stops });
    document.addEventListener('scroll', () => stops.add(Math.round(scrollY)));
  });
  return async () => {
    // The event comes with the frame after the one that scrolled.
    await page.evaluate(
      () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
    );
    return page.evaluate('stops.size');
  };
}

test('Back jumps to the top in one step, after a link to the section that the visitor is in', async ({
  page,
}) => {
  const stops = await recordStops(page);
  await page.goto('/');
  const faqs = page.locator('#faqs');
  const goToFaqs = async () => {
    await page.getByRole('button', { name: NAVIGATION.open }).click();
    await page
      .locator('#menu-panel')
      .getByRole('link', { name: itemTo('/#faqs') })
      .click();
    await expect
      .poll(() => faqs.evaluate((section) => Math.round(section.getBoundingClientRect().top)))
      .toBe(96);
  };
  await goToFaqs();
  await goToFaqs();
  const before = await stops();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  expect((await stops()) - before).toBe(1);
});

test('sections are arrived at in one step, by a deep link, a reload or Back', async ({ page }) => {
  const stops = await recordStops(page);
  const arrivals = {
    'a deep link': () => page.goto('/#faqs'),
    'a reload': () => page.reload(),
    Back: async () => {
      await page.goto('/support-packages');
      await page.goBack();
    },
  };
  for (const [how, arrive] of Object.entries(arrivals)) {
    await arrive();
    await expect(page.locator('#faqs').getByRole('heading').first()).toBeInViewport();
    expect(await stops(), how).toBe(1);
  }
});

test('an island’s content fades in with its section', async ({ page }) => {
  await page.goto('/');
  const answers = page.locator('#faqs details').first();
  await expect.poll(() => fadedPart(answers)).toBe('faq-list');
  await page.locator('#faqs').scrollIntoViewIfNeeded();
  await expect.poll(() => fadedPart(answers)).toBe('');
});

test('all sections are visible on paper and with less motion', async ({ browser }) => {
  for (const options of [{ reducedMotion: 'reduce' as const }, {}]) {
    const page = await browser.newPage(options);
    await page.goto('/');
    if (Object.keys(options).length === 0) await page.emulateMedia({ media: 'print' });
    for (const heading of await page.locator('main h2').all()) {
      await expect(heading).toBeVisible();
      expect(await fadedPart(heading)).toBe('');
    }
    await page.close();
  }
});
