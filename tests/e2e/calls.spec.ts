/** The example calls beside the headline: the visitor chooses the caller. */
import type { Page } from '@playwright/test';
import { expect, slowAnimations, test } from '../support/site.ts';
import { home } from '../support/words.ts';

const { items } = home.calls;

test.use({ splashSeen: true });

const chooser = (page: Page) => page.getByRole('radio');

/** Expects every line, field and the result of this call to be shown, and its room lit; nothing of another call. */
async function expectCall(page: Page, { lines, outcome, job, room }: (typeof items)[number]): Promise<void> {
  const shown = page.locator('.hero .call').filter({ visible: true });
  await expect(shown).toHaveCount(1);
  await expect(shown.getByRole('listitem')).toHaveText(lines.map(({ who, text }) => `${who} ${text}`));
  await expect(shown.getByRole('definition')).toHaveText(job.fields.map(({ value }) => value));
  await expect(shown.getByText(outcome, { exact: true })).toBeVisible();
  const lit = page.locator('.hero .house > g:not(.street)').filter({ visible: true });
  await expect(lit).toHaveCount(room ? 1 : 0);
  if (room) await expect(lit).toHaveClass(room);
}

for (const [how, options] of Object.entries({
  'by keyboard': {},
  'without script': { javaScriptEnabled: false },
}))
  test(`a visitor chooses a caller ${how}: the call, its job and its room are that caller’s`, async ({
    browser,
  }) => {
    test.skip(items.length < 2, 'There is one call, and nothing to choose.');
    const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
    await page.goto('/');
    await expectCall(page, items[0]!);
    await chooser(page).first().focus();
    for (const call of items.slice(1)) {
      await page.keyboard.press('ArrowDown');
      const radio = page.getByRole('radio', { name: call.choice });
      await expect(radio).toBeFocused();
      await expect(radio).toHaveAccessibleDescription(call.outcome);
      await expectCall(page, call);
    }
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.hero .call').filter({ visible: true })).toContainText(items.at(-1)!.outcome);
    await page.close();
  });

test('choosing another caller moves nothing above the calls, and fetches nothing', async ({ page }) => {
  await page.goto('/');
  const top = () => page.locator('.calls').evaluate((calls) => calls.getBoundingClientRect().top);
  const before = await top();
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  for (const radio of (await chooser(page).all()).toReversed()) {
    await radio.check();
    expect(await top()).toBe(before);
  }
  expect(fetched).toEqual([]);
});

/** When each line, field and result of the shown call begins to be seen, in milliseconds after it was chosen. */
const delays = (page: Page) =>
  page.evaluate(() => {
    const shown = Array.from(document.querySelectorAll('.hero .call')).find((call) => call.checkVisibility());
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
    if (index > 0)
      await chooser(page)
        .nth(index)
        .evaluate((radio) => (radio as HTMLInputElement).click());
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
