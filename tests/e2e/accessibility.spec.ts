import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { contrast } from '../support/contrast.ts';
import { TEXT_SPACING, addStyles, faintTexts, readPicture, unseenTexts } from '../support/pixels.ts';
import { DEMO, FIELDS, MESSAGES, NAVIGATION, PATHS, demo, itemTo, site } from '../support/words.ts';
import { visibleTexts } from '../support/texts.ts';
import { expect, fillDemoForm, test, visitor } from '../support/site.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** CSS pixels; 320 is also what 1280 become at 400 % zoom. */
const WIDTHS = [320, 768, 1280] as const;
const MODES = {
  default: { reducedMotion: 'no-preference', forcedColors: 'none' },
  'reduced motion': { reducedMotion: 'reduce', forcedColors: 'none' },
  'forced colors': { reducedMotion: 'reduce', forcedColors: 'active' },
} as const;

/** Opens a page as on a second visit, every section seen once. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => sessionStorage.setItem('splash', 'seen'));
  await page.goto(path);
  for (const section of await page.locator('main [data-reveal]').all()) {
    // Not by scrollIntoView, from which Chrome 150 lets the Tab key start.
    await section.evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      scrollTo({ top: scrollY + top - innerHeight / 4, behavior: 'instant' });
    });
    await expect(section).toHaveAttribute('data-reveal', 'shown');
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}

/** Finishes every animation that is not infinite. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  });
}

/** Descriptions that scroll and cannot be scrolled by keyboard, after the cards have adapted to a new width. */
const unreachable = (page: Page) =>
  page.locator('.use-case-body').evaluateAll((bodies) =>
    bodies
      .filter((body) => body.checkVisibility() && body.scrollHeight > body.clientHeight)
      .filter((body) => (body as HTMLElement).tabIndex !== 0)
      .map((body) => body.textContent),
  );

const isUndecided = ({ id }: { id: string }) => id === 'color-contrast';

/**
 * Asserts that axe finds nothing in this state of the page, at any width and in any mode. Where it cannot judge a
 * contrast, pixels do: on the narrowest screen, and at every width in forced colors, which it does not
 * see.
 */
async function expectNothingFound(
  page: Page,
  state: string,
  { within, widths = WIDTHS }: { within?: string; widths?: readonly number[] } = {},
): Promise<void> {
  for (const [mode, media] of Object.entries(MODES)) {
    await page.emulateMedia(media);
    // Once animations are finished, reduced motion differs only in the marquee, which only narrow screens have.
    for (const width of mode === 'reduced motion' ? widths.slice(0, 1) : widths) {
      await page.setViewportSize({ width, height: 800 });
      await comeToRest(page);
      await expect.poll(() => unreachable(page)).toEqual([]);
      const here = `${state}, ${mode}, ${width} px`;
      const axe = new AxeBuilder({ page }).withTags(RULES).setLegacyMode();
      if (within) axe.include(within);
      const { violations, incomplete } = await axe.analyze();
      const isForced = mode === 'forced colors';
      const found = violations.filter(({ id }) => !(isForced && id === 'color-contrast'));
      expect
        .soft(
          found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
          here,
        )
        .toEqual([]);

      const undecided = [...(isForced ? violations : []), ...incomplete].filter(isUndecided);
      const selectors = undecided.flatMap(({ nodes }) => nodes.flatMap(({ target }) => target.map(String)));
      expect
        .soft(
          incomplete.filter((result) => !isUndecided(result)).map(({ id }) => id),
          `undecided: ${here}`,
        )
        .toEqual([]);
      if (selectors.length === 0 || mode === 'default') continue;
      const texts = page.locator(selectors.join(', '));
      const faint = await (isForced ? unseenTexts(page, texts) : faintTexts(page, texts));
      expect.soft(faint, `contrast: ${here}`).toEqual([]);
    }
  }
}

const menuButton = (page: Page) =>
  page.getByRole('navigation', { name: NAVIGATION.label }).getByRole('button');

