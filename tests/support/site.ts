/** The browser tests' own `test`, and what they do on any page. */
import { expect, test as base, type Locator, type Page, type Route } from '@playwright/test';
import { menuLabelOf, site } from './words.ts';

export { expect };

/** `splashSeen`: whether the splash has been shown before in this visit, as its script notes in the session storage. */
export const test = base.extend<{ splashSeen: boolean }>({
  splashSeen: [false, { option: true }],
  context: async ({ context, splashSeen }, provide) => {
    if (splashSeen) await context.addInitScript(() => sessionStorage.setItem('splash', 'seen'));
    await provide(context);
  },
});

/** The one rule of what runs where: all tests run in `npm run test:e2e` and in CI, those with this tag not in `npm test`. */
export const SLOW = { tag: '@slow' } as const;

export const menu = (page: Page) => page.getByRole('navigation', { name: site.menu.label });

export const menuButton = (page: Page) => menu(page).getByRole('button');

export const menuLink = (page: Page, link: string) =>
  menu(page).getByRole('link', { name: menuLabelOf(link) });

export async function goToSection(page: Page, link: string): Promise<void> {
  await menuButton(page).click();
  await menuLink(page, link).click();
}

export const opacityOf = (part: Locator): Promise<number> =>
  part.evaluate((element) => {
    let opacity = 1;
    for (let node: Element | null = element; node; node = node.parentElement)
      opacity *= Number(getComputedStyle(node).opacity);
    return opacity;
  });

/** How far a section's top is from where a link to it leads, in CSS pixels. */
export const distanceToTarget = (page: Page, section: string) =>
  page.locator(section).evaluate((element) => {
    const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    return Math.abs(element.getBoundingClientRect().top - padding);
  });

/** Resolves when the browser has painted what is there now. */
export const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));

/** An island of the page; it has the attribute `ssr` until it has hydrated. */
export const island = (page: Page, name: string) => page.locator(`astro-island[component-url*="/${name}."]`);

export const SPLASH = 'astro-island[component-url*="/Splash."] > div';

/** Resolves when the island of this name has hydrated and its effects have run. */
export async function hydrated(page: Page, name: string): Promise<void> {
  await expect(island(page, name)).not.toHaveAttribute('ssr');
  // React commits and runs its effects in later tasks: the browser is idle after them, or never on a busy machine.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })));
}

/** Slows down animations and transitions, tenfold by default, so that a busy machine, too, paints some of their frames. */
export async function slowMotion(page: Page, rate = 0.1): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Animation.enable');
  await browser.send('Animation.setPlaybackRate', { playbackRate: rate });
}

/** Opens all answers and use cases by their summaries. */
export async function openAll(page: Page): Promise<void> {
  const closed = page.locator('main details:not([open]) > summary').filter({ visible: true });
  // The last one comes first, as each locator counts the closed ones before it.
  for (const summary of (await closed.all()).toReversed()) await summary.click();
  await expect(closed).toHaveCount(0);
}

/** Holds requests back. Returns a function that passes them on, and later ones, or hands them to its argument. */
export async function holdRequests(page: Page, address: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<(route: Route) => Promise<void>>();
  await page.route(address, async (route) => (await released)(route));
  return (handle = (route: Route) => route.continue()) => release(handle);
}

/** Holds back the script files with this prefix, all by default. */
export const holdScripts = (page: Page, name = '') => holdRequests(page, `**/_astro/${name}*.js*`);

/** Translates a part of the page as browsers do: each text becomes another one, in an element of its own. */
export async function translate(part: Locator): Promise<void> {
  await part.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const nodes: Node[] = [];
    while (texts.nextNode()) {
      if (texts.currentNode.textContent?.trim()) nodes.push(texts.currentNode);
    }
    for (const node of nodes) {
      const wrapper = document.createElement('span');
      wrapper.textContent = `¿${node.textContent}?`;
      (node as Text).replaceWith(wrapper);
    }
  });
}
