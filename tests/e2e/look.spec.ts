import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { TEXT_FIELD_NAMES } from '../../src/demo-request/fields.ts';
import { listen } from '../../tools/start/listen.ts';
import { film } from '../support/film.ts';
import { addStyles } from '../support/pixels.ts';
import { unfocusableScrollers, visibleTexts, type Box, type VisibleText } from '../support/texts.ts';
import {
  SLOW,
  classOfFadedAncestor,
  expect,
  fillDemoForm,
  menuButton,
  menuLink,
  nextFrame,
  slowAnimations,
  slowElsewhere,
  test,
  newPerson,
  waitUntilHydrated,
} from '../support/site.ts';
import { SITE_DIR } from '../support/serve-site.ts';
import { FIELD_LABELS, PATHS, demo, home, inbound, site } from '../support/words.ts';

const PAGES = [...PATHS, '/nobody-lives-here'];
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

/** How long the slow connection's server holds back the rest of the page: time for many frames. */
const STALL_MS = 500;

/** Serves a page of the site whose connection stalls right before the given markup. */
async function serveStalling(file: string, mark: string) {
  const html = await readFile(join(SITE_DIR, file), 'utf8');
  const middle = html.indexOf(mark);
  const server = createServer(async (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.write(html.slice(0, middle));
    await setTimeout(STALL_MS);
    response.end(html.slice(middle));
  });
  return listen(server, 0);
}

/** More space in the text than its author gave it: WCAG 2.2, 1.4.12. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** The ways in which a visitor may enlarge the text, each with the widths at which it must still fit. */
const ENLARGED: { how: string; css: string; sizes: readonly (readonly [number, number])[] }[] = [
  { how: 'as designed', css: '', sizes: SIZES },
  { how: 'spaced, everything open', css: TEXT_SPACING, sizes: SIZES },
  {
    how: 'root font at 200 %',
    css: ':root { font-size: 200% }',
    sizes: [
      [390, 800],
      [1280, 800],
    ],
  },
];

type Line = Omit<VisibleText, 'lines'> & { readonly box: Box };

/** A line's box is taller than its letters: the upper edge of capitals, and the lower edge of descenders. */
const head = ({ box, fontSize }: Line) => box.top + 0.2 * fontSize;
const foot = ({ box, fontSize }: Line) => box.bottom - 0.1 * fontSize;

/** What does not fit: the page scrolls sideways, or a box around a text cuts it off. */
async function clipped(page: Page): Promise<string[]> {
  const texts = (await visibleTexts(page.locator('body'))).filter(
    ({ isCut, isInMarqueeOrSkipLink }) => isCut && !isInMarqueeOrSkipLink,
  );
  const scrolls = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  return [...(scrolls ? ['the page scrolls sideways'] : []), ...texts.map(({ text }) => text)];
}

/** Errors in the layout of texts: bad line breaks in headings, cut off, small, outside the window, overlapping. */
async function misplacedText(page: Page, isSpaced: boolean): Promise<string[]> {
  const texts = (await visibleTexts(page.locator('body'))).filter(
    ({ isInMarqueeOrSkipLink }) => !isInMarqueeOrSkipLink,
  );
  const lines: Line[] = texts.flatMap(({ lines: boxes, ...text }) =>
    boxes.map((box) => Object.assign({ box }, text)),
  );
  const { width, scrolls } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    scrolls: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  }));
  const cut = texts.filter(({ isCut }) => isCut).map(({ text }) => `cut off: ${text}`);
  const small = lines.filter(({ fontSize }) => fontSize < 14).map(({ text }) => `under 14 px: ${text}`);
  const outside = lines
    .filter(({ box }) => box.left < -1 || box.right > width + 1)
    .map(({ text }) => `out of the window: ${text}`);
  const overlapping = lines.flatMap((one, index) =>
    lines.slice(index + 1).flatMap((other) => {
      if (one.block === other.block || one.isInHeader !== other.isInHeader) return [];
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(foot(one), foot(other)) - Math.max(head(one), head(other));
      const isOver = across > 2 && down > 2;
      return isOver ? [`on each other: ${one.text} / ${other.text}`] : [];
    }),
  );
  const badLineBreaks = await page.locator('h1, h2, h3').evaluateAll(
    (headings, mayEndInOneWord) =>
      headings.flatMap((heading) => {
        const text = heading.firstChild;
        if (!(text instanceof Text) || !heading.checkVisibility()) return [];
        const words = [...text.data.matchAll(/\S+/g)].map(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return { word, boxes: [...range.getClientRects()] };
        });
        const last = words.at(-1)?.boxes[0];
        const onLastLine = words.filter(({ boxes }) => boxes[0]?.top === last?.top);
        const isOrphan =
          words.length > 3 && onLastLine.length === 1 && last && last.width < heading.clientWidth / 6;
        return [
          ...words.filter(({ boxes }) => boxes.length > 1).map(({ word }) => `broken word: ${word}`),
          ...(isOrphan && !mayEndInOneWord ? [`orphan: ${text.data.trim()}`] : []),
        ];
      }),
    isSpaced,
  );
  return [
    ...badLineBreaks,
    ...cut,
    ...small,
    ...(scrolls ? ['scrolls sideways'] : []),
    ...outside,
    ...overlapping,
  ];
}

