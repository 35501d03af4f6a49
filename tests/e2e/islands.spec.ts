import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { CONSTANTS } from '../../tools/specification.ts';
import { addStyles } from '../support/contrast.ts';
import {
  distanceToTarget,
  expect,
  goToSection,
  holdScripts,
  menuButton,
  menuLink,
  test,
  translate,
  nextFrame,
  slowMotion,
  hydrated,
  island,
} from '../support/site.ts';
import { ANY_SECTION, errorPage, home, site } from '../support/words.ts';

/** The root font size that browsers start with. */
const PX_PER_REM = 16;

const NARROW = { width: CONSTANTS.NARROW_BREAKPOINT_PX - 1, height: 800 };

test.use({ splashSeen: true });

const menuLinks = (page: Page) => page.locator('#menu-panel').getByRole('link');
const marqueeOf = (page: Page) => island(page, 'Marquee').locator('> div');

/** Records the scroll position at which a section is focused, in pixels, and how long `after` parsing, in milliseconds. */
async function recordFocus(page: Page): Promise<() => Promise<{ top: number; after: number }>> {
  await page.addInitScript(() =>
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element && target.matches('section'))) return;
      const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const after = performance.now() - arrival!.domInteractive;
      Object.assign(window, { atFocus: { top: scrollY, after } });
    }),
  );
  return () => page.evaluate('window.atFocus');
}

test('the menu opens, closes and gives focus back while its script is blocked', async ({ page }) => {
  await page.route('**/_astro/*.js', (route) => route.abort());
  await page.goto('/');
  for (const close of [
    // A point of the page outside the panel.
    () => page.mouse.click(300, 500),
    () => menuButton(page).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await menuButton(page).click();
    await expect(menuLinks(page).first()).toBeVisible();
    await close();
    await expect(menuLinks(page).first()).toBeHidden();
  }
  await expect(menuButton(page)).toBeFocused();
});

test('the menu hydrates open and focused, closes when left, and marks the section', async ({ page }) => {
  const release = await holdScripts(page, 'Menu');
  await page.goto('/');
  await menuButton(page).click();
  await page.keyboard.press('Tab');
  await expect(menuLinks(page).first()).toBeFocused();
  release();
  await hydrated(page, 'Menu');
  await expect(menuLinks(page).first()).toBeFocused();
  await expect(menuLinks(page).first()).toBeVisible();
  await menuLinks(page).last().focus();
  await page.keyboard.press('Tab');
  await expect(menuLinks(page).first()).toBeHidden();

  await page.locator(ANY_SECTION).evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
  await menuButton(page).click();
  await expect(menuLink(page, `/${ANY_SECTION}`)).toHaveAttribute('aria-current', 'location');
  await expect(page.locator('#menu-panel [aria-current]')).toHaveCount(1);
});

test('the menu closes on picking a section: page, address and focus go there at once', async ({ page }) => {
  const atFocus = await recordFocus(page);
  // The visitor comes from an advertisement, whose query has to stay: without it, the page would reload.
  await page.goto('/?utm_source=ad');
  const documentBefore = await page.evaluateHandle(() => document);
  await menuButton(page).click();
  // This opens a new tab, which Playwright does not always report; in the first one, nothing changes.
  await menuLink(page, `/${ANY_SECTION}`).click({ modifiers: ['ControlOrMeta'] });
  await expect(menuLinks(page).first()).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await menuLink(page, `/${ANY_SECTION}`).click();
  await expect(menuLinks(page).first()).toBeHidden();
  await expect(page).toHaveURL(`/?utm_source=ad${ANY_SECTION}`);
  await expect(page.locator(ANY_SECTION)).toBeFocused();
  await expect.poll(() => distanceToTarget(page, ANY_SECTION)).toBeLessThan(2);
  expect((await atFocus()).top, 'with reduced motion, it does not scroll smoothly').toBeGreaterThan(0);
  expect(await documentBefore.evaluate((one) => one.defaultView !== null), 'no reload').toBe(true);
  await page.goBack();
  await expect(page).toHaveURL(/\/\?utm_source=ad$/);
});

test('Book a Call closes the menu and opens the booking page in a new tab', async ({ page }) => {
  await page.goto('/');
  await menuButton(page).click();
  await page.context().route(site.bookingPage, (route) => route.fulfill());
  const popup = page.waitForEvent('popup');
  await menuLinks(page).filter({ hasText: site.menu.bookLabel }).click();
  await expect(await popup).toHaveURL(site.bookingPage);
  await expect(menuLinks(page).first()).toBeHidden();
});

test('the menu leads from another page home, and after a delay to the section', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/support-packages');
  const atFocus = await recordFocus(page);
  await goToSection(page, `/${ANY_SECTION}`);
  await expect(page).toHaveURL(`/${ANY_SECTION}`);
  await expect(page.locator(ANY_SECTION)).toBeFocused();
  const { top, after } = await atFocus();
  // The section is focused right after the call that scrolls: a smooth scroll has not moved the page yet.
  expect(top, 'it scrolls smoothly').toBe(0);
  expect(after).toBeGreaterThanOrEqual(CONSTANTS.SECTION_SCROLL_DELAY_MS);
  await expect(page.locator(ANY_SECTION).getByRole('heading').first()).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL(/\/support-packages$/);
});

