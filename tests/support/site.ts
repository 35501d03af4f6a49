import { expect, test as base, type Locator, type Page, type Route } from '@playwright/test';
import { connectAsTeam } from '../../tools/database.ts';
import { TEXT_FIELD_NAMES, type TextFieldName } from '../../src/demo-request/fields.ts';
import { ADDRESSES } from './addresses.ts';
import { completeRequest } from './rows.ts';
import { FIELD_LABELS, demo, menuLabelOf, site } from './words.ts';

export { expect };

/** `splashSeen`: whether the splash has been shown before in this visit, as its script notes in the session storage. */
export const test = base.extend<{ splashSeen: boolean }>({
  splashSeen: [false, { option: true }],
  context: async ({ context, splashSeen }, provide) => {
    if (splashSeen) await context.addInitScript(() => sessionStorage.setItem('splash', 'seen'));
    await provide(context);
  },
});

/** Tests with this tag run in `npm run test:slow`, all others in `npm test`. */
export const SLOW = { tag: '@slow' } as const;

/** What holds on every page is tested on the landing page and the form's by `npm test`, on the others by `test:slow`. */
export const slowElsewhere = (path: string) => (['/', '/request-demo'].includes(path) ? {} : SLOW);

/** What a prospect types into the demo form. */
export type Person = Record<TextFieldName, string>;

/** A prospect whose name, e-mail address and number no other test uses: a second request for a number replaces the first. */
export function newPerson(): Person {
  const id = crypto.randomUUID().slice(0, 8);
  const { acceptedTerms: _, ...texts } = completeRequest;
  return {
    ...texts,
    fullName: `Dana Fields ${id}`,
    email: `dana.${id}@fields-plumbing.example`,
    // (415) 312-0000 to 410-9999, between the service codes 311 and 411: a request with a number that no subscriber can
    // have is stored again at every repetition.
    phoneNumber: `415${3_120_000 + (crypto.getRandomValues(new Uint32Array(1))[0]! % 990_000)}`,
  };
}

const field = (page: Page, name: TextFieldName) =>
  page.getByRole('textbox', { name: FIELD_LABELS[name], exact: true });

/** Fills every field of the demo form and gives consent. */
export async function fillDemoForm(page: Page, person: Person): Promise<void> {
  for (const name of TEXT_FIELD_NAMES) await field(page, name).fill(person[name]);
  await page.getByRole('checkbox').check();
}

/** Lets the page wait for the answer to its request for as long as a test looks at it. */
export const switchInsertTimeoutOff = (page: Page) =>
  page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });

export const confirmationOf = (page: Page) => page.getByRole('heading', { name: demo.confirmation.heading });

/** Fills the demo form if a person is given, sends it, and waits for the confirmation. */
export async function submitRequest(page: Page, person?: Person): Promise<void> {
  if (person) await fillDemoForm(page, person);
  await page.getByRole('button', { name: demo.form.submit }).click();
  await expect(confirmationOf(page)).toBeVisible();
}

export const menu = (page: Page) => page.getByRole('navigation', { name: site.menu.label });

export const menuButton = (page: Page) => menu(page).getByRole('button');

export const menuLink = (page: Page, link: string) =>
  menu(page).getByRole('link', { name: menuLabelOf(link) });

/** Opens the menu and follows its link to a section. */
export async function goToSection(page: Page, link: string): Promise<void> {
  await menuButton(page).click();
  await menuLink(page, link).click();
}

/** Resolves when the browser has painted what is there now. */
export const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));

/** An island of the page; it has the attribute `ssr` until it has hydrated. */
export const island = (page: Page, name: string) => page.locator(`astro-island[component-url*="/${name}."]`);

/** Resolves once an island has hydrated. */
export async function waitUntilHydrated(page: Page, name: string): Promise<void> {
  await expect(island(page, name)).not.toHaveAttribute('ssr');
  // React commits and runs its effects in later tasks: the browser is idle after them, or never on a busy machine.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })));
}

/** Slows down animations and transitions, tenfold by default, so that a busy machine, too, paints some of their frames. */
export async function slowAnimations(page: Page, rate = 0.1): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Animation.enable');
  await browser.send('Animation.setPlaybackRate', { playbackRate: rate });
}

/** The pattern, for `page.route`, of the form's requests to the back end. */
export const INSERT_URLS = `${ADDRESSES.api}/**`;

/** A handler for `page.route` that answers a request in place of the server. */
export const answerWith =
  (status: number, body = '', contentType = 'application/json') =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, body, contentType, headers: { 'Access-Control-Allow-Origin': '*' } });

/**
 * Holds back the requests with this address until the function that it returns is called, which passes these and all later
 * ones on, or does with them what its argument says.
 */
export async function holdRequests(page: Page, address: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<(route: Route) => Promise<void>>();
  await page.route(address, async (route) => (await released)(route));
  return (handle = (route: Route) => route.continue()) => release(handle);
}

/** Holds back the script files with this prefix, all by default. */
export const holdScripts = (page: Page, name = '') => holdRequests(page, `**/_astro/${name}*.js*`);

/** A client with the secret key, which may read what is stored. */
export const serviceClient = connectAsTeam(ADDRESSES.api, ADDRESSES.secretKey);

/** What one prospect has stored. */
export async function rowsOf({ email }: Person): Promise<Record<string, unknown>[]> {
  const { data } = await serviceClient.from('demo_requests').select().eq('email', email).throwOnError();
  return data;
}

/** What the webhook received about one prospect. */
export async function webhookPayloadsOf({ email }: Person): Promise<Record<string, unknown>[]> {
  const response = await fetch(ADDRESSES.webhook);
  const payloads = (await response.json()) as Record<string, unknown>[];
  return payloads.filter((payload) => payload['email'] === email);
}

/** Translates a part of the page as browsers do: each text becomes another one, in an element of its own. */
export async function translate(part: Locator): Promise<void> {
  await part.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const nodes: Node[] = [];
    while (texts.nextNode()) if (texts.currentNode.textContent?.trim()) nodes.push(texts.currentNode);
    for (const node of nodes) {
      const wrapper = document.createElement('span');
      wrapper.textContent = `¿${node.textContent}?`;
      (node as Text).replaceWith(wrapper);
    }
  });
}
