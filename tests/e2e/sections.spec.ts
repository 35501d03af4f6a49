import type { Locator, Page } from '@playwright/test';
import { CONSTANTS } from '../../tools/specification.ts';
import { recordFrames } from '../support/film.ts';
import {
  SLOW,
  distanceToTarget,
  expect,
  goToSection,
  nextFrame,
  slowElsewhere,
  slowMotion,
  test,
} from '../support/site.ts';
import { home } from '../support/words.ts';

test.use({ splashSeen: true, contextOptions: { reducedMotion: 'no-preference' } });

/** What a part of the page looks like in one frame. */
interface Frame {
  time: number;
  /** Multiplied with that of its ancestors. Of a section, that of its head, as not all of a section fades. */
  opacity: number;
  /** The share of its height that is in the window. */
  visible: number;
}

/** Records the parts that the selectors find. Returns the frames of each part, without those from before it was parsed. */
async function recordParts(page: Page, selectors: string[]): Promise<() => Promise<Frame[][]>> {
  const frames = await recordFrames(
    page,
    (all) => ({
      parts: all.map((selector) => {
        const part = document.querySelector(selector);
        if (!part) return undefined;
        const { top, bottom, height } = part.getBoundingClientRect();
        let opacity = 1;
        let node: Element | null = part.querySelector(':scope > .head') ?? part;
        for (; node; node = node.parentElement) opacity *= Number(getComputedStyle(node).opacity);
        return { opacity, visible: (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height };
      }),
    }),
    selectors,
  );
  return async () => {
    const recorded = await frames();
    return selectors.map((_, index) =>
      recorded.flatMap(({ time, parts }) => (parts[index] ? [{ time, ...parts[index] }] : [])),
    );
  };
}

/** The opacity of an element, multiplied with that of its ancestors. */
const opacityOf = (part: Locator): Promise<number> =>
  part.evaluate((element) => {
    let opacity = 1;
    for (let node: Element | null = element; node; node = node.parentElement)
      opacity *= Number(getComputedStyle(node).opacity);
    return opacity;
  });

const scrollTop = (page: Page) => page.evaluate(() => scrollY);

/** Turns the wheel until the page is at its end: its top if `by`, in pixels, is negative. */
async function wheelToEnd(page: Page, by = 400): Promise<void> {
  const isAtEnd = () =>
    page.evaluate(
      (goesUp) => (goesUp ? scrollY === 0 : scrollY + innerHeight >= document.body.scrollHeight - 1),
      by < 0,
    );
  while (!(await isAtEnd())) {
    await page.mouse.wheel(0, by);
    await nextFrame(page);
  }
}

/** Waits until each part is opaque; of a section, its head. */
async function expectOpaque(page: Page, selectors: readonly string[]): Promise<void> {
  for (const selector of selectors) {
    const fading = page.locator(`${selector} > .head, ${selector}:not(.section)`).first();
    await expect.poll(() => opacityOf(fading)).toBe(1);
  }
}

const isFading = ({ opacity }: Frame) => opacity > 0.05 && opacity < 0.95;

/** Expects a part to be transparent until enough of it is visible and its delay (in ms) is over, and then to fade in. */
function expectFade(all: Frame[], name: string, delay = 0): void {
  // The first frames are from before the page's script ran.
  const frames = all.slice(all.findIndex(({ opacity }) => opacity === 0));
  const seen = frames.findIndex(({ visible }) => visible >= CONSTANTS.REVEAL_THRESHOLD);
  const fading = frames.find(({ opacity }) => opacity > 0);
  // The page's `IntersectionObserver` may have seen the part at any time since the frame before.
  const lastUnseen = frames[Math.max(seen - 1, 0)];
  expect(fading!.time - lastUnseen!.time, `${name} waits`).toBeGreaterThanOrEqual(delay);
  expect(frames.some(isFading), `${name} fades`).toBe(true);
  expect(frames.at(-1)!.opacity, name).toBe(1);
}

/** What fades in on the landing page, with its delay in ms. Children of an island fade with its section, in view or not. */
const LANDING_PAGE: [selector: string, delay: number][] = [
  ['#faqs details', -Infinity],
  ...['#process', '#services', '#faqs', '#contact'].map((section): [string, number] => [section, 0]),
  ...(['benefits', 'process', 'services'] as const).flatMap((section) =>
    home[section].items.map(({ delay }, index): [string, number] => [
      `#${section} li:nth-child(${index + 1})`,
      delay,
    ]),
  ),
];

for (const [path, width, parts] of [
  ['/', 390, LANDING_PAGE],
  ['/', 1280, LANDING_PAGE],
  ['/inbound-voice-agents', 390, [['#use-cases', 0]]],
  ['/support-packages', 1280, [['#price', 0]]],
] satisfies [string, number, [string, number][]][])
  test(`sections of ${path} fade in with delays, ${width} px wide`, slowElsewhere(path), async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await slowMotion(page, 0.25);
    const selectors = parts.map(([selector]) => selector);
    const frames = await recordParts(page, selectors);
    await page.goto(path);
    await wheelToEnd(page);
    await expectOpaque(page, selectors);
    for (const [index, recorded] of (await frames()).entries()) expectFade(recorded, ...parts[index]!);
  });