for (const { what, path, name } of [
  { what: 'answers', path: '/', name: 'FaqAccordion' },
  { what: 'use-case cards', path: '/inbound-voice-agents', name: 'UseCaseCards' },
])
  test(`several ${what} open independently, and stay open when they hydrate`, async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto(path);
    const items = island(page, name).locator('details');
    const bodyOf = (index: number) => items.nth(index).locator('summary + *');
    // The first answer is open from the start.
    for (const index of [1, 3]) await items.nth(index).locator('summary').click();
    release();
    await hydrated(page, name);
    for (const index of [1, 3]) await expect(bodyOf(index)).toBeVisible();
    await expect(bodyOf(2)).toBeHidden();
    await items.nth(1).locator('summary').click();
    await expect(bodyOf(1)).toBeHidden();
    await expect(bodyOf(3)).toBeVisible();
  });

test('the answers stay open by a reload and Back, opened by whatever, hydrated or not', async ({ page }) => {
  const release = await holdScripts(page);
  const answers = page.locator('#faqs details');
  const open = () => answers.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open));
  const atFirst = async () => {
    await page.goto('/');
    return open();
  };
  const expected = await atFirst();
  const flip = (index: number) => (expected[index] = !expected[index]);
  for (const index of [0, 2]) {
    await answers.nth(index).locator('summary').click();
    flip(index);
  }
  // Find-in-page opens an answer like this.
  await answers.nth(4).evaluate((one) => one.setAttribute('open', ''));
  expected[4] = true;
  await expect.poll(() => page.evaluate(() => history.state?.answers)).toEqual(expected);
  await page.reload();
  expect(await open(), 'before anything has hydrated').toEqual(expected);

  release();
  await answers.nth(1).locator('summary').hover();
  await hydrated(page, 'FaqAccordion');
  await answers.nth(1).locator('summary').click();
  flip(1);
  await expect.poll(open).toEqual(expected);
  // A link to a section makes another entry.
  await goToSection(page, `/${ANY_SECTION}`);
  await expect(page).toHaveURL(`/${ANY_SECTION}`);
  await page.goto('/support-packages');
  await page.goBack();
  await expect(page).toHaveURL(`/${ANY_SECTION}`);
  expect(await open()).toEqual(expected);
});

/** Has the browser say that it lacks a feature of CSS. */
const denySupportOf = (page: Page, feature: string) =>
  page.addInitScript((denied) => {
    const { supports } = CSS;
    CSS.supports = (...query: string[]) =>
      !query[0]!.includes(denied) && (supports as (...args: string[]) => boolean)(...query);
  }, feature);

