import type { Page } from '@playwright/test';
import { faintTexts } from '../support/contrast.ts';
import {
  SLOW,
  expect,
  menuButton,
  menuLink,
  newPerson,
  rowsOf,
  submitRequest,
  test,
} from '../support/site.ts';
import { errorPage } from '../support/words.ts';

/** Scrolls through the page, back to its top, and waits until each heading has faded in. */
const readThrough = (page: Page) =>
  page.locator('main :is(h1, h2, h3)').evaluateAll(async (all) => {
    const isOpaque = (part: Element | null): boolean =>
      !part || (getComputedStyle(part).opacity === '1' && isOpaque(part.parentElement));
    for (const heading of all.filter((one) => one.checkVisibility())) {
      heading.scrollIntoView({ behavior: 'instant' });
      do await new Promise(requestAnimationFrame);
      while (!isOpaque(heading));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });

/**
 * Interfaces that a browser may lack, or a setting or an extension may switch off; nothing may depend on them.
 * Each list is taken away as a whole. `sessionStorage` has a list of its own: without it, the splash is not shown.
 */
const INTERFACES = [
  ['PerformanceObserver', 'IntersectionObserver', 'requestIdleCallback'],
  ['sessionStorage'],
];

/** Takes interfaces away: they are missing, or every use of them throws. */
const takeAway = (page: Page, names: string[], throws: boolean) =>
  page.addInitScript(
    `for (const name of ${JSON.stringify(names)})
      Object.defineProperty(window, name, {
        value: ${throws} ? function refuse() { throw new Error(name + ' is switched off'); } : undefined,
      });`,
  );

const POOR_BROWSERS: Record<string, (page: Page) => Promise<unknown>> = {
  'one typeface never comes': (page) => page.route('**/instrument-sans*.woff2', () => undefined),
};
for (const names of INTERFACES) {
  POOR_BROWSERS[`there is no ${names.join(', ')}`] = (page) => takeAway(page, names, false);
  POOR_BROWSERS[`every use of ${names.join(', ')} throws`] = (page) => takeAway(page, names, true);
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

for (const [name, impoverish] of Object.entries(POOR_BROWSERS)) {
  test(`where ${name}, every heading is read out and seen, and the form sends`, SLOW, async ({ page }) => {
    await impoverish(page);
    // Not until `load`, which waits for the typeface.
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    const headings = page.getByRole('main').getByRole('heading');
    await expect(headings).toHaveCount(await page.locator('main :is(h1, h2, h3)').count());
    await readThrough(page);

    const person = newPerson();
    await page.goto('/request-demo', { waitUntil: 'commit' });
    await submitRequest(page, person);
    expect(await rowsOf(person)).toHaveLength(1);
  });
}

/** Makes this browser one of early 2023: it gets the site with the names misspelled that such a browser does not know. */
async function forgetNames(page: Page): Promise<void> {
  await page.route(/localhost:\d+\/(?:[\w-]*|_astro\/.*\.js)(?:#.*)?$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll(/:popover-open|oklch(?=\()|(?<=in )oklab/g, '$&-unknown')
      .replaceAll(/ popover(?=\w*=")/g, ' data-popover');
    return route.fulfill({ response, body });
  });
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
  });
}

test.describe('without popovers and oklch', () => {
  // The policy has the hashes of what was misspelled.
  test.use({
    bypassCSP: true,
    // A page that a test changes on its way no longer comes from this machine, as the back end does.
    permissions: ['local-network-access'],
    viewport: { width: 390, height: 844 },
    // The keywords stand still, where their contrast can be measured.
    contextOptions: { reducedMotion: 'reduce' },
  });

  test(
    'every word can be read, the menu’s links stand open and lead, and the form sends',
    SLOW,
    async ({ page }) => {
      await forgetNames(page);
      await page.goto('/');
      await expect(menuButton(page)).toBeHidden();
      await menuLink(page, '/#faqs').click();
      await expect(page).toHaveURL('/#faqs');
      await expect(page.locator('#faqs')).toBeFocused();
      await expect(page.getByText(errorPage.heading)).toHaveCount(0);
      await expect(menuLink(page, '/#faqs'), 'the menu covers nothing').not.toBeInViewport();
      await readThrough(page);
      expect(await faintTexts(page)).toEqual([]);

      const person = newPerson();
      await page.goto('/request-demo');
      await submitRequest(page, person);
      expect(await rowsOf(person)).toHaveLength(1);
      // A page that is being prefetched may still be on its way.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  );
});
