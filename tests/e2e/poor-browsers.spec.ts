import type { Page } from '@playwright/test';
import { MESSAGES } from '../support/specification.ts';
import { expect, fadedPart, fillDemoForm, test, visitor } from '../support/site.ts';

/** What a browser, an extension or a setting may lack or switch off; nothing of the site may depend on it. */
const APIS = [
  'PerformanceObserver',
  'IntersectionObserver',
  'requestIdleCallback',
  'sessionStorage',
] as const;

/** All at once: what each of them would break shows, whichever it is. */
const POOR_BROWSERS: Record<string, (page: Page) => Promise<unknown>> = {
  'one typeface never comes': (page) => page.route('**/instrument-sans*.woff2', () => undefined),
  [`${APIS.join(', ')} are missing`]: (page) =>
    page.addInitScript((names) => {
      for (const name of names) Object.defineProperty(window, name, { value: undefined });
    }, APIS),
  [`${APIS.join(', ')} throw`]: (page) =>
    page.addInitScript((names) => {
      for (const name of names) {
        const refuse = function refuse() {
          throw new Error(`${name} is switched off`);
        };
        Object.defineProperty(window, name, { value: refuse });
      }
    }, APIS),
};

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

for (const [name, impoverish] of Object.entries(POOR_BROWSERS)) {
  test(`where ${name}, every heading is read out and seen, and the form sends`, async ({ page, backEnd }) => {
    await impoverish(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-splash', 'done');
    const headings = page.getByRole('main').getByRole('heading');
    await expect(headings).toHaveCount(await page.locator('main :is(h1, h2, h3)').count());
    for (const heading of await headings.all()) {
      await heading.scrollIntoViewIfNeeded();
      await expect(heading).toBeVisible();
      await expect.poll(() => fadedPart(heading)).toBe('');
    }

    const person = visitor();
    await page.goto('/request-demo', { waitUntil: 'commit' });
    await fillDemoForm(page, person);
    await page.getByRole('button', { name: 'Get a Call' }).click();
    await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
    expect(await backEnd.rowsOf(person)).toHaveLength(1);
  });
}
