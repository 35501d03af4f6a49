/** What a prospect meets when the back end, the webhook, the network or a script fails. */
import type { Page, Route } from '@playwright/test';
import { INSERT_TIMEOUT_MS } from '../../src/constants.ts';
import { TEXT_FIELD_NAMES } from '../../src/demo-request/fields.ts';
import { formatPhone } from '../../src/demo-request/phone.ts';
import { ADDRESSES } from '../support/addresses.ts';
import { expectAccessible } from '../support/contrast.ts';
import {
  INSERT_URLS,
  answerWith,
  confirmationOf,
  disableInsertTimeout,
  fieldOf,
  fillForm,
  newPerson,
  rowsOf,
  submitButtonOf,
  webhookPayloadsOf,
} from '../support/prospect.ts';
import { expect, holdRequests, holdScripts, test as base } from '../support/site.ts';
import { demo, errorPage, site } from '../support/words.ts';

function recordLog(page: Page) {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  page.on('pageerror', (error) => logged.push(String(error)));
  /** What the site itself wrote to the console; the browser's own network errors are left out. */
  const log = () =>
    logged.filter((text) => !/^(Failed to load resource|Access to (fetch|script) at)/.test(text));
  return { logged, log };
}

/** How many times the browser posted to an address, whether or not it arrived. */
async function countPosts(page: Page, address: string): Promise<number> {
  const requests = await page.requests();
  return requests.filter((one) => one.method() === 'POST' && one.url().startsWith(address)).length;
}

async function expectConfirmationAlone(page: Page): Promise<void> {
  await expect(confirmationOf(page)).toBeFocused();
  await expect(page).toHaveTitle(demo.confirmation.title);
  await expect(page.locator('form')).toHaveCount(0);
  for (const part of ['banner', 'contentinfo'] as const) await expect(page.getByRole(part)).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
}

/** The links stand after the banner, and below the form as always. */
async function expectOtherWaysTwice(page: Page): Promise<void> {
  for (const name of [demo.notices.bookLabel, demo.notices.emailLabel])
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveCount(2);
}

function createProspect(page: Page) {
  // Entered as the form shows it: before hydration, nothing formats the number.
  const { phoneNumber, ...texts } = newPerson();
  const person = { ...texts, phoneNumber: formatPhone(phoneNumber) };
  const button = submitButtonOf(page);
  const banner = page.getByRole('alert').getByText(demo.form.banner);

  const { logged, log } = recordLog(page);

  const inserts = () => countPosts(page, ADDRESSES.api);
  const webhooks = () => countPosts(page, ADDRESSES.webhook);

  const expectValues = async () => {
    for (const name of TEXT_FIELD_NAMES) await expect(fieldOf(page, name)).toHaveValue(person[name]);
    await expect(page.getByRole('checkbox')).toBeChecked();
  };

  const rows = async () => (await rowsOf(person)).length;

  const expectConfirmation = async (stored = 1) => {
    await expectConfirmationAlone(page);
    expect(await rows()).toBe(stored);
    await expect.poll(webhooks).toBe(1);
  };

  return {
    person,
    button,
    banner,
    submittingButton: page.getByRole('button', { name: demo.form.submitting }),
    /** What stands above the form when its island cannot be loaded. */
    notice: page.getByRole('alert').filter({ hasText: errorPage.heading }),
    logged,
    log,
    rows,
    inserts,
    expectValues,
    expectConfirmation,

    async fillIn(waitUntil: 'load' | 'commit' = 'load') {
      await page.goto('/request-demo', { waitUntil });
      await fillForm(page, person);
    },

    async expectBanner(failures = 1) {
      await expect(banner).toBeInViewport({ ratio: 1 });
      await expectOtherWaysTwice(page);
      await expect(button).toBeEnabled();
      await expectValues();
      const lines = Array(failures).fill(expect.stringContaining('The demo request was not stored'));
      expect(log()).toStrictEqual(lines);
    },

    async sendAndExpectSuccess(stored = 1) {
      expect(await webhooks()).toBe(0);
      await button.click();
      await expectConfirmation(stored);
    },
  };
}

const test = base.extend<{ prospect: ReturnType<typeof createProspect> }>({
  prospect: async ({ page }, provide) => {
    const prospect = createProspect(page);
    await provide(prospect);
    const { person, logged } = prospect;
    const values = [...Object.values(person), person.phoneNumber.replaceAll(/\D/g, '')];
    // Values are looked for as whole words: that of a field that an owner adds, such as 4, may be part of an error code.
    const personal = values.filter((value) =>
      new RegExp(String.raw`(?<!\w)${RegExp.escape(value)}(?!\w)`).test(logged.join('\n')),
    );
    expect(personal, 'no personal data is logged').toEqual([]);
  },
});

type RouteHandler = (route: Route) => Promise<unknown>;

const breaksOff: RouteHandler = (route) => route.abort('connectionreset');
const neverAnswers: RouteHandler = () => new Promise(() => {});
const losesTheReply: RouteHandler = async (route) => {
  await route.fetch();
  await route.abort('connectionreset');
};

