import type { Page } from '@playwright/test';
import { REVEAL_THRESHOLD } from '../../src/constants.ts';
import { film } from '../support/film.ts';
import {
  SLOW,
  classOfFadedAncestor,
  expect,
  goToSection,
  nextFrame,
  slowAnimations,
  slowElsewhere,
  test,
} from '../support/site.ts';
import { home, site } from '../support/words.ts';

test.use({ splashSeen: true, contextOptions: { reducedMotion: 'no-preference' } });

/** What a part of the page looks like in one frame. */
interface Frame {
  time: number;
  /** Its own opacity; of a `<section>`, that of its heading. */
  opacity: number;
  /** Share of it that is in the window. */
  visible: number;
}

/** Films the parts that the selectors find. Returns the frames of each part, without those from before it was parsed. */
async function filmParts(page: Page, selectors: string[]): Promise<() => Promise<Frame[][]>> {
  const frames = await film(
    page,
    (all) => ({
      parts: all.map((selector) => {
        const part = document.querySelector(selector);
        if (!part) return undefined;
        const { top, bottom, height } = part.getBoundingClientRect();
        const shown = part.querySelector(':scope > .section-head') ?? part;
        const visible = (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height;
        return { opacity: Number(getComputedStyle(shown).opacity), visible };
      }),
    }),
    selectors,
  );
  return async () => {
    const filmed = await frames();
    return selectors.map((_, index) =>
      filmed.flatMap(({ time, parts }) => (parts[index] ? [{ time, ...parts[index] }] : [])),
    );
  };
}

const scrollTop = (page: Page) => page.evaluate(() => scrollY);

/** Turns the wheel until the page scrolls no further. */
async function wheelToEnd(page: Page, by = 200): Promise<void> {
  let before = Number.NaN;
  while ((await scrollTop(page)) !== before) {
    before = await scrollTop(page);
    await page.mouse.wheel(0, by);
    await nextFrame(page);
  }
}

async function expectOpaque(page: Page, selectors: string[]): Promise<void> {
  // Not all of a section fades: its head does.
  for (const selector of selectors) {
    const fading = page.locator(`${selector} > .section-head, ${selector}:not(.section) > *`).first();
    await expect.poll(() => classOfFadedAncestor(fading)).toBe('');
  }
}

const isHalfTransparent = ({ opacity }: Frame) => opacity > 0.05 && opacity < 0.95;

/** Expects a part to be transparent until a tenth of it is visible and its delay is over, and then to fade in. */
function expectFade(all: Frame[], name: string, delay = 0): void {
  // The first frames are from before the page's script ran.
  const frames = all.slice(all.findIndex(({ opacity }) => opacity === 0));
  const seen = frames.find(({ visible }) => visible >= REVEAL_THRESHOLD);
  const fading = frames.find(({ opacity }) => opacity > 0);
  expect(fading!.time - seen!.time, `${name} waits`).toBeGreaterThanOrEqual(delay - 1);
  expect(frames.some(isHalfTransparent), `${name} fades`).toBe(true);
  expect(frames.at(-1)!.opacity, name).toBe(1);
}

const cards = (['benefits', 'process', 'services'] as const).flatMap((section) =>
  home[section].items.map(({ delay }, index): [string, number] => [
    `#${section} li:nth-child(${index + 1})`,
    delay,
  ]),
);

/** What fades in on each page, with its delay. */
const PARTS: Record<string, [string, number][]> = {
  '/': [['#process', 0], ['#services', 0], ['#faqs', 0], ['#contact', 0], ...cards],
  '/inbound-voice-agents': [['#use-cases', 0]],
  '/support-packages': [['.price-section', 0]],
};

for (const width of [390, 1280])
  for (const [path, parts] of Object.entries(PARTS))
    test(`sections of ${path} fade in at ${width} px with delay`, slowElsewhere(path), async ({ page }) => {
      expect(new Set(cards.map(([, delay]) => delay)).size).toBeGreaterThan(1);
      await page.setViewportSize({ width, height: 800 });
      await slowAnimations(page, 0.25);
      const selectors = parts.map(([selector]) => selector);
      const frames = await filmParts(page, selectors);
      await page.goto(path);
      await wheelToEnd(page);
      await expectOpaque(page, selectors);
      for (const [index, filmed] of (await frames()).entries()) expectFade(filmed, ...parts[index]!);
    });

test('a section that is in view as the page arrives is never transparent', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1200 });
  const frames = await filmParts(page, ['.price-section']);
  await page.goto('/support-packages', { waitUntil: 'commit' });
  await expect.poll(() => classOfFadedAncestor(page.locator('.closing h2'))).not.toBe('');
  const [price] = await frames();
  expect(Math.min(...price!.map(({ opacity }) => opacity))).toBe(1);
});

