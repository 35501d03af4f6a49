import type { Page } from '@playwright/test';
import { FIELD_NAMES } from '../../src/demo-request/validation.ts';
import { addStyles, expectAccessible } from '../support/contrast.ts';
import { INSERT_URLS, answerWith, fillForm, newPerson, disableInsertTimeout } from '../support/prospect.ts';
import { expect, holdRequests, menuButton, menuLink, nextFrame, openAll, test } from '../support/site.ts';
import { ANY_SECTION, PATHS, demo, site } from '../support/words.ts';

const PAGES = [...PATHS, '/no-such-page'];

const NO_OUTLINES = '*, ::before, ::after { outline: none !important; transition: none !important }';

test.use({ splashSeen: true });

for (const path of PAGES)
  test(`axe finds nothing on ${path}, and texts can be read`, async ({ page }) => {
    test.slow();
    await page.goto(path);
    // What a phone shows can be opened there alone.
    await page.setViewportSize({ width: 320, height: 800 });
    await openAll(page);
    await expectAccessible(page, 'all open');

    await menuButton(page).click();
    await expect(menuLink(page, `/${ANY_SECTION}`)).toBeVisible();
    // The page under the open menu cannot be read now, and need not be.
    await expectAccessible(page, 'menu open', '.header', [320]);
  });

/** The focused element, and whether the middle of it is out of the window or under something. */
const focusOf = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement;
    if (!active || active === document.body) return undefined;
    // A radio button's label shows the focus.
    const label = active.closest<HTMLElement>('label:has([type="radio"])');
    const shown = label ?? active;
    const { x, y, width, height } = shown.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    // The room for the outline around the element, in pixels.
    const room = 8;
    const [left, top] = [Math.max(0, x - room), Math.max(0, y - room)];
    return {
      name: `${active.tagName} ${(shown.textContent ?? '').trim().slice(0, 40) || active.id}`,
      kind: `${active.closest('section, header, footer, main')?.className} ${active.className}`,
      isHidden: !hit || !(shown.contains(hit) || hit.contains(shown)),
      clip: { x: left, y: top, width: x + width + room - left, height: y + height + room - top },
    };
  });

for (const path of PAGES)
  test(`all of ${path} is reached by keyboard, and focus is seen`, async ({ page }) => {
    await page.goto(path);
    const seen = new Set<string>();
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      const reachable = await page
        // Tab reaches only the checked one of several radio buttons.
        .locator('a[href], button, summary, input:not([type="radio"]:not(:checked)), [tabindex="0"]')
        .evaluateAll(
          (all) => all.filter((element) => element.checkVisibility({ visibilityProperty: true })).length,
        );
      const steps: string[] = [];
      const errors: string[] = [];
      for (;;) {
        await page.keyboard.press('Tab');
        // The window scrolls to the focused element in the next frame.
        await nextFrame(page);
        const focus = await focusOf(page);
        // The focus has left the page, or goes round in it.
        if (!focus || steps.length > reachable) break;
        const { name, kind, isHidden, clip } = focus;
        steps.push(name);
        if (isHidden) errors.push(`${name} is not in view`);
        // Elements of one kind, by their classes, have the same outline: one of them is looked at.
        if (seen.has(kind)) continue;
        seen.add(kind);
        const withFocus = await page.screenshot({ clip });
        const putBack = await addStyles(page, NO_OUTLINES);
        if (withFocus.equals(await page.screenshot({ clip }))) errors.push(`${name} shows no focus`);
        await putBack();
      }
      expect.soft(errors, `${width} px`).toEqual([]);
      expect.soft(steps, `${width} px`).toHaveLength(reachable);
      expect.soft(steps[0]).toContain(site.skipLink);
    }
  });

test('axe finds nothing in each state of the demo form, and what changes is announced', async ({ page }) => {
  test.slow();
  await disableInsertTimeout(page);
  await page.goto('/request-demo');
  const form = page.getByRole('form', { name: demo.form.heading });
  const send = form.getByRole('button');
  const alert = page.getByRole('alert');
  // WCAG 2.2, 1.3.5: what a field asks of the visitors themselves is named for autofill.
  for (const purpose of ['name', 'email', 'organization', 'tel'])
    await expect(form.locator(`input[autocomplete="${purpose}"]`)).not.toHaveCount(0);

  await send.click();
  await expect(form.locator('[aria-invalid]')).toHaveCount(FIELD_NAMES.length);
  await expect(alert).toHaveCount(0);
  await expectAccessible(page, 'field errors', 'form', [320]);

  await fillForm(page, newPerson());
  await page.route(INSERT_URLS, answerWith(503), { times: 1 });
  await send.click();
  await expect(alert).toMatchAriaSnapshot(`- paragraph: ${demo.form.banner}`);
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await expectAccessible(page, 'banner', 'main');

  const release = await holdRequests(page, INSERT_URLS);
  await send.click();
  await expect(form).toMatchAriaSnapshot(`- button "${demo.form.submitting}" [disabled]`);
  await expect(form.locator('[aria-live]').getByText(demo.form.submitting)).toBeAttached();
  await expect(alert).toHaveCount(0);
  await expectAccessible(page, 'submitting', 'form', [320]);

  release();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "${demo.confirmation.heading}" [level=1]
    - paragraph: ${JSON.stringify(demo.confirmation.text)}
  `);
  await expectAccessible(page, 'confirmation');
});
