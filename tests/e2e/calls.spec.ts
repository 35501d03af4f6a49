/** The example phone calls beside the headline: the visitor chooses whose call is shown. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/contrast.ts';
import { SLOW, expect, slowMotion, test } from '../support/site.ts';
import { home } from '../support/words.ts';

const { items: calls } = home.calls;

test.use({ splashSeen: true });

async function expectCall(page: Page, call: (typeof calls)[number]): Promise<void> {
  const { time, lines, outcome, job, room } = call;
  const times = page.locator('.hero .eyebrow .time');
  await expect(times.filter({ visible: true })).toHaveText([time]);
  const shown = page.locator('.hero .call').filter({ visible: true });
  await expect(shown).toHaveCount(1);
  await expect(shown.getByRole('listitem')).toHaveText(lines.map(({ who, text }) => `${who} ${text}`));
  await expect(shown.getByRole('definition')).toHaveText(job.fields.map(({ value }) => value));
  await expect(shown.getByText(outcome, { exact: true })).toBeVisible();
  const lit = page.locator('.hero .house g.of-call').filter({ visible: true });
  await expect(lit).toHaveCount(room ? 1 : 0);
  if (room) await expect(lit).toHaveClass(new RegExp(` ${room}$`));
}

test('without scripts, a caller chosen by keyboard has call, job and room', async ({ browser }) => {
  const viewport = { width: 1280, height: 720 };
  const page = await browser.newPage({ reducedMotion: 'reduce', javaScriptEnabled: false, viewport });
  await page.goto('/');
  await expectCall(page, calls[0]!);
  const parts = page.locator('.hero :is(h1, .calls, .call .paper, .house)').filter({ visible: true });
  const edges = () => parts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
  const before = await edges();
  // A single call leaves nothing to choose.
  if (calls.length > 1) await page.getByRole('radio').first().focus();
  for (const call of calls.slice(1)) {
    await page.keyboard.press('ArrowDown');
    const radio = page.getByRole('radio', { name: call.choice });
    await expect(radio).toBeFocused();
    await expect(radio).toHaveAccessibleDescription(call.outcome);
    await expectCall(page, call);
    // The longest call makes the height, whichever is chosen.
    for (const [index, edge] of (await edges()).entries())
      expect(Math.abs(edge - before[index]!), call.choice).toBeLessThan(1);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.hero .call').filter({ visible: true })).toContainText(calls.at(-1)!.outcome);
  await page.close();
});

test('a call is whole on paper, where its lines and fields have not appeared yet', async ({ page }) => {
  await page.goto('/');
  const parts = page.locator('.hero .call:visible [data-at]');
  // As in Firefox, the animations go on on paper: an element's own style wins over those of the page.
  await parts.evaluateAll((all) => {
    const keyframes = '@keyframes hidden { from, to { -webkit-text-fill-color: transparent; opacity: 0 } }';
    document.styleSheets[0]!.insertRule(keyframes, document.styleSheets[0]!.cssRules.length);
    for (const part of all as HTMLElement[]) part.style.setProperty('animation', 'hidden 1000s', 'important');
  });
  await page.emulateMedia({ media: 'print' });
  for (const part of await parts.all()) {
    await expect(part).toHaveCSS('opacity', '1');
    await expect(part).not.toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
  }
});

test('axe finds nothing, and every text can be read, whichever caller is chosen', SLOW, async ({ page }) => {
  test.slow();
  await page.goto('/');
  for (const { choice } of calls.slice(1)) {
    await page.getByRole('radio', { name: choice }).check();
    await expectAccessible(page, choice, '.hero');
  }
});

/** When these parts of the shown call begin and end to appear, in milliseconds after the call was chosen. */
const timesOf = (page: Page, part: 'li' | 'dd' | '.outcome') =>
  page.locator(`.hero .call:visible ${part}`).evaluateAll((all) =>
    all.map((each) => {
      // The first line has none: it is there at once.
      const timing = each.getAnimations()[0]?.effect!.getComputedTiming();
      return { begin: Number(timing?.delay ?? 0), end: Number(timing?.endTime ?? 0) };
    }),
  );

test('fields are filled with the line that says them, and all takes less than 5 s', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // No animation ends before it is read.
  await slowMotion(page, 0.01);
  await page.goto('/');
  for (const [index, { job }] of calls.entries()) {
    const radio = page.getByRole('radio').nth(index);
    if (index > 0) await radio.evaluate((input: HTMLInputElement) => input.click());
    const begins = (await timesOf(page, 'li')).map(({ begin }) => begin);
    const fields = await timesOf(page, 'dd');
    const [result] = await timesOf(page, '.outcome');
    expect(begins).toEqual(begins.toSorted((one, other) => one - other));
    // What is known only once the last line has been said comes with the result.
    const all = [...begins, result!.begin];
    expect(fields.map(({ begin }) => begin)).toEqual(job.fields.map(({ after }) => all[after - 1]));
    expect(result!.begin).toBeGreaterThan(begins.at(-1)!);
    // What moves for longer needs a button that pauses it: WCAG 2.2, 2.2.2.
    expect(result!.end).toBeLessThan(5000);
  }
  // A line that is not said yet is transparent, not hidden: assistive technology and find-in-page have it.
  const line = page.locator('.hero .call').filter({ visible: true }).getByRole('listitem').last();
  await expect(line).toBeVisible();
  await expect(line).toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
});
