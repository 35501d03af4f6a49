import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { FIELD_NAMES } from '../../src/demo-request/validation.ts';
import { addStyles, contrast, faintTexts, readPicture, unseenTexts } from '../support/pixels.ts';
import { FIELD_LABELS, PATHS, demo, errorPage, home, site } from '../support/words.ts';
import { unfocusableScrollers } from '../support/texts.ts';
import {
  SLOW,
  expect,
  fillDemoForm,
  menu,
  menuButton,
  menuLink,
  newPerson,
  slowElsewhere,
  switchInsertTimeoutOff,
  test,
} from '../support/site.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** CSS pixels; 320 is also what 1280 become at 400 % zoom. */
const WIDTHS = [320, 1280] as const;

test.use({ splashSeen: true });

/** Asserts that axe finds nothing in this state of the page at these widths. It leaves contrast to `expectContrast`. */
async function expectNothingFound(
  page: Page,
  state: string,
  { within = 'html', widths = WIDTHS }: { within?: string; widths?: readonly number[] } = {},
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => unfocusableScrollers(page)).toEqual([]);
    const axe = new AxeBuilder({ page }).withTags(RULES).disableRules('color-contrast').setLegacyMode();
    const { violations, incomplete } = await axe.include(within).analyze();
    const found = [...violations, ...incomplete].map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
    expect.soft(found, `${state}, ${width} px`).toEqual([]);
  }
}

/** Asserts that every text has enough contrast in screenshots; also in forced colors, which axe does not check. */
async function expectContrast(
  page: Page,
  state: string,
  { within = 'body', widths = WIDTHS }: { within?: string; widths?: readonly number[] } = {},
): Promise<void> {
  const texts = page.locator(within);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await faintTexts(page, texts), `${state}, ${width} px`).toEqual([]);
    await page.emulateMedia({ forcedColors: 'active' });
    expect.soft(await unseenTexts(page, texts), `${state}, ${width} px, forced colors`).toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });
  }
}

test.describe('axe finds nothing, and every text can be read', () => {
  test.slow();

  for (const path of [...PATHS, '/no-such-page']) {
    test(`on ${path}, menu closed and open, all disclosures open`, slowElsewhere(path), async ({ page }) => {
      await page.goto(path);
      // At this width all disclosures are closed at first; wider windows show some of them open.
      await page.setViewportSize({ width: 320, height: 800 });
      const disclosures = await page.locator('main summary').all();
      for (const disclosure of disclosures) await disclosure.click();
      await expect(page.locator('main details[open]')).toHaveCount(disclosures.length);
      await expectNothingFound(page, 'all open');
      await expectContrast(page, 'all open');

      await page.setViewportSize({ width: 320, height: 800 });
      await menuButton(page).click();
      await expect(menuLink(page, '/#process')).toBeVisible();
      // The page under the open menu cannot be read now, and need not be.
      await expectNothingFound(page, 'menu open', { within: '.header', widths: [320] });
      await expectContrast(page, 'menu open', { within: '.header', widths: [320] });
    });
  }

  test('whichever caller is chosen', async ({ page }) => {
    await page.goto('/');
    for (const { choice } of home.calls.items.slice(1)) {
      await page.getByRole('radio', { name: choice }).check();
      await expectNothingFound(page, choice, { within: '.hero' });
      await expectContrast(page, choice, { within: '.hero' });
    }
  });

  test('in the marquee, which moves', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto('/');
    await expect(page.getByRole('checkbox', { name: home.marquee.pause })).toBeAttached();
    await expectNothingFound(page, 'moving', { within: '.marquee', widths: [320] });
  });

  test('where the form cannot work: no script, or not its own', SLOW, async ({ page, faultProxy }) => {
    const isGone = { does: 'answer', status: 404 } as const;
    await faultProxy.command('site', { fault: isGone, method: 'GET', path: '/DemoForm' });
    await page.goto('/request-demo');
    await expect(page.getByRole('alert').filter({ hasText: errorPage.heading })).toBeVisible();
    await expectNothingFound(page, 'unavailable');
    await expectContrast(page, 'unavailable', { within: 'main', widths: [320] });

    // Removes the scripts from the HTML rather than disable JavaScript, which axe needs.
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
      await expectContrast(page, `${path} without script`, { within: 'main', widths: [320] });
    }
  });
});

/** Width of the area around an element in which its focus ring is drawn, in CSS pixels. */
const RING_ROOM = 8;

/** Whether the focus ring is visible: enough pixels in and around the focused element change clearly without outline. */
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
  const withFocus = await readPicture(await page.screenshot({ clip }));
  const putBack = await addStyles(
    page,
    '*, ::before, ::after { outline: none !important; transition: none !important }',
  );
  const without = await readPicture(await page.screenshot({ clip }));
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
    // The window scrolls to the focused element in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const active = document.activeElement;
    if (!active || active === document.body) return undefined;
    const shown = active.matches('.marquee-pause') ? active.nextElementSibling : active;
    const kind = `${active.closest('section, header, footer, main')?.className} ${active.className}`;
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
    return { name, kind, covering, isOutside: isOutside && !isTaller };
  });
}