for (const [path, selectors] of [
  ['/', ['.hero h1', '.hero .lead']],
  ['/support-packages', ['#price']],
] satisfies [string, string[]][])
  test(`what is in view as ${path} arrives is never transparent`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 1200 });
    const frames = await recordParts(page, selectors);
    await page.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => opacityOf(page.locator('main h2').last())).toBeLessThan(1);
    for (const recorded of await frames())
      expect(new Set(recorded.map(({ opacity }) => opacity))).toEqual(new Set([1]));
  });

const goToProcess = (page: Page) => goToSection(page, '/#process');
const skipToMain = async (page: Page) => {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
};

for (const [link, from, follow, target, passed, stillHidden, wheelBy] of [
  ['down to a section', '/', goToProcess, '#process', ['#benefits', '#process'], ['#services', '#faqs'], 400],
  ['up to a section', '/#contact', goToProcess, '#process', ['#services', '#process'], ['#benefits'], -400],
  ['from another page', '/support-packages', goToProcess, '#process', ['#process'], ['#faqs'], 400],
  ['to the main content', '/', skipToMain, 'main', [], ['#process', '#services', '#faqs'], 400],
] as const)
  test(`a link ${link} shows at once what it passes, and the rest still fades in`, SLOW, async ({ page }) => {
    await slowMotion(page, 0.25);
    const frames = await recordParts(page, [...passed, ...stillHidden]);
    await page.goto(from);
    await follow(page);
    await expect(page.locator(target)).toBeFocused();
    await expect(page.locator(target).getByRole('heading').first()).toBeInViewport();
    await wheelToEnd(page, wheelBy);
    await expectOpaque(page, stillHidden);
    const recorded = await frames();
    for (const part of recorded.slice(0, passed.length)) {
      expect(part.some(isFading)).toBe(false);
      expect(part.at(-1)!.opacity).toBe(1);
    }
    for (const [index, part] of recorded.slice(passed.length).entries())
      expectFade(part, stillHidden[index]!);
  });

test('the page moves in one step and lands exactly by a deep link, a reload or Back', async ({ page }) => {
  // Fonts that arrive late would shift the text.
  await page.route('**/*.woff2', (route) => route.abort());
  const frames = await recordFrames(page, () => ({ top: Math.round(scrollY) }));
  /** Every scroll position of the current document. */
  const positions = async () => {
    await nextFrame(page);
    return [...new Set((await frames()).map(({ top }) => top))];
  };
  const expectThere = () => expect.poll(() => distanceToTarget(page, '#faqs')).toBeLessThanOrEqual(1);
  for (const arrive of [
    () => page.goto('/#faqs'),
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
    await goToSection(page, '/#faqs');
    await expectThere();
  }
  const before = await positions();
  await page.goBack();
  await expect.poll(() => scrollTop(page)).toBe(0);
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