test('a section fades in under pinch zoom, too', async ({ page }) => {
  // Under pinch zoom, Safari's innerHeight is the height of the visual viewport, not of the layout viewport.
  await page.addInitScript(() => Object.defineProperty(window, 'innerHeight', { value: 200 }));
  await page.goto('/');
  const heading = page.locator('#process h2');
  await expect.poll(() => classOfFadedAncestor(heading)).not.toBe('');
  await page.evaluate(() => {
    const { top } = document.querySelector('#process')!.getBoundingClientRect();
    scrollBy({ top: top - document.documentElement.clientHeight / 2, behavior: 'instant' });
  });
  await expect.poll(() => classOfFadedAncestor(heading)).toBe('');
});

const skipToMain = async (page: Page) => {
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: site.skipLink })).toBeFocused();
  await page.keyboard.press('Enter');
};

for (const { link, from, act, target, scrolledPast, stillHidden, by } of [
  {
    link: 'down to a section',
    from: '/',
    act: (page: Page) => goToSection(page, '/#process'),
    target: '#process',
    scrolledPast: ['#benefits'],
    stillHidden: ['#services', '#faqs'],
    by: 200,
  },
  {
    link: 'up to a section',
    from: '/#contact',
    act: (page: Page) => goToSection(page, '/#process'),
    target: '#process',
    scrolledPast: ['#services'],
    stillHidden: ['#benefits'],
    by: -200,
  },
  {
    link: 'to the main content',
    from: '/',
    act: skipToMain,
    target: 'main',
    scrolledPast: [],
    stillHidden: ['#process', '#services', '#faqs'],
    by: 200,
  },
])
  test(`a link ${link} shows what it passes, and the rest still fades in`, SLOW, async ({ page }) => {
    await slowAnimations(page, 0.25);
    const frames = await filmParts(page, [...scrolledPast, ...stillHidden]);
    await page.goto(from);
    await act(page);
    await expect(page.locator(target)).toBeFocused();
    await expect(page.locator(target).getByRole('heading').first()).toBeInViewport();
    await wheelToEnd(page, by);
    await expectOpaque(page, stillHidden);
    const filmed = await frames();
    for (const passed of filmed.slice(0, scrolledPast.length)) {
      expect(passed.some(isHalfTransparent)).toBe(false);
      expect(passed.at(-1)!.opacity).toBe(1);
    }
    for (const [index, kept] of filmed.slice(scrolledPast.length).entries())
      expectFade(kept, stillHidden[index]!);
  });

/** How far a section's top is from where a link to it leads, in CSS pixels. */
const distanceToTarget = (page: Page, section: string) =>
  page.locator(section).evaluate((element) => {
    const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    return Math.abs(element.getBoundingClientRect().top - padding);
  });

/** Every scroll position so far. */
async function recordScrollPositions(page: Page): Promise<() => Promise<number[]>> {
  const frames = await film(page, () => ({ top: scrollY }));
  return async () => {
    await nextFrame(page);
    return [...new Set((await frames()).map(({ top }) => Math.round(top)))];
  };
}