test.describe('axe finds nothing', () => {
  test.describe.configure({ timeout: 300_000 });

  for (const path of [...PATHS, '/no-such-page']) {
    test(`on ${path}, with the menu closed and open, and everything that opens open`, async ({ page }) => {
      await arrive(page, path);
      await expectNothingFound(page, 'at rest');

      // A phone has them all: some stand open in wider windows.
      await page.setViewportSize({ width: 320, height: 800 });
      const disclosures = await page.locator('main summary').all();
      if (disclosures.length > 0) {
        for (const disclosure of disclosures) await disclosure.click();
        await expect(page.locator('main details[open]')).toHaveCount(disclosures.length);
        await expectNothingFound(page, 'all open', { within: 'main', widths: [320, 1280] });
      }

      await menuButton(page).click();
      await expect(page.getByRole('link', { name: 'Process' }).first()).toBeVisible();
      // What lies under the panel cannot be read now, and need not be.
      await expectNothingFound(page, 'menu open', { within: '.header', widths: [320] });
    });
  }

  test('where the form cannot work: its script gone, or none at all', async ({ page, gateway }) => {
    const isGone = { does: 'answer', status: 404 } as const;
    await gateway.command('site', { fault: isGone, method: 'GET', path: '/DemoForm' });
    await arrive(page, '/request-demo');
    await expect(page.getByRole('alert').filter({ hasText: MESSAGES.fallbackHeading })).toBeVisible();
    await expectNothingFound(page, 'unavailable');

    // A page from which the scripts were taken: axe itself needs a browser that runs some.
    await page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue();
      const response = await route.fetch();
      const html = (await response.text()).replaceAll(/<script\b.*?<\/script>/gs, '');
      return route.fulfill({ response, body: html });
    });
    for (const path of ['/', '/request-demo']) {
      await page.goto(path);
      await expect(page.locator('html')).not.toHaveAttribute('data-script');
      await expectNothingFound(page, `${path} without script`, { widths: [320] });
    }
  });
});

/** Width of the area around an element in which its focus ring is drawn, in CSS pixels. */
const RING_ROOM = 8;

/** Whether the focus on the element shows: enough pixels around and in it differ clearly from what they are without. */
async function isFocusSeen(page: Page): Promise<boolean> {
  const box = await page.evaluate(() => {
    const active = document.activeElement;
    // The marquee's checkbox shows its focus on its label.
    const shown = active?.matches('.marquee-pause') ? active.nextElementSibling : active;
    const { x = 0, y = 0, width = 0, height = 0 } = shown?.getBoundingClientRect() ?? {};
    return { x, y, width, height };
  });
  const { width: pageWidth, height: pageHeight } = page.viewportSize() ?? { width: 0, height: 0 };
  const left = Math.max(0, Math.floor(box.x - RING_ROOM));
  const top = Math.max(0, Math.floor(box.y - RING_ROOM));
  const clip = {
    x: left,
    y: top,
    width: Math.min(pageWidth, Math.ceil(box.x + box.width + RING_ROOM)) - left,
    height: Math.min(pageHeight, Math.ceil(box.y + box.height + RING_ROOM)) - top,
  };
  if (clip.width <= 0 || clip.height <= 0) return false;
  const withFocus = await readPicture(await page.screenshot({ clip, animations: 'disabled' }));
  const putBack = await addStyles(
    page,
    '*, ::before, ::after { outline: none !important; transition: none !important }',
  );
  const without = await readPicture(await page.screenshot({ clip, animations: 'disabled' }));
  await putBack();
  let changed = 0;
  for (let y = 0; y < withFocus.height; y += 1)
    for (let x = 0; x < withFocus.width; x += 1)
      if (contrast(withFocus.at(x, y), without.at(x, y)) >= 3) changed += 1;
  // Half of a ring one pixel wide: a link of two lines has its ring in two pieces, and a window cuts some off.
  return changed >= box.width + box.height;
}