test('without motion an answer opens at once, with motion its height moves', async ({ page }) => {
  await denySupportOf(page, 'interpolate-size');
  await page.goto('/');
  // The browser has it all the same: its own transition must not move the height in place of the island.
  await addStyles(page, '.faq::details-content { transition: none !important }');
  const answer = page.locator('#faqs details').nth(2);
  const summary = answer.locator('summary');
  const moves = () => answer.evaluate((one) => one.getAnimations().length);
  await summary.hover();
  await hydrated(page, 'FaqAccordion');
  const closed = (await answer.boundingBox())!.height;
  await summary.click();
  await expect(answer).toHaveAttribute('open');
  expect(await moves()).toBe(0);
  const opened = (await answer.boundingBox())!.height;
  await summary.click();
  await expect(answer).not.toHaveAttribute('open');

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await slowMotion(page, 0.1);
  const height = async () => (await answer.boundingBox())!.height;
  await summary.click();
  expect(await height()).toBeLessThan(opened);
  await expect.poll(height).toBe(opened);
  await summary.click();
  expect(await height()).toBeGreaterThan(closed);
  await expect(answer, 'what closes is seen until it has').toHaveAttribute('open');
  await expect(answer).not.toHaveAttribute('open');
  expect(await height()).toBe(closed);
});

test('where a tap outside does not close a popover, the menu closes it', async ({ page }) => {
  await page.goto('/');
  await menuButton(page).hover();
  await hydrated(page, 'Menu');
  await menuButton(page).click();
  await expect(menuLinks(page).first()).toBeVisible();
  // The browser itself closes it on a real press alone.
  await page.getByRole('main').dispatchEvent('pointerup', { pointerType: 'touch' });
  await expect(menuLinks(page).first()).toBeHidden();
});

test('on paper all answers and use cases are open, and closed again after', async ({ page }) => {
  await denySupportOf(page, '::details-content');
  for (const path of ['/', '/inbound-voice-agents']) {
    await page.goto(path);
    const items = page.locator('main details');
    const open = () => items.evaluateAll((all) => all.map((one) => one.hasAttribute('open')));
    const before = await open();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await open()).toEqual(before.map(() => true));
    await nextFrame(page);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await open()).toEqual(before);
    await page.reload();
    expect(await open(), 'none of it is kept').toEqual(before);
  }
});

test('use cases stand one below another on paper, as WebKit prints a second column outside the sheet', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/inbound-voice-agents');
  const cards = page.locator('#use-cases details');
  const lefts = await cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  expect(new Set(lefts).size).toBe(1);
});

for (const path of ['/inbound-voice-agents', '/outbound-voice-agents'])
  test(`every use case of ${path} can be read on a small phone, or shows that it scrolls`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(path);
    for (const card of await page.locator('#use-cases details').all()) {
      await card.locator('summary').click();
      const body = card.locator('.body');
      const isWhole = () => body.evaluate((text) => text.scrollHeight <= text.clientHeight + 1);
      // A description of up to 200 characters fits; an owner's may be longer.
      if ((await body.innerText()).length <= 200) expect(await isWhole(), await body.innerText()).toBe(true);
      // The pixel is at the lower edge, beside the text: it is darker while there is more below.
      const color = async () => {
        const clip = await body.evaluate((text) => {
          text.scrollIntoView({ block: 'center', behavior: 'instant' });
          const { left, bottom } = text.getBoundingClientRect();
          return { x: left + 3, y: bottom - 3, width: 1, height: 1 };
        });
        return [
          ...(await sharp(await page.screenshot({ clip }))
            .removeAlpha()
            .raw()
            .toBuffer()),
        ];
      };
      const plain = await color();
      // A difference of up to 8 of 255 may be rounding.
      const isShaded = async () =>
        (await color()).some((value, index) => Math.abs(value - plain[index]!) > 8);
      await body.evaluate((text) => text.append(text.textContent!.repeat(2)));
      expect(await isWhole()).toBe(false);
      expect(await isShaded(), 'where more follows').toBe(true);
      await body.evaluate((text) => text.scrollTo({ top: 10_000, behavior: 'instant' }));
      expect(await isShaded(), 'at its end').toBe(false);
    }
  });

