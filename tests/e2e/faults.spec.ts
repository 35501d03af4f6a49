import type { Page } from '@playwright/test';
import { INSERT_TIMEOUT_MS } from '../../src/constants.ts';
import { formatPhone } from '../../src/demo-request/phone.ts';
import type { Command, Fault, FaultProxy } from '../support/fault-proxy.ts';
import { FIELD_LABELS, demo, errorPage, site } from '../support/words.ts';
import {
  confirmationOf,
  expect,
  expectFormToHold,
  fillDemoForm,
  holdScripts,
  rowsOf,
  switchInsertTimeoutOff,
  test as base,
  newPerson,
  waitUntilHydrated,
  webhookPayloadsOf,
} from '../support/site.ts';

/** A prospect in front of a browser whose every request passes through the fault proxy. */
function meetProspect(page: Page, faultProxy: FaultProxy) {
  const person = newPerson();
  const button = page.getByRole('button', { name: demo.form.submit });
  const banner = page.getByRole('alert').getByText(demo.form.banner);

  /** What the site itself wrote to the console; the browser's own network errors are left out. */
  const log: string[] = [];
  page.on('console', (message) => {
    const isBrowsersOwn = /^(Failed to load resource|Access to (fetch|script) at)/.test(message.text());
    if (!isBrowsersOwn) log.push(message.text());
  });
  page.on('pageerror', (error) => log.push(String(error)));

  const expectNoPersonalDataLogged = () => {
    for (const line of log) {
      // Whole values: "4" is a part of many an error's code.
      for (const value of [...Object.values(person), formatPhone(person.phoneNumber)])
        expect(line).not.toMatch(new RegExp(String.raw`(?<!\w)${RegExp.escape(value)}(?!\w)`));
    }
  };

  const rows = async () => (await rowsOf(person)).length;

  /** Times that the browser posted to the webhook, whether or not it arrived. */
  const webhooks = () => faultProxy.posts('webhook').length;

  /** The confirmation has the focus and replaces the form; the page is at its top, and one row is stored. */
  const expectConfirmation = async () => {
    await expect(confirmationOf(page)).toBeFocused();
    await expect(page).toHaveTitle(/Your call is on its way/);
    await expect(page.locator('form')).toHaveCount(0);
    for (const part of ['banner', 'contentinfo'] as const) await expect(page.getByRole(part)).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await rows()).toBe(1);
  };

  return {
    person,
    button,
    banner,
    working: page.getByRole('button', { name: demo.form.submitting }),
    /** What stands above the form when its island cannot be loaded. */
    notice: page.getByRole('alert').filter({ hasText: errorPage.heading }),
    log,
    rows,
    webhooks,
    expectNoPersonalDataLogged,
    expectConfirmation,

    async fillIn() {
      await page.goto('/request-demo');
      await fillDemoForm(page, person);
    },

    /** Fills the form while its island is on its way: nothing is formatted yet. */
    async fillInEarly() {
      await page.goto('/request-demo', { waitUntil: 'commit' });
      await fillDemoForm(page, { ...person, phoneNumber: formatPhone(person.phoneNumber) });
    },

    /** The banner is in view, the form is idle and holds every value, and one line without personal data says why. */
    async expectBanner() {
      await expect(banner).toBeInViewport({ ratio: 1 });
      await expect(button).toBeEnabled();
      await expectFormToHold(page, person);
      expect(log).toStrictEqual([expect.stringContaining('The demo request was not stored')]);
      expectNoPersonalDataLogged();
    },

    /** Sends the form: one row in all, and one call of the webhook. */
    async expectSuccessNow() {
      expect(webhooks()).toBe(0);
      await button.click();
      await expectConfirmation();
      await expect.poll(webhooks).toBe(1);
    },
  };
}

const test = base.extend<{ prospect: ReturnType<typeof meetProspect> }>({
  prospect: ({ page, faultProxy }, provide) => provide(meetProspect(page, faultProxy)),
});

