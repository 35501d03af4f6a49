/** The example calls beside the headline: the visitor chooses the caller. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/contrast.ts';
import { SLOW, expect, slowAnimations, test } from '../support/site.ts';
import { home } from '../support/words.ts';

const { items } = home.calls;

test.use({ splashSeen: true });

/** Expects every line, field, the result and the time of this call to be shown, and its room lit; nothing of another. */
async function expectCall(page: Page, call: (typeof items)[number]): Promise<void> {
  const { time, lines, outcome, job, room } = call;
  const times = page.locator('.hero .section-eyebrow .time');
  await expect(times.filter({ visible: true })).toHaveText([time]);
  const shown = page.locator('.hero .call').filter({ visible: true });
  await expect(shown).toHaveCount(1);
  await expect(shown.getByRole('listitem')).toHaveText(lines.map(({ who, text }) => `${who} ${text}`));
  await expect(shown.getByRole('definition')).toHaveText(job.fields.map(({ value }) => value));
  await expect(shown.getByText(outcome, { exact: true })).toBeVisible();
  const lit = page.locator('.hero .house > g:not(.street)').filter({ visible: true });
  await expect(lit).toHaveCount(room ? 1 : 0);
  if (room) await expect(lit).toHaveClass(room);
}

test('a visitor without script chooses a caller by keyboard: call, job and room are that caller’s, and nothing moves', async ({
  browser,
}) => {
  const viewport = { width: 1280, height: 720 };
  const page = await browser.newPage({ reducedMotion: 'reduce', javaScriptEnabled: false, viewport });
  await page.goto('/');
  await expectCall(page, items[0]!);
  await expect(page.locator('.hero .lit').filter({ visible: true })).toBeInViewport({ ratio: 0.9 });
  const parts = page.locator('.calls, .hero .call .paper').filter({ visible: true });
  const tops = () => parts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  const before = await tops();
  // A single call leaves nothing to choose.
  if (items.length > 1) await page.getByRole('radio').first().focus();
  for (const call of items.slice(1)) {
    await page.keyboard.press('ArrowDown');
    const radio = page.getByRole('radio', { name: call.choice });
    await expect(radio).toBeFocused();
    await expect(radio).toHaveAccessibleDescription(call.outcome);
    await expectCall(page, call);
    expect(await tops()).toEqual(before);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.hero .call').filter({ visible: true })).toContainText(items.at(-1)!.outcome);
  await page.close();
});

test('axe finds nothing, and every text can be read, whichever caller is chosen', SLOW, async ({ page }) => {
  test.slow();
  await page.goto('/');
  for (const { choice } of items.slice(1)) {
    await page.getByRole('radio', { name: choice }).check();
    await expectAccessible(page, choice, '.hero');
  }
});

/** When each line, field and result of the shown call begins to be seen, in milliseconds after it was chosen. */
const delays = (page: Page) =>
  page.evaluate(() => {
    const shown = Array.from(document.querySelectorAll('.hero .call')).find((call) =>
      call.checkVisibility({ visibilityProperty: true }),
    );
    const delaysOf = (selector: string) =>
      Array.from(shown?.querySelectorAll(selector) ?? [], (part) =>
        Number(part.getAnimations()[0]?.effect?.getTiming().delay),
      );
    return { said: delaysOf('li'), filled: delaysOf('dd'), stamped: delaysOf('.call-outcome')[0]! };
  });

test('each field fills after the line that says it, the stamp comes last, and all of it takes less than 5 s', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await slowAnimations(page, 0.01);
  await page.goto('/');
  for (const [index, { job }] of items.entries()) {
    const radio = page.getByRole('radio').nth(index);
    if (index > 0) await radio.evaluate((input) => (input as HTMLInputElement).click());
    const { said, filled, stamped } = await delays(page);
    expect(said).toEqual(said.toSorted((one, other) => one - other));
    expect(filled).toEqual(job.fields.map(({ after }) => said[after - 1]));
    expect(stamped).toBeGreaterThan(said.at(-1)!);
    expect(stamped).toBeLessThan(4800);
  }
  // Until then it is transparent, not hidden: assistive technology and find-in-page have it.
  const line = page.locator('.hero .call').last().getByRole('listitem').last();
  await expect(line).toBeVisible();
  await expect(line).toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
});