test('a use-case card grows up to a maximum height, and then scrolls by keyboard', async ({ page }) => {
  await page.goto('/inbound-voice-agents');
  const card = page.locator('main details').first();
  const body = card.locator('> p');
  await card.locator('summary').click();
  await hydrated(page, 'UseCaseCards');
  await expect(body).not.toHaveAttribute('tabindex');
  await body.evaluate((text) => text.append(text.textContent!.repeat(9)));
  // Chromium makes a scroll container focusable by itself; Safari needs the attribute.
  await expect(body).toHaveAttribute('tabindex', '0');
  await expect
    .poll(async () => (await card.boundingBox())?.height)
    .toBe(CONSTANTS.USE_CASE_MAX_HEIGHT_REM * PX_PER_REM);
});

/** How fast each row of the marquee moves, in percent of the width of one list per second; negative to the left. */
const velocities = (page: Page) =>
  marqueeOf(page)
    .locator('[class*=row_]')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const [animation] = row.getAnimations();
        if (animation?.playState !== 'running') return 0;
        const positionAt = (time: number) => {
          animation.currentTime = time;
          return row.getBoundingClientRect().left;
        };
        // A row has its list twice, so that one follows the other without a gap.
        const width = row.getBoundingClientRect().width / 2;
        return ((positionAt(1000) - positionAt(0)) / width) * 100 * animation.playbackRate;
      }),
    );

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the marquee is two opposed rows without gaps, on narrow screens alone', async ({ page }) => {
    await page.goto('/');
    const marquee = marqueeOf(page);
    await expect(marquee).toBeHidden();
    await page.setViewportSize(NARROW);
    await expect(marquee).toBeVisible();
    const [first = 0, second = 0] = await velocities(page);
    expect(Math.abs(first)).toBeCloseTo(CONSTANTS.MARQUEE_VELOCITIES[0], 1);
    expect(Math.abs(second)).toBeCloseTo(CONSTANTS.MARQUEE_VELOCITIES[1], 1);
    expect(Math.sign(first)).toBe(-Math.sign(second));

    const list = await marquee.locator('ul').first().boundingBox();
    expect(list!.width, 'no gap').toBeGreaterThanOrEqual(NARROW.width);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(marquee.getByRole('listitem')).toHaveCount(home.marquee.keywords.length);
    expect((await velocities(page))[0], 'a plain list without motion').toBe(0);
  });

  test('the marquee hydrates paused on a translated page, and speeds up by scrolling', async ({ page }) => {
    const release = await holdScripts(page);
    await page.setViewportSize(NARROW);
    await page.goto('/');
    const marquee = marqueeOf(page);
    const pause = page.getByRole('checkbox', { name: /pause/i });
    await translate(marquee);
    await pause.press('Space');
    expect(await velocities(page)).toEqual([0, 0]);
    await marquee.scrollIntoViewIfNeeded();
    // The first scroll hydrates it.
    await page.mouse.wheel(0, 20);
    release();
    await hydrated(page, 'Marquee');
    await expect(pause).toBeChecked();
    expect(await velocities(page)).toEqual([0, 0]);
    await pause.press('Space');

    // A phone is turned and turned back: in between, the marquee is hidden.
    await page.setViewportSize({ width: CONSTANTS.NARROW_BREAKPOINT_PX, height: 800 });
    await expect(marquee).toBeHidden();
    await page.setViewportSize(NARROW);
    const velocity = async () => Math.abs((await velocities(page))[0]!);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 15);
        return velocity();
      })
      .toBeGreaterThan(CONSTANTS.MARQUEE_VELOCITIES[0] * 1.05);
    await expect.poll(velocity).toBeCloseTo(CONSTANTS.MARQUEE_VELOCITIES[0], 1);
  });

  test('the glow lights the drawing at the pointer, in the hero alone, and with motion', async ({ page }) => {
    // The window is high enough for the hero of a long headline.
    await page.setViewportSize({ width: 1280, height: 1100 });
    await page.goto('/');
    await page.mouse.move(300, 300);
    await hydrated(page, 'CursorGlow');
    const glow = island(page, 'CursorGlow').locator('> div');
    // A few pixels of the drawn street, beneath the card of the example call.
    const paper = (await page.locator('.hero .paper').first().boundingBox())!;
    const [x, y] = [paper.x, paper.y + paper.height];
    const street = () => page.screenshot({ clip: { x: x + 6, y: y + 10, width: 4, height: 4 } });
    const unlit = await street();
    await page.mouse.move(x + 40, y);
    await expect.poll(async () => unlit.equals(await street())).toBe(false);

    const center = () =>
      glow.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [Math.round(left + width / 2), Math.round(top + height / 2)];
      });
    await page.mouse.move(400, 350);
    await expect.poll(center).toEqual([400, 350]);
    // The pointer keeps still, and the hero moves away under it.
    await page.evaluate(() => scrollBy({ top: 200, behavior: 'instant' }));
    await expect.poll(center).toEqual([400, 350]);
    await page.locator('#benefits').hover({ position: { x: 20, y: 300 } });
    await expect(glow).toBeHidden();

    await page.locator('#hero').hover();
    await expect(glow).toBeVisible();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(glow).toBeHidden();
  });
});