const answer = (status: number, body = '', type = 'application/json'): Fault => ({
  does: 'answer',
  status,
  body,
  type,
});

/** A fault for the script of supabase-js, or of the form. */
const script = (name: 'supabase-client' | 'DemoForm', fault: Fault): Command => ({
  fault,
  method: 'GET',
  path: `/${name}`,
});

const TIMES_SHORTER = 10;

/** So that a test need not wait for the real 15 seconds, when nothing comes that it waits for. */
const shortenFirstTimeout = (page: Page) =>
  page.addInitScript((times) => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (milliseconds) => {
      AbortSignal.timeout = timeout;
      return AbortSignal.timeout(milliseconds / times);
    };
  }, TIMES_SHORTER);

test.describe('a request not known to be stored ends in the banner, and sending again succeeds, when the insert', () => {
  const faults: readonly [name: string, command: Omit<Command, 'path'>, rows: number][] = [
    // First, since a browser caches a preflight that succeeds and sends none for a while.
    ['is not allowed by CORS (preflight)', { fault: answer(405), method: 'OPTIONS' }, 0],
    ['is refused by the policy (401)', { fault: answer(401, '{"code":"42501"}') }, 0],
    ['is answered by an empty 404', { fault: answer(404) }, 0],
    ['is answered by a 404 with an empty list', { fault: answer(404, '[]') }, 0],
    ['is answered by a captive portal with 200 and JSON', { fault: answer(200, '[]') }, 0],
    ['is answered by 500 and a page', { fault: answer(500, '<h1>Error</h1>', 'text/html') }, 0],
    ['is refused by a reset connection', { fault: { does: 'reset' } }, 0],
    ['is stored, and the reply is lost', { fault: { does: 'dropResponse' } }, 1],
  ];
  test('is refused, answered by something else, stored without an answer, or cannot leave', async ({
    prospect,
    faultProxy,
    page,
  }) => {
    test.slow();
    await prospect.fillIn();
    for (const [name, command, rows] of faults)
      await test.step(name, async () => {
        faultProxy.command('api', command);
        const sent = faultProxy.calls('api').length;
        await prospect.button.click();
        await expect.poll(() => faultProxy.calls('api').length).toBeGreaterThan(sent);
        await prospect.expectBanner();
        expect(await prospect.rows()).toBe(rows);
        prospect.log.length = 0;
      });
    faultProxy.lift('api');
    await page.context().setOffline(true);
    await prospect.button.click();
    await prospect.expectBanner();
    await page.context().setOffline(false);
    await prospect.expectSuccessNow();
  });

  test('is refused later: nothing can be changed until then, the banner comes into view, and the focus stays', async ({
    prospect,
    faultProxy,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await switchInsertTimeoutOff(page);
    await prospect.fillIn();
    faultProxy.command('api', { fault: { does: 'hold' } });
    await prospect.button.click();
    const company = page.getByRole('textbox', { name: FIELD_LABELS.companyName });
    await expect(company).not.toBeEditable();
    const consent = page.getByRole('checkbox');
    await consent.click();
    await consent.press('Space');
    await company.press('Enter');
    faultProxy.command('api', { fault: answer(503) });
    await prospect.expectBanner();
    expect(faultProxy.posts('api')).toHaveLength(1);
    const header = await page.getByRole('banner').boundingBox();
    expect((await prospect.banner.boundingBox())!.y).toBeGreaterThanOrEqual(header!.y + header!.height);
    await expect(company).toBeFocused();
    await company.fill('');
    await company.press('Enter');
    await expect(page.getByText(demo.form.fields.companyName.required, { exact: true })).toBeVisible();
    await expect(prospect.banner).toHaveCount(0);
  });

  for (const [what, target, command] of [
    ['waits for a chunk that is gone', 'site', script('supabase-client', answer(404, '', 'text/html'))],
    ['waits for a chunk that never comes', 'site', script('supabase-client', { does: 'hold' })],
    ['has waited 15 seconds for an answer', 'api', { fault: { does: 'hold' } }],
  ] as const)
    test(what, async ({ prospect, faultProxy, page }) => {
      await shortenFirstTimeout(page);
      faultProxy.command(target, command);
      await prospect.fillIn();
      const sentAt = Date.now();
      await prospect.button.click();
      await prospect.expectBanner();
      if (command.fault.does === 'hold')
        expect(Date.now() - sentAt).toBeGreaterThanOrEqual(INSERT_TIMEOUT_MS / TIMES_SHORTER);
      expect(await prospect.rows()).toBe(0);
      faultProxy.lift(target);
      await prospect.expectSuccessNow();
    });
});

test('a browser that caches the failure of an import sends anyway', async ({ prospect, page }) => {
  // Chromium does not cache it; here the first URL keeps failing, as it would in such a browser.
  await page.route(/\/supabase-client\.[\w-]+\.js$/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await prospect.fillIn();
  await failed;
  await prospect.expectSuccessNow();
});

test.describe('a stored request ends in the confirmation, whatever the webhook does:', () => {
  const faults: Record<string, { fault: Fault; method?: 'OPTIONS'; logged?: 0 }> = {
    'answers 500': { fault: answer(500, 'no') },
    'resets the connection': { fault: { does: 'reset' } },
    'refuses the preflight': { fault: answer(405), method: 'OPTIONS' },
    'never answers': { fault: { does: 'hold' }, logged: 0 },
  };
  for (const [name, { logged = 1, ...command }] of Object.entries(faults)) {
    test(name, async ({ prospect, faultProxy }) => {
      await prospect.fillIn();
      faultProxy.command('webhook', command);
      await prospect.button.click();
      await prospect.expectConfirmation();
      await expect.poll(() => faultProxy.calls('webhook')).not.toHaveLength(0);
      await expect.poll(() => prospect.log).toHaveLength(logged);
      for (const line of prospect.log) expect(line).toContain('The webhook was not notified');
      prospect.expectNoPersonalDataLogged();
    });
  }

  test('has not answered the preflight when the visitor leaves', async ({ prospect, faultProxy, page }) => {
    await prospect.fillIn();
    faultProxy.command('webhook', { fault: { does: 'hold' }, method: 'OPTIONS' });
    await prospect.button.click();
    await prospect.expectConfirmation();
    await expect.poll(() => faultProxy.calls('webhook')).toHaveLength(1);
    await page.goto('/support-packages');
    faultProxy.lift('webhook');
    await expect.poll(() => webhookPayloadsOf(prospect.person)).toHaveLength(1);
  });
});

test('an impatient prospect, who submits twice in one task, is stored once', async ({
  prospect,
  faultProxy,
  page,
}) => {
  await prospect.fillIn();
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await prospect.expectConfirmation();
  expect(faultProxy.posts('api')).toHaveLength(1);
  await expect.poll(() => prospect.webhooks()).toBe(1);
  expect(prospect.log).toStrictEqual([]);
});

test.describe('when the form’s script', () => {
  test('is late, a press shows that at once, and sends once', async ({ prospect, faultProxy, page }) => {
    const release = await holdScripts(page);
    faultProxy.command('api', { fault: { does: 'hold' } });
    await prospect.fillInEarly();
    await prospect.button.click();
    await expect(prospect.working.locator('[aria-hidden]')).toBeVisible();
    await prospect.working.click();
    await expect(page).toHaveURL(/\/request-demo$/);

    release();
    await expect(prospect.working).toBeDisabled();
    faultProxy.lift('api');
    await prospect.expectConfirmation();
    await expect.poll(() => prospect.webhooks()).toBe(1);
  });

  test('is late, a press says at once what is missing, and typing after a press cancels it', async ({
    prospect,
    page,
  }) => {
    const release = await holdScripts(page);
    await page.goto('/request-demo', { waitUntil: 'commit' });
    await prospect.button.click();
    const name = page.getByRole('textbox', { name: FIELD_LABELS.fullName, exact: true });
    const messageOfName = () => name.evaluate((input: HTMLInputElement) => input.validationMessage);
    await expect(name).toBeFocused();
    expect(await messageOfName()).toBe(demo.form.fields.fullName.required);
    await expect(prospect.button).toBeVisible();

    await fillDemoForm(page, prospect.person);
    expect(await messageOfName()).toBe('');
    const company = page.getByRole('textbox', { name: FIELD_LABELS.companyName });
    await company.press('Enter');
    await expect(prospect.working).toBeVisible();
    await company.fill('Fields ');
    await expect(prospect.button).toBeVisible();
    release();
    await waitUntilHydrated(page, 'DemoForm');
    await page.keyboard.type('Plumbing');
    await expect(company).toHaveValue('Fields Plumbing');
    expect(await prospect.rows()).toBe(0);
  });

  test('never comes, a notice appears 15 seconds after the last press', async ({ prospect, page }) => {
    await page.clock.install();
    const release = await holdScripts(page, 'DemoForm');
    await prospect.fillInEarly();
    await page.clock.pauseAt(Date.now() + 60_000);
    await prospect.button.click();
    await page.clock.runFor(INSERT_TIMEOUT_MS - 1000);
    await prospect.working.click();
    await page.clock.runFor(INSERT_TIMEOUT_MS - 1000);
    await expect(prospect.notice).toBeHidden();
    await page.clock.runFor(1000);
    await expect(prospect.notice).toBeFocused();
    await expect(prospect.button).toBeEnabled();

    // The notice also comes up for somebody who types after a press, and leaves the focus in the field.
    await prospect.button.click();
    await page.locator('#form-unavailable').evaluate((notice: HTMLElement) => (notice.hidden = true));
    const industry = page.getByRole('textbox', { name: FIELD_LABELS.industry });
    await industry.press('End');
    await industry.pressSequentially('!');
    await page.clock.runFor(INSERT_TIMEOUT_MS);
    await expect(prospect.notice).toBeVisible();
    await expect(industry).toBeFocused();
    prospect.person.industry += '!';

    release();
    await expect(prospect.notice).toBeHidden();
    await expectFormToHold(page, prospect.person);
    expect(await prospect.rows(), 'a press of long ago is forgotten').toBe(0);
    await page.clock.resume();
    await prospect.expectSuccessNow();
  });

  test('is gone, a notice appears, and whoever types goes on typing', async ({
    prospect,
    faultProxy,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    faultProxy.command('site', script('DemoForm', { does: 'hold' }));
    await prospect.fillInEarly();
    const name = page.getByRole('textbox', { name: FIELD_LABELS.fullName, exact: true });
    await name.press('End');
    await name.pressSequentially(', owner');
    faultProxy.command('site', script('DemoForm', answer(404, '', 'text/html')));
    await expect(prospect.notice).toBeVisible();
    const form = (await page.locator('form').boundingBox())!;
    const { y, height } = (await prospect.notice.boundingBox())!;
    expect(y + height, 'the notice is above the form').toBeLessThanOrEqual(form.y);
    await page.keyboard.type(' and plumber');
    prospect.person.fullName += ', owner and plumber';
    await expectFormToHold(page, prospect.person);

    await expect(prospect.notice).toMatchAriaSnapshot(`
      - heading "${errorPage.heading}" [level=2]
      - list:
        - listitem:
          - link /@/
        - listitem:
          - link "${demo.notices.bookLabel} ${site.newTabHint}"
    `);
    await prospect.button.click();
    await expect(prospect.notice).toBeFocused();
    await expect(prospect.button).toBeEnabled();
    await expectFormToHold(page, prospect.person);
    prospect.expectNoPersonalDataLogged();
  });
});
