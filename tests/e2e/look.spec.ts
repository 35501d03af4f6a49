import type { Page } from '@playwright/test';
import { TEXT_FIELD_NAMES } from '../../src/demo-request/fields.ts';
import { addStyles, expectNothingFound, visibleTexts } from '../support/contrast.ts';
import { film } from '../support/film.ts';
import {
  SLOW,
  expect,
  fillDemoForm,
  menuButton,
  menuLink,
  newPerson,
  nextFrame,
  slowElsewhere,
  test,
} from '../support/site.ts';
import { FIELD_LABELS, PATHS, demo, home, site } from '../support/words.ts';

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
const PHONE_AND_ZOOMED = [SIZES[0], SIZES[2]];

/** More space in the text than its author gave it: WCAG 2.2, 1.4.12. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** The ways in which a visitor may see the text. */
const TEXT_STYLES = {
  'as designed': '',
  'with more space': TEXT_SPACING,
  'twice as large': ':root { font-size: 200% }',
};

/** What is wrong with the layout of the texts: small, cut off, outside the window, one on another. */
async function misplacedTexts(page: Page): Promise<string[]> {
  const texts = await visibleTexts(page);
  const isWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth;
  });
  // A line's box is taller than its letters, from the upper edge of capitals to the lower edge of descenders.
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
      if (one.block === other.block || one.isInHeader !== other.isInHeader) return [];
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return across > 2 && down > 2 ? [`on each other: ${one.text} / ${other.text}`] : [];
    }),
  );
  return [
    ...(isWide ? ['the page scrolls sideways'] : []),
    ...texts.filter(({ isCut }) => isCut).map(({ text }) => `cut off: ${text}`),
    ...lines.filter(({ fontSize }) => fontSize < 14).map(({ text }) => `under 14 px: ${text}`),
    ...lines.filter(({ left }) => left < -1).map(({ text }) => `outside the window: ${text}`),
    ...overlapping,
  ];
}