// The island reads this property of this object as it hydrates: here reading it throws.
for (const [name, path, trigger, object, property] of [
  ['UseCaseCards', '/inbound-voice-agents', 'main summary', 'window', 'ResizeObserver'],
  ['Menu', '/', 'nav button', 'HTMLAnchorElement.prototype', 'hash'],
  // It hydrates by itself, once the page has loaded.
  ['DemoForm', '/request-demo', undefined, 'document', 'activeElement'],
] as const)
  test(`an island that throws (${name}) shows what, and the rest stays usable`, async ({ page }) => {
    const getter = `{ get() { throw new Error('It is out of order.'); } }`;
    await page.addInitScript(`Object.defineProperty(${object}, '${property}', ${getter})`);
    await page.goto(path);
    if (trigger) await page.locator(trigger).first().focus();
    const alert = page.getByRole('alert').filter({ hasText: errorPage.heading });
    await expect(alert.getByRole('heading')).toBeVisible();
    await expect(alert.getByRole('paragraph')).toHaveText('It is out of order.');
    // The last question: the first is open.
    const [usable, shown] =
      name === 'Menu'
        ? [page.locator('#faqs summary').last(), page.locator('#faqs summary + div').last()]
        : [menuButton(page), menuLinks(page).first()];
    await usable.click();
    await expect(shown).toBeVisible();
  });

test('an island whose script did not load is logged, and hydrates on the next trigger', async ({ page }) => {
  const script = '**/_astro/UseCaseCards*.js*';
  await page.route(script, (route) => route.fulfill({ status: 404 }));
  const logged = page.waitForEvent('console', (message) => message.text().includes('UseCaseCards'));
  await page.goto('/inbound-voice-agents');
  const card = page.locator('main details').first();
  await card.locator('summary').click();
  await logged;
  await expect(card.locator('p')).toBeVisible();
  await page.unroute(script);
  // The pointer leaves, and enters again.
  await page.getByRole('heading', { level: 1 }).hover();
  await card.locator('summary').hover();
  await hydrated(page, 'UseCaseCards');
});

test('a press anywhere on a service opens its page at its top, with a view transition', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) =>
      Object.assign(window, { hasTransition: Boolean(viewTransition) }),
    );
  });
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/');
    const service = page.locator('#services li').first();
    await service.click({ position: { x: 60, y: 60 } });
    await expect(page).toHaveURL(home.services.items[0]!.link);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const hasTransition = () => page.evaluate('window.hasTransition');
    await expect.poll(hasTransition).toBe(reducedMotion === 'no-preference');
  }
});