test.describe('by keyboard alone a visitor', () => {
  for (const path of [...PATHS, '/no-such-page']) {
    test(`reaches everything on ${path}, and sees the focus`, slowElsewhere(path), async ({ page }) => {
      await page.goto(path);
      const seen = new Set<string>();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 640 });
        const reachable = await page
          // Of radio buttons, Tab reaches the checked one.
          .locator('a[href], button, summary, input:not([type="radio"]:not(:checked)), [tabindex="0"]')
          .evaluateAll((all) => all.filter((element) => element.checkVisibility()).length);
        const steps: string[] = [];
        const errors: string[] = [];
        for (;;) {
          await page.keyboard.press('Tab');
          const focus = await describeFocus(page);
          if (!focus || steps.length > reachable) break;
          steps.push(focus.name);
          if (focus.covering.length > 0) errors.push(`${focus.name} is under ${focus.covering[0]}`);
          if (focus.isOutside) errors.push(`${focus.name} is outside the window`);
          // Elements of the same kind have the same focus ring: one of them is checked.
          if (!seen.has(focus.kind) && !(await isFocusSeen(page)))
            errors.push(`${focus.name} shows no focus`);
          seen.add(focus.kind);
        }
        expect.soft(errors, `${width} px`).toEqual([]);
        expect.soft(steps, `${width} px`).toHaveLength(reachable);
        expect.soft(steps[0]).toContain(site.skipLink);
      }
    });
  }

  test('skips to the content, opens the menu, goes to the FAQs and reads an answer', async ({ page }) => {
    await page.goto('/support-packages');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();

    await page.keyboard.press('Shift+Tab');
    await expect(menuButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    const link = menuLink(page, '/#faqs');
    // Whatever else the menu lists before it.
    const isReached = () => link.evaluate((element) => element === document.activeElement);
    for (const _ of await menu(page).getByRole('link').all())
      if (!(await isReached())) await page.keyboard.press('Tab');
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

/** The form's controls as assistive technology lists them, each in the given state. */
const controls = (state: string) =>
  [...Object.values(FIELD_LABELS).map((name) => `textbox "${name}"`), 'checkbox /.+/']
    .map((control) => `\n    - ${control}${state}`)
    .join('');

test('a screen reader meets each state of the demo form; axe finds nothing', async ({ page, faultProxy }) => {
  test.slow();
  await switchInsertTimeoutOff(page);
  await page.goto('/request-demo');
  const form = page.getByRole('form', { name: demo.form.heading });
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });
  const send = form.getByRole('button');
  const alert = page.getByRole('alert');
  await expect(form).toMatchAriaSnapshot(`${controls('')}\n    - button "${demo.form.submit}"`);
  for (const name of Object.values(FIELD_LABELS))
    await expect(field(name)).toHaveAttribute('aria-required', 'true');
  for (const [name, token] of Object.entries({
    [FIELD_LABELS.fullName]: 'name',
    [FIELD_LABELS.email]: 'email',
    [FIELD_LABELS.companyName]: 'organization',
    [FIELD_LABELS.phoneNumber]: 'tel',
  }))
    await expect(field(name)).toHaveAttribute('autocomplete', token);
  await expect(alert).toHaveCount(0);

  await send.click();
  await expect(form).toMatchAriaSnapshot(`${controls(' [invalid]')}\n    - button "${demo.form.submit}"`);
  await expect(field(FIELD_LABELS.fullName)).toHaveAccessibleDescription(
    `${demo.form.fields.fullName.required} ${demo.form.remaining} ${FIELD_NAMES.length}`,
  );
  await expect(field(FIELD_LABELS.phoneNumber)).toHaveAccessibleDescription(
    `${demo.form.fields.phoneNumber.required} ${demo.form.fields.phoneNumber.hint}`,
  );
  await expect(alert).toHaveCount(0);
  await expectNothingFound(page, 'field errors', { within: 'form', widths: [320] });
  await expectContrast(page, 'field errors', { within: 'form', widths: [320] });

  await fillDemoForm(page, newPerson());
  await faultProxy.command('api', { fault: { does: 'answer', status: 503 } });
  await send.click();
  await expect(alert).toMatchAriaSnapshot(`- paragraph: ${demo.form.banner}`);
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await expectNothingFound(page, 'banner', { within: 'main' });
  await expectContrast(page, 'banner', { within: '[role=alert]', widths: [320] });

  await faultProxy.command('api', { fault: { does: 'hold' } });
  await send.click();
  await expect(form).toMatchAriaSnapshot(`- button "${demo.form.submitting}" [disabled]`);
  await expect(form.locator('[aria-live]').getByText(demo.form.submitting)).toBeAttached();
  await expect(alert).toHaveCount(0);
  await expectNothingFound(page, 'submitting', { within: 'form', widths: [320] });
  await expectContrast(page, 'submitting', { within: 'form', widths: [320] });

  await faultProxy.lift('api');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "${demo.confirmation.heading}" [level=1]
    - paragraph: ${JSON.stringify(demo.confirmation.text)}
  `);
  await expectNothingFound(page, 'confirmation');
  await expectContrast(page, 'confirmation', { within: 'main', widths: [320] });
});
