import type { Locator, Page } from '@playwright/test';
import { SECTION_IDS } from '../../src/constants.ts';
import { CONSTANTS } from '../../tools/specification.ts';
import { recordFrames } from '../support/film.ts';
import {
  SLOW,
  distanceToTarget,
  expect,
  goToSection,
  nextFrame,
  opacityOf,
  slowMotion,
  test,
} from '../support/site.ts';
import { ANY_SECTION, home, site } from '../support/words.ts';

test.use({ splashSeen: true, contextOptions: { reducedMotion: 'no-preference' } });

/** An element of a part that fades: for a section, its head, as not all of a section fades. */
const fadingOf = (page: Page, selector: string) =>
  page.locator(`${selector} > :is(.head, h2), ${selector}:not(section)`).first();

/** The delays, in ms, of the fades that have begun; in slow motion, none of them is over. */
const delaysOf = (part: Locator) =>
  part.evaluate((element) => element.getAnimations().map(({ effect }) => effect!.getTiming().delay));

/** Scrolls until this share of an element is in the window, at its lower edge, and has been painted. */
async function scrollUntilVisible(page: Page, selector: string, share: number): Promise<void> {
  await page.locator(selector).evaluate((element, visible) => {
    const { top, height } = element.getBoundingClientRect();
    scrollBy({ top: top + visible * height - innerHeight, behavior: 'instant' });
  }, share);
  await nextFrame(page);
}

async function expectFade(page: Page, section: string): Promise<void> {
  const part = fadingOf(page, section);
  await scrollUntilVisible(page, section, CONSTANTS.REVEAL_THRESHOLD - 0.01);
  expect(await opacityOf(part), section).toBe(0);
  expect(await delaysOf(part), section).toEqual([]);
  await scrollUntilVisible(page, section, CONSTANTS.REVEAL_THRESHOLD + 0.01);
  await expect.poll(() => delaysOf(part), section).toHaveLength(1);
}

/** The parts in the order in which they stand on the page, from the top. */
async function inOrder(page: Page, selectors: readonly string[]): Promise<string[]> {
  const tops = new Map<string, number>();
  for (const selector of selectors)
    tops.set(selector, await page.locator(selector).evaluate((part) => part.getBoundingClientRect().top));
  return selectors.toSorted((one, other) => tops.get(one)! - tops.get(other)!);
}

/** What fades in on the landing page; at the benefits, the story, which stands above them. */
const SECTIONS = Object.values(SECTION_IDS)
  .filter((id) => id !== 'hero')
  .map((id) => (id === 'benefits' ? '#benefits .story' : `#${id}`));

const LAST_SECTION = `#${Object.values(SECTION_IDS).at(-1)}`;

const CARDS = (['benefits', 'process', 'services'] as const).flatMap((section) =>
  home[section].items.map(({ delay }, index) => ({ card: `#${section} li:nth-child(${index + 1})`, delay })),
);

for (const [path, width, sections, cards] of [
  ['/', 390, SECTIONS, CARDS],
  ['/', 1280, SECTIONS, CARDS],
  ['/inbound-voice-agents', 390, ['#use-cases'], []],
  ['/request-demo', 390, ['.calls > section'], []],
  ['/support-packages', 1280, ['#features'], []],
] satisfies [path: string, width: number, sections: string[], cards: typeof CARDS][])
  test(`sections of ${path} fade in with delays, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await slowMotion(page, 0.01);
    await page.goto(path);
    for (const section of await inOrder(page, sections)) await expectFade(page, section);
    for (const { card, delay } of cards) {
      await scrollUntilVisible(page, card, 0.5);
      await expect.poll(() => delaysOf(page.locator(card)), card).toEqual([delay]);
    }
    await slowMotion(page, 1);
    // What is inside an island, such as an answer, fades with its section.
    for (const part of await page.locator(sections.join()).locator('h2, h3, details').all())
      await expect.poll(() => opacityOf(part)).toBe(1);
  });

for (const [path, selector] of [
  ['/', '.hero :is(h1, .lead)'],
  ['/support-packages', '#price h2'],
] as const)
  test(`what is in view as ${path} arrives is never transparent`, async ({ page }) => {
    // The window is high enough for the section below the hero, which has a heading of its own.
    await page.setViewportSize({ width: 1280, height: 1200 });
    const frames = await recordFrames(
      page,
      (parts) => Array.from(document.querySelectorAll(parts), (part) => getComputedStyle(part).opacity),
      selector,
    );
    await page.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => opacityOf(page.locator('main h2').last())).toBeLessThan(1);
    expect(new Set((await frames()).flat())).toEqual(new Set(['1']));
  });

const goToAnySection = async (page: Page) => {
  await goToSection(page, `/${ANY_SECTION}`);
  await expect.poll(() => distanceToTarget(page, ANY_SECTION), 'until it has arrived').toBeLessThan(2);
};
const skipToMain = async (page: Page) => {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
};

// `before` is the section in view before the page moves, `target` the one that the link leads to.
for (const [link, from, follow, before, target] of [
  ['down to a section', '/', goToAnySection, '#hero', ANY_SECTION],
  ['up to a section', `/${LAST_SECTION}`, goToAnySection, LAST_SECTION, ANY_SECTION],
  ['from another page', '/support-packages', goToAnySection, '#hero', ANY_SECTION],
  ['to the main content', '/', skipToMain, '#hero', '#hero'],
] as const)
  test(`a link ${link} shows at once what it passes, and the rest still fades in`, SLOW, async ({ page }) => {
    await slowMotion(page, 0.05);
    await page.goto(from);
    await follow(page);
    const section = follow === skipToMain ? page.locator('main') : page.locator(target);
    await expect(section).toBeFocused();
    await expect(section.getByRole('heading').first()).toBeInViewport();
    const ids = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => `#${id}`));
    const [first, last] = [ids.indexOf(before), ids.indexOf(target)].toSorted((one, other) => one - other);
    // The hero never fades, the section that one leaves is in view as one arrives, and the one below may come into view.
    for (const [index, id] of ids.entries()) {
      if (index === 0 || id === before) continue;
      if (index >= first! && index <= last!) expect(await opacityOf(fadingOf(page, id)), id).toBe(1);
      else if (index !== last! + 1) await expectFade(page, id);
    }
  });

