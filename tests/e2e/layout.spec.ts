import type { Page } from '@playwright/test';
import { addStyles, expectNothingFound, visibleTexts } from '../support/contrast.ts';
import { fieldOf, submitButtonOf } from '../support/prospect.ts';
import { SLOW, expect, menuButton, menuLink, nextFrame, test, hydrated } from '../support/site.ts';
import { PATHS, demo, home, site } from '../support/words.ts';

/** Viewports in CSS pixels; 640 × 400 is a 1280 × 800 window at 200 % zoom. */
const SIZES = [
  [320, 640],
  [360, 740],
  [640, 400],
  [768, 1024],
  [1024, 768],
  [1280, 800],
  [1440, 900],
  [1920, 1080],
] as const;

/** The spacing that visitors may set and pages must bear: WCAG 2.2, 1.4.12. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

const TEXT_STYLES = {
  'as designed': '',
  spaced: TEXT_SPACING,
  'twice as large': ':root { font-size: 200% }',
};

async function misplacedTexts(page: Page): Promise<string[]> {
  const texts = await visibleTexts(page);
  const html = page.locator('html');
  const isWide = await html.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  // A line's box reaches about 0.2 em above its capitals and 0.1 em below its descenders.
  const lines = texts.flatMap(({ lines: boxes, ...text }) =>
    boxes.map(({ top, bottom, ...across }) => ({
      ...text,
      ...across,
      top: top + 0.2 * text.fontSize,
      bottom: bottom - 0.1 * text.fontSize,
    })),
  );
  const overlapping = lines.flatMap((one, index) =>
    lines.slice(index + 1).flatMap((other) => {
      // The fixed header may cover what is scrolled beneath it.
      if (one.block === other.block || one.isInHeader !== other.isInHeader) return [];
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      // Up to two pixels may be rounding.
      return across > 2 && down > 2 ? [`on each other: ${one.text} / ${other.text}`] : [];
    }),
  );
  return [
    ...(isWide ? ['the page scrolls sideways'] : []),
    // The logo's word and the header's button yield where they do not fit: sections.spec.ts looks at them.
    ...texts.filter(({ isCut, isInHeader }) => isCut && !isInHeader).map(({ text }) => `cut off: ${text}`),
    // $size-s, the smallest size of the styles.
    ...lines.filter(({ fontSize }) => fontSize < 14).map(({ text }) => `under 14 px: ${text}`),
    ...lines.filter(({ left }) => left < -1).map(({ text }) => `outside the window: ${text}`),
    ...overlapping,
  ];
}

for (const path of [...PATHS, '/no-such-page'])
  test(`${path} loses no text at any width, zoomed or spaced`, async ({ page }) => {
    await page.goto(path);
    if (path === '/request-demo') {
      await hydrated(page, 'DemoForm');
      await submitButtonOf(page).click();
      await expect(page.getByText(demo.form.consentRequired)).toBeVisible();
    }
    for (const [how, css] of Object.entries(TEXT_STYLES)) {
      const putBack = await addStyles(page, css);
      // In the site's own style, what is folded stays closed as at first; in the other styles, it is open.
      if (css)
        await page
          .locator('main details')
          .evaluateAll((all) => all.forEach((one) => one.toggleAttribute('open', true)));
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const errors = await misplacedTexts(page);
        expect.soft(errors, `${how}, ${width} px`).toEqual([]);
      }
      await putBack();
    }
  });

test('with more space in the text, cards and menu can be scrolled', SLOW, async ({ page }) => {
  await page.goto('/outbound-voice-agents');
  await addStyles(page, TEXT_SPACING);
  for (const summary of await page.locator('main summary').all()) await summary.click();
  // In a higher window the menu fits.
  for (const [width, height] of SIZES.filter(([, windowHeight]) => windowHeight < 700)) {
    await page.setViewportSize({ width, height });
    await expectNothingFound(page, `${width} px`, '#use-cases');
    await menuButton(page).click();
    const last = menuLink(page, site.menu.items.at(-1)!.link);
    await last.focus();
    await expect(last, `${width} px`).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
});

test('a visitor sees headline, button, lit room and pilot light without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/');
  const hero = page.locator('.hero');
  const heading = hero.getByRole('heading', { level: 1 });
  const button = hero.getByRole('link', { name: home.hero.demoLabel });
  for (const seen of [heading, button]) await expect(seen).toBeInViewport({ ratio: 1 });
  // An owner's headline of more than two lines, lead of more than three, or second row of callers may push the drawing down: what
  // is looked at has no more.
  await addStyles(page, '.caller:nth-of-type(n + 5) { display: none }');
  for (const [text, characters] of [
    [heading, 20],
    [hero.locator('.lead'), 185],
  ] as const)
    await text.evaluate((element, most) => {
      element.removeAttribute('data-copy'); // It keeps room for the whole text.
      element.textContent = element.textContent.slice(0, most);
    }, characters);
  const hint = 'at most an edge is cut off: shorter example calls bring the drawing up';
  for (const drawn of ['.flame:visible', '.lit:visible'])
    await expect(hero.locator(drawn), hint).toBeInViewport({ ratio: 0.9 });
});

test('on a page that is shorter than the window, the footer stands at the lower edge', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 2000 });
  await page.goto('/request-demo');
  const { y, height } = (await page.getByRole('contentinfo').boundingBox())!;
  expect(y + height).toBe(2000);
});

test('the form begins on the first screen of a laptop and of a phone', async ({ page }) => {
  await page.goto('/request-demo');
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const hint = `${width} px: shorter words above the form bring its first field up`;
    await expect(fieldOf(page, 'fullName'), hint).toBeInViewport({ ratio: 1 });
  }
});

test('every row of the form is full and its inputs level', async ({ page }) => {
  await page.goto('/request-demo');
  const inputs = page.locator('form input:not([type="checkbox"])');
  const boxes = await inputs.evaluateAll((all) => all.map((input) => input.getBoundingClientRect().toJSON()));
  const rows = Map.groupBy(boxes, ({ top }) => top);
  const widths = [...rows.values()].map((row) => [row[0]!.left, row.at(-1)!.right]);
  expect(new Set(widths.map(String)).size, 'distinct left and right edges of rows').toBe(1);
});

type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
type LayoutShift = { value: number; sources: Source[] };

// The widths that Lighthouse has for a computer, that a common laptop has, and that common phones have.
for (const [path, width] of [
  ['/', 1350],
  ['/', 1280],
  ['/inbound-voice-agents', 1280],
  ['/request-demo', 393],
] as const)
  test(`nothing jumps on ${path} at ${width} px, on a slow connection either`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize({ width, height: 852 });
    const network = await page.context().newCDPSession(page);
    // 400 kbit/s, in bytes per second.
    const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    // A layout shift is reported with the frame that shows it.
    await nextFrame(page);
    const { pixels, share } = await page.evaluate(() => {
      const observer = new PerformanceObserver(() => undefined);
      observer.observe({ type: 'layout-shift', buffered: true });
      const entries = observer.takeRecords() as unknown[] as LayoutShift[];
      // Pseudo-elements, which are no nodes, are left out: marks beside a text that another typeface makes wider.
      const moved = entries.flatMap(({ sources }) => sources.filter(({ node }) => node));
      return {
        pixels: moved.map(({ previousRect, currentRect }) => Math.abs(currentRect.y - previousRect.y)),
        share: entries.reduce((sum, { value }) => sum + value, 0),
      };
    });
    expect(Math.max(0, ...pixels), 'up or down').toBeLessThan(1);
    // This is a hundredth of what Web Vitals calls good (https://web.dev/articles/cls).
    expect(share, 'of the window').toBeLessThan(0.001);
  });