test.describe('the page moves in one step, and lands exactly,', () => {
  // Without web fonts, which shift the text when they load late.
  test.beforeEach(({ page }) => page.route('**/*.woff2', (route) => route.abort()));

  test('by a deep link, a reload or Back', async ({ page }) => {
    const positions = await recordScrollPositions(page);
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
      await expect.poll(() => distanceToTarget(page, '#faqs'), how).toBeLessThanOrEqual(1);
      expect(
        (await positions()).filter((top) => top > 0),
        how,
      ).toHaveLength(1);
    }
  });

  test('with Back after a link to the section that the visitor is in', async ({ page }) => {
    const positions = await recordScrollPositions(page);
    await page.goto('/');
    for (const _ of ['there', 'again']) {
      await goToSection(page, '/#faqs');
      await expect.poll(() => distanceToTarget(page, '#faqs')).toBeLessThanOrEqual(1);
    }
    const before = await positions();
    await page.goBack();
    await expect.poll(() => scrollTop(page)).toBe(0);
    expect(await positions()).toEqual(before);
  });

  test('by a text fragment, the browser’s own search, and the wheel after the End key', async ({ page }) => {
    /** How far words are from the middle of what the header leaves free. */
    const offCenter = (words: string) =>
      page.getByText(words).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
        return Math.abs((top + bottom) / 2 - (innerHeight + padding) / 2);
      });
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/#:~:text=reach%20a%20person');
    await expect.poll(() => offCenter('Can a caller still reach a person?')).toBeLessThan(20);
    await page.evaluate(() => (window as unknown as { find: (words: string) => boolean }).find('hold music'));
    await expect.poll(() => offCenter('hold music')).toBeLessThan(40);

    await page.keyboard.press('End');
    await expect(page.getByRole('contentinfo').getByRole('link').last()).toBeInViewport();
    await nextFrame(page);
    const contact = () => page.locator('#contact').evaluate((section) => section.getBoundingClientRect().top);
    for (let step = 0; step < 10; step += 1) {
      const before = await contact();
      await page.mouse.wheel(0, -300);
      await expect.poll(contact).toBeGreaterThan(before);
      expect((await contact()) - before).toBeCloseTo(300, 0);
    }
  });
});

test('a section that a link from another page leads to is opaque from the first moment, on a slow processor, too', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((...seen) => setTimeout(() => callback(...seen), 300), options);
      }
    };
  });
  const frames = await filmParts(page, ['#faqs']);
  await page.goto('/support-packages');
  await goToSection(page, '/#faqs');
  await expect.poll(() => distanceToTarget(page, '#faqs')).toBeLessThanOrEqual(1);
  await expect(page.locator('#contact')).toHaveAttribute('data-reveal', /shown|waiting/);
  const [faqs] = await frames();
  const seen = faqs!.filter(({ visible }) => visible > 0);
  expect(Math.min(...seen.map(({ opacity }) => opacity))).toBe(1);
});

test('whoever leaves while the page scrolls to a section comes back to that section', async ({ page }) => {
  await page.addInitScript(() => {
    // Back, as soon as a part of the way is behind.
    document.addEventListener('scroll', () => {
      if (scrollY < innerHeight || sessionStorage.getItem('left') !== null) return;
      sessionStorage.setItem('left', '');
      history.back();
    });
  });
  await page.goto('/support-packages');
  await goToSection(page, '/#faqs');
  // The visit in between may be too short to wait for its address.
  await page.waitForFunction(
    () => sessionStorage.getItem('left') !== null && location.pathname === '/support-packages',
  );
  for (const how of ['goForward', 'reload'] as const) {
    await page[how]();
    await expect.poll(() => distanceToTarget(page, '#faqs'), how).toBeLessThanOrEqual(1);
    await expectOpaque(page, ['#faqs']);
  }
});

const trimmed = (texts: string[]) => texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());

test('all headings of the unscrolled page have their names in Chromium’s accessibility tree', async ({
  page,
}) => {
  await page.goto('/');
  await expect.poll(() => classOfFadedAncestor(page.locator('#contact h2'))).not.toBe('');
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const names = nodes.flatMap(({ role, name }) => (role?.value === 'heading' ? [String(name?.value)] : []));
  const texts = await page.getByRole('heading').allTextContents();
  // The accessibility tree is listed breadth-first, so the order differs: compare sorted.
  expect(trimmed(names).toSorted()).toEqual(trimmed(texts).toSorted());
  expect(names).toContain(home.contact.heading);
});

test('an island’s content fades in with its section', async ({ page }) => {
  await page.goto('/');
  const answer = page.locator('#faqs details').first();
  await expect.poll(() => classOfFadedAncestor(answer)).toBe('faq-list');
  await page.locator('#faqs').scrollIntoViewIfNeeded();
  await expect.poll(() => classOfFadedAncestor(answer)).toBe('');
});

test('all sections are visible in print and with reduced motion', async ({ browser }) => {
  for (const options of [{ reducedMotion: 'reduce' as const }, {}]) {
    const page = await browser.newPage(options);
    await page.goto('/');
    if (Object.keys(options).length === 0) await page.emulateMedia({ media: 'print' });
    const headings = await page.locator('main h2').all();
    expect(headings).not.toHaveLength(0);
    for (const heading of headings) {
      await expect(heading).toBeVisible();
      expect(await classOfFadedAncestor(heading)).toBe('');
    }
    await page.close();
  }
});
