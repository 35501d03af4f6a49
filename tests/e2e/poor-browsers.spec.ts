import type { Page } from '@playwright/test';
import { SLOW, expect, newPerson, readThrough, rowsOf, submitRequest, test } from '../support/site.ts';

/**
 * Interfaces that a browser may lack, or a setting or an extension may switch off; nothing may depend on them.
 * Each list is taken away as a whole. `sessionStorage` has a list of its own: without it, the splash is not shown.
 */
const INTERFACES = [
  ['PerformanceObserver', 'IntersectionObserver', 'requestIdleCallback'],
  ['sessionStorage'],
];

const POOR_BROWSERS: Record<string, (page: Page) => Promise<unknown>> = {
  'one typeface never comes': (page) => page.route('**/instrument-sans*.woff2', () => undefined),
};
for (const names of INTERFACES) {
  POOR_BROWSERS[`there is no ${names.join(', ')}`] = (page) =>
    page.addInitScript((missing) => {
      for (const name of missing) Object.defineProperty(window, name, { value: undefined });
    }, names);
  POOR_BROWSERS[`every use of ${names.join(', ')} throws`] = (page) =>
    page.addInitScript((switchedOff) => {
      for (const name of switchedOff) {
        const refuse = function refuse() {
          throw new Error(`${name} is switched off`);
        };
        Object.defineProperty(window, name, { value: refuse });
      }
    }, names);
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

for (const [name, impoverish] of Object.entries(POOR_BROWSERS)) {
  test(`where ${name}, every heading is read out and seen, and the form sends`, SLOW, async ({ page }) => {
    await impoverish(page);
    // Not until `load`, which waits for the typeface.
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await expect(page.locator('.splash')).toHaveCount(0);
    const headings = page.getByRole('main').getByRole('heading');
    await expect(headings).toHaveCount(await page.locator('main :is(h1, h2, h3)').count());
    await readThrough(page);

    const person = newPerson();
    await page.goto('/request-demo', { waitUntil: 'commit' });
    await submitRequest(page, person);
    expect(await rowsOf(person)).toHaveLength(1);
  });
}