/** The focused element, and what covers it. */
function describeFocus(page: Page) {
  return page.evaluate(async () => {
    // The window follows the focus with the next picture.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const active = document.activeElement;
    if (!active || active === document.body) return undefined;
    const shown = active.matches('.marquee-pause') ? active.nextElementSibling : active;
    const name = `${active.tagName} ${(shown?.textContent ?? '').trim().slice(0, 40) || active.id}`;
    const { left, top, right, bottom } = (shown ?? active).getBoundingClientRect();
    const inset = 2;
    const points = [
      [left + inset, top + inset],
      [right - inset, top + inset],
      [left + inset, bottom - inset],
      [right - inset, bottom - inset],
      [(left + right) / 2, (top + bottom) / 2],
    ];
    const covering = points.flatMap(([x = 0, y = 0]) => {
      const over = document.elementFromPoint(x, y)?.closest('.header, .skip-link');
      return over && !over.contains(active) ? over.className : [];
    });
    const isOutside = top < -1 || bottom > innerHeight + 1 || left < -1 || right > innerWidth + 1;
    const isTaller = bottom - top > innerHeight;
    return { name, covering, isOutside: isOutside && !isTaller };
  });
}

test.describe('by keyboard alone a visitor', () => {
  test.describe.configure({ timeout: 180_000 });

  for (const path of [...PATHS, '/no-such-page']) {
    test(`reaches everything on ${path}, sees the focus at each step, and leaves at the end`, async ({
      page,
    }) => {
      for (const [width, height] of [
        [1280, 800],
        [320, 640],
      ] as const) {
        await page.setViewportSize({ width, height });
        await arrive(page, path);
        const reachable = await page
          .locator('a[href], button, summary, input, [tabindex="0"]')
          .evaluateAll((all) => all.filter((element) => element.checkVisibility()).length);
        const steps: string[] = [];
        const faults: string[] = [];
        for (;;) {
          await page.keyboard.press('Tab');
          const focus = await describeFocus(page);
          if (!focus || steps.length > reachable) break;
          steps.push(focus.name);
          if (focus.covering.length > 0) faults.push(`${focus.name} is under ${focus.covering[0]}`);
          if (focus.isOutside) faults.push(`${focus.name} is outside the window`);
          // A ring is drawn alike at every width.
          if (width > 320 && !(await isFocusSeen(page))) faults.push(`${focus.name} shows no focus`);
        }
        expect.soft(faults, `${width} px`).toEqual([]);
        expect.soft(steps, `${width} px`).toHaveLength(reachable);
        expect.soft(steps[0]).toContain(site.skipLink);
      }
    });
  }

  test('skips to the content, opens the menu, goes to the answers and reads one', async ({ page }) => {
    await arrive(page, '/support-packages');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();

    await page.keyboard.press('Shift+Tab');
    await expect(menuButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    const link = page
      .getByRole('navigation', { name: NAVIGATION.label })
      .getByRole('link', { name: itemTo('/#faqs') });
    // It comes after Home, Process and Services.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    expect(await isFocusSeen(page)).toBe(true);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/#faqs');
    await expect(page.locator('#faqs')).toBeFocused();

    await page.keyboard.press('Tab');
    await expect(page.locator('#faqs').getByRole('link')).toBeFocused();
    await page.keyboard.press('Tab');
    const question = page.locator('#faqs summary').first();
    await expect(question).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.locator('#faqs details').first().locator('p').first()).toBeVisible();
  });
});

/** What no longer fits: the page scrolls sideways, or text is clipped by a box around it. */
async function clipped(page: Page): Promise<string[]> {
  const texts = (await visibleTexts(page.locator('body'))).filter(
    ({ isCut, isMoving }) => isCut && !isMoving,
  );
  const scrolls = await page
    .locator('html')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  return [...(scrolls ? ['the page scrolls sideways'] : []), ...texts.map(({ text }) => text)];
}