for (const path of [...PATHS, '/nobody-lives-here'])
  test(`${path} loses no text at any width, zoomed or spaced`, slowElsewhere(path), async ({ page }) => {
    await page.goto(path);
    for (const [how, css] of Object.entries(TEXT_STYLES)) {
      const putBack = await addStyles(page, css);
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

for (const path of ['/inbound-voice-agents', '/outbound-voice-agents'])
  test(`with more space in the text, cards and menu of ${path} can be scrolled`, SLOW, async ({ page }) => {
    await page.goto(path);
    await addStyles(page, TEXT_SPACING);
    for (const summary of await page.locator('main summary').all()) await summary.click();
    for (const [width, height] of PHONE_AND_ZOOMED) {
      await page.setViewportSize({ width, height });
      await expectNothingFound(page, `${width} px`, '#use-cases');
      await menuButton(page).click();
      for (const { link } of site.menu.items) {
        await menuLink(page, link).focus();
        await expect(menuLink(page, link), `${width} px`).toBeInViewport({ ratio: 1 });
      }
      await page.keyboard.press('Escape');
    }
  });

test('no message of the form is lost with more space in the text', SLOW, async ({ page, faultProxy }) => {
  await faultProxy.command('api', { fault: { does: 'answer', status: 503 } });
  for (const [width, height] of PHONE_AND_ZOOMED) {
    await page.setViewportSize({ width, height });
    await page.goto('/request-demo');
    await addStyles(page, TEXT_SPACING);
    await page.getByRole('button', { name: demo.form.submit }).click();
    await expect(page.getByText(demo.form.consentRequired)).toBeVisible();
    expect.soft(await misplacedTexts(page), `${width} px, errors`).toEqual([]);
    await fillDemoForm(page, newPerson());
    await page.getByRole('button', { name: demo.form.submit }).click();
    await expect(page.getByRole('alert').getByText(demo.form.banner)).toBeInViewport({ ratio: 1 });
    expect.soft(await misplacedTexts(page), `${width} px, banner`).toEqual([]);
  }
});

test('a visitor sees headline, button and the pilot light without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/');
  for (const seen of [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('main').getByRole('link', { name: home.hero.demoLabel }),
    page.locator('.hero .flame'),
  ]) {
    const message = `the headline of ${home.hero.heading.length} characters leaves room for it`;
    await expect(seen, message).toBeInViewport({ ratio: 0.9 });
  }
});

test('the first screen has the form’s button on a laptop, its first field on a phone', async ({ page }) => {
  // A form with more than three rows of fields gets a screen that is higher by the additional rows.
  const furtherRows = Math.ceil(TEXT_FIELD_NAMES.length / 2) - 3;
  await page.setViewportSize({ width: 1280, height: 720 + furtherRows * 130 });
  await page.goto('/request-demo');
  const button = page.getByRole('button', { name: demo.form.submit });
  await expect(button).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  const first = page.getByRole('textbox', { name: FIELD_LABELS.fullName, exact: true });
  await expect(first).toBeInViewport({ ratio: 1 });
  const { y, height } = (await button.boundingBox())!;
  expect(y + height, 'the end of the button').toBeLessThan((1.4 + 0.1 * furtherRows) * 844);
});

test('every row of the form is full and level, however many fields it has', async ({ page }) => {
  await page.goto('/request-demo');
  const boxes = await page.locator('form input:not([type="checkbox"])').evaluateAll((all) =>
    all.map((input) => {
      const { top, left, right } = input.getBoundingClientRect();
      return { top, left, right };
    }),
  );
  const [left, right] = [boxes[0]!.left, Math.max(...boxes.map((box) => box.right))];
  for (let index = 0; index < boxes.length; index += 2) {
    const [one, other] = [boxes[index]!, boxes[index + 1] ?? boxes[index]!];
    expect([one.left, other.right, other.top], `row ${index / 2 + 1}`).toEqual([left, right, one.top]);
  }
});

test('a printed button is an outline in black', async ({ page }) => {
  await page.goto('/support-packages');
  await page.emulateMedia({ media: 'print' });
  const button = page.getByRole('main').getByRole('link', { name: home.hero.bookLabel }).first();
  await expect(button).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(button).toHaveCSS('color', 'rgb(0, 0, 0)');
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('headline and lead are never transparent', async ({ page }) => {
    const frames = await film(page, () => ({
      opacities: Array.from(document.querySelectorAll('.hero :is(h1, .lead)'), (text) => {
        let opacity = 1;
        for (let part: Element | null = text; part; part = part.parentElement)
          opacity *= Number(getComputedStyle(part).opacity);
        return opacity;
      }),
    }));
    const opacities = async () => (await frames()).flatMap((frame) => frame.opacities);
    await page.goto('/');
    await expect.poll(async () => (await opacities()).length).toBeGreaterThan(100);
    expect(new Set(await opacities())).toEqual(new Set([1]));
  });

  for (const [path, width] of [
    ['/', 1350],
    ['/request-demo', 393],
  ] as const)
    test(`nothing jumps on ${path}, on a slow connection either`, async ({ page }) => {
      await page.setViewportSize({ width, height: 852 });
      const network = await page.context().newCDPSession(page);
      await network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 400,
        downloadThroughput: 50_000,
        uploadThroughput: 50_000,
      });
      await page.goto(path);
      await page.evaluate(() => document.fonts.ready);
      // A layout shift is reported with the frame that shows it.
      await nextFrame(page);
      const shifts = await page.evaluate(() => {
        const observer = new PerformanceObserver(() => undefined);
        observer.observe({ type: 'layout-shift', buffered: true });
        return observer.takeRecords().map((entry) => (entry as PerformanceEntry & { value: number }).value);
      });
      expect(shifts.reduce((sum, share) => sum + share, 0)).toBeLessThan(0.001);
    });
});

test('the automatic dark mode of Chrome on Android changes no color', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const browser = await page.context().newCDPSession(page);
  for (const section of ['#process', '#faqs']) {
    const photograph = () => page.locator(section).screenshot();
    const before = await photograph();
    await browser.send('Emulation.setAutoDarkModeOverride', { enabled: true });
    await nextFrame(page);
    expect(before.equals(await photograph()), section).toBe(true);
    await browser.send('Emulation.setAutoDarkModeOverride', {});
  }
});