test('a visitor who asks what it costs reads the answer', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: home.services.costLabel }).click();
  const [first] = await page.locator('#faqs details').all();
  await expect(first!.locator('summary')).toBeFocused();
  await expect(first!.locator('.answer')).toBeInViewport({ ratio: 1 });
});

test('the page moves in one step and lands exactly by a deep link, a reload or Back', async ({ page }) => {
  // Fonts that arrive late would shift the text.
  await page.route('**/*.woff2', (route) => route.abort());
  const frames = await recordFrames(page, () => Math.round(scrollY));
  /** Every scroll position of the current document. */
  const positions = async () => {
    await nextFrame(page);
    return [...new Set(await frames())];
  };
  const expectThere = () => expect.poll(() => distanceToTarget(page, ANY_SECTION)).toBeLessThanOrEqual(1);
  for (const arrive of [
    () => page.goto(`/${ANY_SECTION}`),
    () => page.reload(),
    () => page.goto('/support-packages').then(() => page.goBack()),
  ]) {
    await arrive();
    await expectThere();
    expect((await positions()).filter((top) => top > 0)).toHaveLength(1);
  }

  // Back after two links to the same section, of which the second adds no entry to the history.
  await page.goto('/');
  for (const _ of ['there', 'again']) {
    await goToSection(page, `/${ANY_SECTION}`);
    await expectThere();
  }
  const before = await positions();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  expect(await positions()).toEqual(before);
});

test('all sections are visible with reduced motion and in print, buttons without color', async ({ page }) => {
  await page.goto('/');
  const headings = await page.locator('main h2').all();
  const faintest = async () => Math.min(...(await Promise.all(headings.map(opacityOf))));
  await expect.poll(faintest).toBeLessThan(1);
  await page.emulateMedia({ media: 'print' });
  expect(await faintest()).toBe(1);
  const button = page.getByRole('main').getByRole('link', { name: home.hero.demoLabel }).first();
  await expect(button).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(button).toHaveCSS('color', 'rgb(0, 0, 0)');
  await page.emulateMedia({ media: null, reducedMotion: 'reduce' });
  expect(await faintest()).toBe(1);
});

const demoLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: site.header.demoLabel });

test('the header offers a demo while that at the top of the page is out of view', async ({ page }) => {
  const link = demoLink(page);
  const jump = (top: number) => page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
  await page.setViewportSize({ width: 844, height: 1200 });
  await page.goto('/');
  await expect(link).toBeHidden();
  await jump(100_000);
  await expect(link).toBeVisible();
  await jump(0);
  await expect(link).toBeHidden();
  // The window is so low that the button is below it.
  await page.setViewportSize({ width: 844, height: 320 });
  await expect(link).toBeVisible();
  await page.goto('/support-packages');
  await expect(link, 'where the top of the page offers none').toBeVisible();
});

/** Which of the header's yielding parts are seen, whether Tab meets its demo button, and whether no part is covered or cut. */
const partsOfHeader = (page: Page) =>
  page.getByRole('banner').evaluate((header) => {
    const { bottom } = header.getBoundingClientRect();
    const isSeen = (part: Element) => {
      const box = part.getBoundingClientRect();
      return part.checkVisibility({ visibilityProperty: true }) && box.top < bottom - 1;
    };
    const find = (selector: string) => header.querySelector(selector)!;
    const word = find('.word');
    const demo = find('.demo');
    const seen = [find('.logo svg'), ...[word, demo].filter(isSeen), find('nav button')];
    const boxes = seen.map((part) => part.getBoundingClientRect());
    return {
      hasWord: isSeen(word),
      hasDemo: isSeen(demo),
      isDemoReachable: demo.checkVisibility({ visibilityProperty: true }),
      hasRoom: boxes.every(
        ({ left, right, top }, index) =>
          left >= (boxes[index - 1]?.right ?? 0) && right <= innerWidth && top >= 0,
      ),
    };
  });

test('the header has room: its word yields, then its button, in any text size', SLOW, async ({ page }) => {
  await page.goto('/support-packages');
  for (const size of [16, 18, 20, 24, 28, 32]) {
    await page.locator('html').evaluate((html, px) => html.style.setProperty('font-size', `${px}px`), size);
    const yielded: string[] = [];
    for (const width of [1280, 768, 680, 600, 520, 460, 412, 390, 360, 340, 320, 300, 280]) {
      await page.setViewportSize({ width, height: 800 });
      const { hasWord, hasDemo, isDemoReachable, hasRoom } = await partsOfHeader(page);
      const where = `${width} px, text of ${size} px`;
      expect.soft(hasRoom, `${where}: nothing is covered or cut`).toBe(true);
      expect.soft(isDemoReachable, `${where}: Tab meets the button where it is seen`).toBe(hasDemo);
      let what = 'nothing';
      if (!hasDemo) what = 'the button';
      else if (!hasWord) what = 'the word';
      if (yielded.at(-1) !== what) yielded.push(what);
    }
    expect.soft(['nothing', 'the word', 'the button'].slice(0, yielded.length)).toEqual(yielded);
  }
});
