/** Browsers that lack something, being old, or by a setting or an extension: words and form work nevertheless. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { faintTexts } from '../support/contrast.ts';
import { newPerson, rowsOf, submitRequest } from '../support/prospect.ts';
import { SITE_DIR } from '../support/serve-site.ts';
import { SLOW, expect, menuButton, menuLink, opacityOf, test } from '../support/site.ts';
import { ANY_SECTION } from '../support/words.ts';

async function readAndSend(page: Page): Promise<void> {
  const headings = page.getByRole('main').getByRole('heading');
  await expect(headings).toHaveCount(await page.locator('main :is(h1, h2, h3)').count());
  for (const heading of await headings.all()) {
    await heading.scrollIntoViewIfNeeded();
    await expect.poll(() => opacityOf(heading)).toBe(1);
  }
  const person = newPerson();
  await page.goto('/request-demo', { waitUntil: 'commit' });
  await submitRequest(page, person);
  expect(await rowsOf(person)).toHaveLength(1);
}

const tryWhere = (name: string, impoverish: (page: Page) => Promise<unknown>) =>
  test(`where ${name}, every heading is read out and seen, and the form sends`, SLOW, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await impoverish(page);
    // The `load` event would wait for the typeface.
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await readAndSend(page);
  });

tryWhere('one typeface never comes', (page) => page.route('**/instrument-sans*.woff2', () => undefined));
for (const names of ['PerformanceObserver, IntersectionObserver, requestIdleCallback', 'sessionStorage'])
  for (const [what, value] of [
    ['there is no', 'undefined'],
    ['every use throws of', "function refuse() { throw new Error('It is switched off'); }"],
  ])
    tryWhere(`${what} ${names}`, async (page) => {
      for (const name of names.split(', '))
        await page.addInitScript(`Object.defineProperty(window, '${name}', { value: ${value} })`);
    });

tryWhere('there is no AbortSignal.timeout and no Object.hasOwn', (page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(AbortSignal, 'timeout');
    Reflect.deleteProperty(Object, 'hasOwn');
  }),
);

test('no script of the site has a lookbehind, for which Safari before 16.4 refuses it whole', async () => {
  const files = (await readdir(SITE_DIR, { recursive: true })).filter((file) => /\.(js|html)$/.test(file));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files)
    expect(await readFile(join(SITE_DIR, file), 'utf8'), file).not.toMatch(/\(\?<[=!]/);
});

/** Imitates a browser of early 2023: it gets the site with the names misspelled that such a browser does not know. */
async function misspellNewNames(page: Page): Promise<void> {
  // Pages and scripts; styles are in the pages.
  await page.route(/localhost:\d+\/(?:[\w-]*|_astro\/.*\.js)(?:#.*)?$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll(/:popover-open|oklch(?=\()|(?<=in )oklab|(?<=:)has(?=\()/g, '$&-unknown')
      .replaceAll(/ popover(?=\w*=")/g, ' data-popover');
    return route.fulfill({ response, body });
  });
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
  });
}

test.describe('without popovers and oklch', () => {
  // The content security policy has the hashes of scripts and styles without misspelled names.
  test.use({
    bypassCSP: true,
    // Chromium takes a page that `page.route` has changed for one from elsewhere, and the back end is on this machine.
    permissions: ['local-network-access'],
    viewport: { width: 390, height: 844 },
  });

  test('every word can be read, the menu is open, its links lead, the form sends', SLOW, async ({ page }) => {
    await misspellNewNames(page);
    await page.goto('/');
    await expect(menuButton(page)).toBeHidden();
    await menuLink(page, `/${ANY_SECTION}`).click();
    await expect(page).toHaveURL(`/${ANY_SECTION}`);
    await expect(page.locator(ANY_SECTION)).toBeFocused();
    await expect(menuLink(page, `/${ANY_SECTION}`), 'the menu covers nothing').not.toBeInViewport();
    expect(await faintTexts(page)).toEqual([]);
    await readAndSend(page);
    // A prefetched page may still be on its way.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