const TIMEOUT_DIVISOR = 10;

/** Shortens the 15 seconds that a request may take. The next one, which is to succeed, has all of them again. */
const shortenFirstTimeout = (page: Page) =>
  page.evaluate(
    ([insertTimeout, divisor]) => {
      const { setTimeout: setTimer } = window;
      window.setTimeout = ((run: TimerHandler, delay?: number) => {
        if (delay !== insertTimeout) return setTimer(run, delay);
        window.setTimeout = setTimer;
        return setTimer(run, delay / divisor);
      }) as typeof window.setTimeout;
    },
    [INSERT_TIMEOUT_MS, TIMEOUT_DIVISOR] as const,
  );

test.describe('a request not known to be stored ends in the banner, and sending again succeeds, when the insert', () => {
  const faults: readonly [name: string, handler: RouteHandler, rows: number][] = [
    ['is refused by row level security', answerWith(401, '{"code":"42501"}'), 0],
    // supabase-js takes the next three for success.
    ['is answered by an empty 404', answerWith(404), 0],
    ['is answered by a 404 with an empty list', answerWith(404, '[]'), 0],
    ['is answered by a captive portal with 200 and JSON', answerWith(200, '[]'), 0],
    ['is answered by 500 and a page', answerWith(500, '<h1>Error</h1>', 'text/html'), 0],
    ['is refused by a reset connection', breaksOff, 0],
    ['is stored, and the reply is lost', losesTheReply, 1],
  ];
  test('is refused, badly answered, stored without a reply, or offline', async ({ prospect, page }) => {
    test.slow();
    await prospect.fillIn();
    for (const [index, [name, handler, rows]] of faults.entries())
      await test.step(name, async () => {
        await page.route(INSERT_URLS, handler, { times: 1 });
        await prospect.button.click();
        await expect.poll(prospect.inserts).toBe(index + 1);
        await prospect.expectBanner(index + 1);
        expect(await prospect.rows()).toBe(rows);
      });
    await page.context().setOffline(true);
    await prospect.button.click();
    await prospect.expectBanner(faults.length + 1);
    await page.context().setOffline(false);
    // The other row is the one whose reply was lost.
    await prospect.sendAndExpectSuccess(2);
  });

  test('is refused later: nothing changes until then, and the focus stays', async ({ prospect, page }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await disableInsertTimeout(page);
    await prospect.fillIn();
    const release = await holdRequests(page, INSERT_URLS);
    await prospect.button.click();
    const company = fieldOf(page, 'companyName');
    await expect(company).not.toBeEditable();
    const consent = page.getByRole('checkbox');
    await consent.click();
    await expect(consent).toBeChecked();
    await consent.press('Space');
    await company.press('Enter');
    release(answerWith(503));
    await prospect.expectBanner();
    expect(await prospect.inserts()).toBe(1);
    const header = await page.getByRole('banner').boundingBox();
    expect((await prospect.banner.boundingBox())!.y).toBeGreaterThanOrEqual(header!.y + header!.height);
    await expect(company).toBeFocused();
    await company.fill('');
    await company.press('Enter');
    await expect(page.getByText(demo.form.fields.companyName.required, { exact: true })).toBeVisible();
    await expect(prospect.banner).toHaveCount(0);
  });

  for (const [what, address, handler] of [
    ['waits for a chunk that is gone', '**/supabase-client*', answerWith(404, '', 'text/html')],
    ['waits for a chunk that never comes', '**/supabase-client*', neverAnswers],
    ['has waited 15 seconds for an answer', INSERT_URLS, neverAnswers],
  ] as const)
    test(what, async ({ prospect, page }) => {
      // The script's own address fails for good, as in browsers that cache the failure of an `import()`, which Chromium does not.
      // The site then asks for the same address with a query (`backend.ts`).
      if (address !== INSERT_URLS) await page.route(/\/supabase-client\.[\w-]+\.js$/, breaksOff);
      await page.route(address, handler);
      await prospect.fillIn();
      await shortenFirstTimeout(page);
      const sentAt = Date.now();
      await prospect.button.click();
      await prospect.expectBanner();
      if (handler === neverAnswers)
        expect(Date.now() - sentAt).toBeGreaterThanOrEqual(INSERT_TIMEOUT_MS / TIMEOUT_DIVISOR);
      expect(await prospect.rows()).toBe(0);
      await page.unroute(address);
      await prospect.sendAndExpectSuccess();
    });
});

for (const [what, handler] of [
  ['answers 500', answerWith(500, 'no')],
  ['resets the connection', breaksOff],
] as const)
  test(`a stored request is confirmed if the webhook ${what}`, async ({ prospect, page }) => {
    await page.route(ADDRESSES.webhook, handler);
    await prospect.fillIn();
    await prospect.sendAndExpectSuccess();
    await expect.poll(prospect.log).toEqual([expect.stringContaining('The webhook was not notified')]);
  });