test.describe('a visitor who enlarges the text', () => {
  const SIZES = [
    [320, 640],
    // A window of 1280 × 800 at 200 %.
    [640, 400],
  ] as const;

  for (const path of PATHS) {
    test(`loses nothing of ${path} with everything open`, async ({ page }) => {
      await page.goto(path);
      await addStyles(page, TEXT_SPACING);
      // A phone has them all: some stand open in wider windows.
      await page.setViewportSize({ width: 320, height: 640 });
      for (const disclosure of await page.locator('main summary').all()) await disclosure.click();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        expect.soft(await clipped(page), `${width} px, open`).toEqual([]);
        await expect.poll(() => unreachable(page), `${width} px: what does not fit scrolls`).toEqual([]);

        await menuButton(page).click();
        const links = page.getByRole('navigation', { name: NAVIGATION.label }).getByRole('link');
        await expect(links.last()).toBeVisible();
        for (const link of await links.all()) {
          await link.focus();
          await expect(link, `${width} px`).toBeInViewport({ ratio: 1 });
        }
        await page.keyboard.press('Escape');
      }
    });
  }

  test('loses nothing with the root font at 200 %, on a phone and on a computer', async ({ page }) => {
    for (const path of PATHS) {
      await page.goto(path);
      await addStyles(page, ':root { font-size: 200% }');
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await clipped(page), `${path}, ${width} px`).toEqual([]);
      }
    }
  });

  test('loses no message of the form, and none pushes another away', async ({ page, gateway }) => {
    await gateway.command('api', { fault: { does: 'answer', status: 503 } });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await arrive(page, '/request-demo');
      await addStyles(page, TEXT_SPACING);
      await page.getByRole('button', { name: DEMO.submit }).click();
      await expect(page.getByText(MESSAGES.consentRequired)).toBeVisible();
      expect.soft(await clipped(page), `${width} px, errors`).toEqual([]);
      await fillDemoForm(page, visitor());
      await page.getByRole('button', { name: DEMO.submit }).click();
      await expect(page.getByRole('alert').getByText(MESSAGES.banner)).toBeInViewport({ ratio: 1 });
      expect.soft(await clipped(page), `${width} px, banner`).toEqual([]);
    }
  });
});

/** The form's controls as assistive technology lists them, each in the given state. */
const controls = (state: string) =>
  [...DEMO.fields.map((name) => `textbox "${name}"`), 'checkbox /.+/']
    .map((control) => `\n    - ${control}${state}`)
    .join('');

test('a screen reader meets each state of the demo form by role, name and description, and axe finds nothing', async ({
  page,
  gateway,
}) => {
  test.slow();
  // Reading the state "submitting" takes longer than the insert may.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await arrive(page, '/request-demo');
  const form = page.getByRole('form', { name: demo.form.heading });
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });
  const send = form.getByRole('button');
  const alert = page.getByRole('alert');
  await expect(form).toMatchAriaSnapshot(`${controls('')}\n    - button "${DEMO.submit}"`);
  for (const name of DEMO.fields) await expect(field(name)).toHaveAttribute('aria-required', 'true');
  for (const [name, token] of Object.entries({
    [FIELDS.fullName]: 'name',
    [FIELDS.email]: 'email',
    [FIELDS.companyName]: 'organization',
    [FIELDS.phoneNumber]: 'tel',
  }))
    await expect(field(name)).toHaveAttribute('autocomplete', token);
  await expect(alert).toHaveCount(0);

  await send.click();
  await expect(form).toMatchAriaSnapshot(`${controls(' [invalid]')}\n    - button "${DEMO.submit}"`);
  await expect(field(FIELDS.fullName)).toHaveAccessibleDescription(
    `${MESSAGES.fullNameRequired} ${demo.form.remaining} 6`,
  );
  await expect(field(FIELDS.phoneNumber)).toHaveAccessibleDescription(
    `${MESSAGES.phoneRequired} ${DEMO.phoneHint}`,
  );
  await expect(alert).toHaveCount(0);
  await expectNothingFound(page, 'field errors', { within: 'form' });

  await fillDemoForm(page, visitor());
  await gateway.command('api', { fault: { does: 'answer', status: 503 } });
  await send.click();
  await expect(alert).toMatchAriaSnapshot(`- paragraph: ${MESSAGES.banner}`);
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await expectNothingFound(page, 'banner', { within: 'main' });

  await gateway.command('api', { fault: { does: 'hold' } });
  await send.click();
  await expect(form).toMatchAriaSnapshot('- button "Submitting..." [disabled]');
  await expect(form.locator('[aria-live]').getByText(DEMO.submitting)).toBeAttached();
  await expect(alert).toHaveCount(0);
  await expectNothingFound(page, 'submitting', { within: 'form' });

  await gateway.lift('api');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "${MESSAGES.confirmationHeading}" [level=1]
    - paragraph: ${JSON.stringify(MESSAGES.confirmationText)}
  `);
  await expectNothingFound(page, 'confirmation');
});