for (const path of PAGES) {
  test(`${path} loses no text at any width, zoomed or spaced`, slowElsewhere(path), async ({ page }) => {
    await page.goto(path);
    for (const { how, css, sizes } of ENLARGED) {
      const putBack = await addStyles(page, css);
      if (css === TEXT_SPACING)
        await page
          .locator('main details')
          .evaluateAll((all) => all.forEach((one) => one.toggleAttribute('open', true)));
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        const errors = sizes === SIZES ? await misplacedText(page, css !== '') : await clipped(page);
        expect.soft(errors, `${how}, ${width} px`).toEqual([]);
      }
      await putBack();
    }
  });
}

for (const path of ['/inbound-voice-agents', '/outbound-voice-agents'])
  test(`with more space in the text, cards and menu of ${path} can be scrolled`, SLOW, async ({ page }) => {
    await page.goto(path);
    await addStyles(page, TEXT_SPACING);
    for (const summary of await page.locator('main summary').all()) await summary.click();
    for (const [width, height] of [SIZES[0], SIZES[2]]) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => unfocusableScrollers(page), `${width} px`).toEqual([]);
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
  for (const [width, height] of [SIZES[0], SIZES[2]]) {
    await page.setViewportSize({ width, height });
    await page.goto('/request-demo');
    await addStyles(page, TEXT_SPACING);
    await page.getByRole('button', { name: demo.form.submit }).click();
    await expect(page.getByText(demo.form.consentRequired)).toBeVisible();
    expect.soft(await clipped(page), `${width} px, errors`).toEqual([]);
    await fillDemoForm(page, newPerson());
    await page.getByRole('button', { name: demo.form.submit }).click();
    await expect(page.getByRole('alert').getByText(demo.form.banner)).toBeInViewport({ ratio: 1 });
    expect.soft(await clipped(page), `${width} px, banner`).toEqual([]);
  }
});

test('a visitor sees headline, button, the caller’s lit room and the pilot light without scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/');
  for (const seen of [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('main').getByRole('link', { name: home.hero.demoLabel }),
    page.locator('.hero .lit').filter({ visible: true }),
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
  await expect(page.getByRole('textbox', { name: FIELD_LABELS.fullName, exact: true })).toBeInViewport({
    ratio: 1,
  });
  const { y = 0, height = 0 } = (await button.boundingBox()) ?? {};
  expect(y + height, 'the end of the button').toBeLessThan((1.4 + 0.1 * furtherRows) * 844);
});

test('a clock begins where its heading does, and on a phone the last buttons stand under their sentence', async ({
  page,
}) => {
  await page.goto('/');
  for (const section of ['#process', '#faqs']) {
    const text = page.locator(`${section} .log-call`);
    const clock = page.locator(`${section} .time`);
    const [at, below] = await Promise.all([clock.boundingBox(), text.boundingBox()]);
    // The figure's own side bearing makes up for the difference.
    expect.soft(Math.abs(at!.x - below!.x), section).toBeLessThan(6);
    expect.soft(at!.y + at!.height, `${section}, above its text`).toBeLessThanOrEqual(below!.y);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const sentence = await page.locator('#contact .lead').boundingBox();
  const button = await page
    .locator('#contact')
    .getByRole('link', { name: home.contact.demoLabel })
    .boundingBox();
  expect(button!.y - sentence!.y - sentence!.height).toBeLessThan(40);
});

for (const path of ['/inbound-voice-agents', '/outbound-voice-agents']) {
  test(`${path} shows each use case whole on a common phone, a tablet and a laptop`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('details .use-case-body')).not.toHaveCount(0);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const cut = await page.locator('details.use-case').evaluateAll((cards) => {
        for (const card of cards) card.toggleAttribute('open', true);
        return cards
          .map((card) => card.querySelector('.use-case-body'))
          .filter((body) => body && body.scrollHeight > body.clientHeight)
          .map((body) => body?.textContent);
      });
      expect.soft(cut, `${width} px`).toEqual([]);
    }
  });
}