test('the webhook is told, even if the prospect leaves before it was reached', async ({ prospect, page }) => {
  await prospect.fillIn();
  const release = await holdRequests(page, ADDRESSES.webhook);
  await prospect.sendAndExpectSuccess();
  await page.goto('/support-packages');
  release();
  await expect.poll(() => webhookPayloadsOf(prospect.person)).toHaveLength(1);
});

test('a prospect who submits twice before the page can react is stored once', async ({ prospect, page }) => {
  await prospect.fillIn();
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await prospect.expectConfirmation();
  expect(await prospect.inserts()).toBe(1);
  expect(prospect.log()).toStrictEqual([]);
});

test('a press before a late script says what is missing, or sends once', async ({ prospect, page }) => {
  const { button, submittingButton, person } = prospect;
  const name = fieldOf(page, 'fullName');
  const company = fieldOf(page, 'companyName');
  const release = await holdScripts(page);
  const store = await holdRequests(page, INSERT_URLS);
  await page.goto('/request-demo', { waitUntil: 'commit' });
  await button.click();
  await expect(name).toBeFocused();
  await expect(name).toHaveJSProperty('validationMessage', demo.form.fields.fullName.required);
  await expect(button).toBeVisible();

  await fillForm(page, person);
  await expect(name).toHaveJSProperty('validationMessage', '');
  await company.press('Enter');
  await expect(submittingButton.locator('[aria-hidden]')).toBeVisible();
  await company.pressSequentially('!');
  await expect(button).toBeVisible();
  await button.click();
  await expect(submittingButton).toBeDisabled();
  await submittingButton.click({ force: true });
  await expect(page).toHaveURL(/\/request-demo$/);

  release();
  await expect(submittingButton).toBeDisabled();
  store();
  await prospect.expectConfirmation();
});

test('a notice appears 15 seconds after a press that no script answers', async ({ prospect, page }) => {
  await page.clock.install();
  // After a reload, Firefox restores a button that is enabled.
  await page.addInitScript(() =>
    document.addEventListener('readystatechange', () =>
      document.querySelector('form button')?.removeAttribute('disabled'),
    ),
  );
  const release = await holdScripts(page, 'DemoForm');
  await prospect.fillIn('commit');
  // The clock can only be paused at a time to come: it runs until then.
  await page.clock.pauseAt(Date.now() + 60_000);
  await prospect.button.click();
  await page.clock.runFor(INSERT_TIMEOUT_MS - 1000);
  // The button is disabled by its attribute alone: this press counts, and the wait begins anew.
  await prospect.submittingButton.click({ force: true });
  await page.clock.runFor(INSERT_TIMEOUT_MS - 1000);
  await expect(prospect.notice).toBeHidden();
  await page.clock.runFor(1000);
  await expect(prospect.notice).toBeFocused();
  await expect(prospect.button).toBeEnabled();

  // The script comes after all.
  release();
  await expect(prospect.notice).toBeHidden();
  await prospect.expectValues();
  expect(await prospect.rows(), 'a press of long ago is forgotten').toBe(0);
  await page.clock.resume();
  await prospect.sendAndExpectSuccess();
});

test('while the page’s end is late, the form works, and no notice follows', async ({ prospect, page }) => {
  await page.clock.install();
  const release = await holdRequests(page, '**/late.js');
  await page.route('**/request-demo', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('<footer', '<script src="/late.js"></script>$&');
    await route.fulfill({ response, body });
  });
  await prospect.fillIn('commit');
  await expect(prospect.button).toBeEnabled();
  release(answerWith(200, '', 'text/javascript'));
  await page.waitForLoadState();
  // Chromium lets a page that was changed on its way call no address of this machine.
  await page.route(INSERT_URLS, answerWith(503));
  await prospect.button.click();
  await prospect.expectBanner();
  await page.clock.fastForward(INSERT_TIMEOUT_MS);
  await expect(prospect.notice).toBeHidden();
});

test('where the script is gone, a notice appears, and typing goes on', async ({ prospect, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdScripts(page, 'DemoForm');
  await prospect.fillIn('commit');
  const name = fieldOf(page, 'fullName');
  await name.press('End');
  await name.pressSequentially(', owner');
  release(answerWith(404, '', 'text/html'));
  await expect(prospect.notice).toBeVisible();
  const form = (await page.locator('form').boundingBox())!;
  const { y, height } = (await prospect.notice.boundingBox())!;
  expect(y + height, 'the notice is above the form').toBeLessThanOrEqual(form.y);
  await page.keyboard.type(' and plumber');
  prospect.person.fullName += ', owner and plumber';
  await prospect.expectValues();

  await expect(prospect.notice).toMatchAriaSnapshot(`
      - heading "${errorPage.heading}" [level=2]
      - list:
        - listitem:
          - link "${demo.notices.bookLabel} ${site.newTabHint}"
        - listitem:
          - link /@/
    `);
  await prospect.button.click();
  await expect(prospect.notice).toBeFocused();
  await expect(prospect.button).toBeEnabled();
  await prospect.expectValues();
  await expectAccessible(page, 'unavailable', 'main');
});