test('every row of the form is full, however many fields it has', async ({ page }) => {
  await page.goto('/request-demo');
  // React removes what hydration finds added.
  await waitUntilHydrated(page, 'DemoForm');
  for (const added of [0, 1, 2]) {
    const inputs = await page.evaluate((isMore) => {
      const last = [...document.querySelectorAll('form input:not([type="checkbox"])')].at(-1)!.closest('div');
      if (isMore) last?.after(last.cloneNode(true));
      return Array.from(
        document.querySelectorAll<HTMLInputElement>('form input:not([type="checkbox"])'),
        (input) => {
          const { top, left, right } = input.getBoundingClientRect();
          return { name: input.name, top, left, right };
        },
      );
    }, added > 0);
    const [left, right] = [inputs[0]!.left, Math.max(...inputs.map((input) => input.right))];
    for (let index = 0; index < inputs.length; index += 2) {
      const [one, other] = [inputs[index]!, inputs[index + 1] ?? inputs[index]!];
      expect(
        other.top - one.top,
        `how many pixels "${other.name}" stands lower than "${one.name}" beside it, with ${added} more`,
      ).toBe(0);
      expect([one.left, other.right], `"${one.name}" and "${other.name}" fill the row`).toEqual([
        left,
        right,
      ]);
    }
  }
});

test('a printed button is an outline in black', async ({ page }) => {
  await page.goto('/support-packages');
  await page.emulateMedia({ media: 'print' });
  const button = page.getByRole('main').getByRole('link', { name: home.hero.bookLabel }).first();
  await expect(button).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(button).toHaveCSS('color', 'rgb(0, 0, 0)');
});

test('a card that opens leaves the ones in the other column where they are', async ({ page }) => {
  const { items: cards } = inbound.useCases;
  await page.goto('/inbound-voice-agents');
  const neighbor = page.getByText(cards.at(-1)!.title);
  const placeInPage = () => neighbor.evaluate((title) => title.getBoundingClientRect().top + scrollY);
  const before = await placeInPage();
  await page.getByText(cards[0]!.title).click();
  await expect(page.getByText(cards[0]!.description)).toBeVisible();
  expect(await placeInPage()).toBe(before);
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the splash covers the first frame when the connection stalls behind it', async ({ page }) => {
    test.skip(!site.splash, 'the content has no splash');
    const slow = await serveStalling('index.html', '</main>');
    try {
      await page.addInitScript(() => {
        const look = () => {
          // Before the content is parsed, a frame has nothing to cover.
          if (!document.querySelector('main')) {
            requestAnimationFrame(look);
            return;
          }
          const splash = document.querySelector('.splash');
          const isCovered = splash?.checkVisibility({ visibilityProperty: true }) ?? false;
          document.documentElement.dataset['covered'] = String(isCovered);
        };
        requestAnimationFrame(look);
      });
      await page.goto(slow.url, { waitUntil: 'commit' });
      await expect(page.locator('html')).toHaveAttribute('data-covered', 'true');
    } finally {
      await slow.close();
    }
  });

  test('the splash’s words fit on the narrowest phone', async ({ page }) => {
    test.skip(!site.splash, 'the content has no splash');
    await page.setViewportSize({ width: 320, height: 640 });
    await slowAnimations(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('.splash')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const ends = await page.locator('.splash-words > span').evaluateAll((words) =>
      words.map((word) => {
        const range = document.createRange();
        range.selectNodeContents(word);
        return range.getBoundingClientRect().right;
      }),
    );
    expect(ends).toHaveLength(site.splash?.words.length ?? 0);
    expect(Math.max(...ends)).toBeLessThanOrEqual(300);
  });

  test('headline and lead are never transparent, the splash over them or not', async ({ page }) => {
    const hero = page.locator('.hero');
    const faded = () =>
      Promise.all([hero.getByRole('heading'), hero.locator('.lead')].map(classOfFadedAncestor));
    await slowAnimations(page);
    await page.goto('/');
    if (site.splash) await expect(page.locator('.splash')).toBeVisible();
    expect(await faded()).toEqual(['', '']);
    await page.keyboard.press('Enter');
    await expect(page.locator('.splash')).toHaveCount(0);
    expect(await faded()).toEqual(['', '']);
  });

  test('the drawing’s voice line moves, but not on the page for unknown addresses', async ({ page }) => {
    const frames = await film(page, () => {
      const voice = document.querySelector('.house :is(.voice, .silence)');
      return { voice: voice && Object.values({ ...getComputedStyle(voice) }).join() };
    });
    const looks = async () => (await frames()).flatMap(({ voice }) => voice ?? []);
    await page.goto('/');
    await expect.poll(async () => new Set(await looks()).size).toBeGreaterThan(2);
    await page.goto('/nobody-lives-here');
    await expect.poll(async () => (await looks()).length).toBeGreaterThan(10);
    expect(new Set(await looks()).size).toBe(1);
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
      await expect(page.locator('.splash')).toHaveCount(0);
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
