import { MESSAGES } from '../support/specification.ts';
import { expect, expectFormToHold, fillDemoForm, test, visitor } from '../support/site.ts';

test.describe('a prospect asking for a demo call', () => {
  test('fills the form by keyboard, and the request is a row in the table and a call to the webhook', async ({
    page,
    backEnd,
  }) => {
    const person = visitor();
    await page.goto('/request-demo');
    await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
    for (const text of [person.fullName, person.email, person.companyName, person.industry]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('4155552671');
    await expect(page.getByRole('textbox', { name: 'Phone Number' })).toHaveValue('(415) 555-2671');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    const heading = page.getByRole('heading', { name: MESSAGES.confirmationHeading });
    await expect(heading).toBeFocused();
    await expect(page.getByText(MESSAGES.confirmationText)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Get a Call' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Get a Live Demo Call' })).toHaveCount(0);

    expect(await backEnd.rowsOf(person)).toMatchObject([
      {
        full_name: person.fullName,
        company_name: person.companyName,
        industry: person.industry,
        phone_number: '(415) 555-2671',
        accepted_terms: true,
        email: person.email,
      },
    ]);
    await expect.poll(() => backEnd.webhookPayloadsOf(person)).toHaveLength(1);
    const [payload] = await backEnd.webhookPayloadsOf(person);
    expect(payload).toStrictEqual({
      fullName: person.fullName,
      email: person.email,
      companyName: person.companyName,
      industry: person.industry,
      phoneNumber: '(415) 555-2671',
      timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    });
  });

  test('sees every problem at once, and typing clears the message of that field alone', async ({ page }) => {
    await page.goto('/request-demo');
    await page.getByRole('button', { name: 'Get a Call' }).click();

    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toBeFocused();
    const messages = {
      Name: MESSAGES.fullNameRequired,
      Email: MESSAGES.emailRequired,
      'Company Name': MESSAGES.companyNameRequired,
      Industry: MESSAGES.industryRequired,
      'Phone Number': MESSAGES.phoneRequired,
    };
    for (const [label, message] of Object.entries(messages)) {
      const field = page.getByRole('textbox', { name: label, exact: true });
      await expect(field).toHaveAccessibleDescription(new RegExp(message));
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    }
    const consent = page.getByRole('checkbox');
    await expect(consent).toHaveAccessibleDescription(MESSAGES.consentRequired);

    await name.pressSequentially('D');
    await expect(page.getByText(MESSAGES.fullNameRequired, { exact: true })).toHaveCount(0);
    await expect(name).not.toHaveAttribute('aria-invalid');
    await expect(page.getByText(MESSAGES.emailRequired, { exact: true })).toBeVisible();
    await consent.check();
    await expect(page.getByText(MESSAGES.consentRequired, { exact: true })).toHaveCount(0);
  });

  test('is told when the e-mail address or the number is not one', async ({ page }) => {
    await page.goto('/request-demo');
    await fillDemoForm(page, { ...visitor(), email: 'dana at fields', phoneNumber: '415 555 267' });
    await page.getByRole('button', { name: 'Get a Call' }).click();
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await expect(page.getByText(MESSAGES.emailInvalid, { exact: true })).toBeVisible();
    await expect(page.getByText(MESSAGES.phoneInvalid, { exact: true })).toBeVisible();
  });

  test('sees that it is working, and cannot press again', async ({ page, backEnd }) => {
    const person = visitor();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/rest/v1/demo_requests*', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/request-demo');
    await fillDemoForm(page, person);
    await page.getByRole('button', { name: 'Get a Call' }).click();
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    release();
    await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
    expect(await backEnd.rowsOf(person)).toHaveLength(1);
  });

  test('stores one row with a double click and with two submits at once', async ({ page, backEnd }) => {
    const twice = visitor();
    await page.goto('/request-demo');
    await fillDemoForm(page, twice);
    await page.getByRole('button', { name: 'Get a Call' }).dblclick();
    await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
    expect(await backEnd.rowsOf(twice)).toHaveLength(1);

    const together = visitor();
    let inserts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/demo_requests')) inserts += 1;
    });
    await page.goto('/request-demo');
    await fillDemoForm(page, together);
    await page.locator('form').evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
    expect(await backEnd.rowsOf(together)).toHaveLength(1);
    expect(inserts).toBe(1);
  });
});

test.describe('when the request cannot be stored', () => {
  const faults = {
    'is refused': { status: 401, json: { code: '42501', message: 'permission denied' } },
    'is answered by an empty 404': { status: 404, body: '' },
    'is answered by a captive portal': { status: 200, json: [] },
  };
  for (const [name, answer] of Object.entries(faults)) {
    test(`because the insert ${name}: banner, idle, everything kept, no webhook, one log line`, async ({
      page,
      backEnd,
    }) => {
      const person = visitor();
      const log: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          log.push(message.text());
        }
      });
      await page.route('**/rest/v1/demo_requests*', (route) =>
        route.fulfill({ ...answer, headers: { 'Access-Control-Allow-Origin': '*' } }),
      );
      await page.goto('/request-demo');
      await fillDemoForm(page, person);
      await page.getByRole('button', { name: 'Get a Call' }).click();

      await expect(page.getByRole('alert').getByText(MESSAGES.banner)).toBeFocused();
      await expect(page.getByRole('button', { name: 'Get a Call' })).toBeEnabled();
      await expectFormToHold(page, person);
      expect(await backEnd.rowsOf(person)).toHaveLength(0);
      expect(await backEnd.webhookPayloadsOf(person)).toHaveLength(0);
      expect(log).toHaveLength(1);
      expect(log[0]).not.toContain(person.email);

      await page.unroute('**/rest/v1/demo_requests*');
      await page.getByRole('button', { name: 'Get a Call' }).click();
      await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
      expect(await backEnd.rowsOf(person)).toHaveLength(1);
    });
  }

  test('because the visitor is offline: banner, and sending again once back online succeeds', async ({
    page,
    context,
    backEnd,
  }) => {
    const person = visitor();
    await page.goto('/request-demo');
    await fillDemoForm(page, person);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Get a Call' }).click();
    await expect(page.getByRole('alert').getByText(MESSAGES.banner)).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Get a Call' }).click();
    await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
    expect(await backEnd.rowsOf(person)).toHaveLength(1);
  });

  test('because the answer never comes: after the timeout the banner, not a locked form', async ({
    page,
  }) => {
    await page.clock.install();
    await page.addInitScript(() => {
      // The page's clock is the test's; the browser's own timeout signal is not.
      AbortSignal.timeout = (milliseconds) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), milliseconds);
        return controller.signal;
      };
    });
    await page.route('**/rest/v1/demo_requests*', () => {});
    await page.goto('/request-demo');
    await fillDemoForm(page, visitor());
    const asked = page.waitForRequest('**/rest/v1/demo_requests*');
    await page.getByRole('button', { name: 'Get a Call' }).click();
    await asked;
    await page.clock.runFor(14_000);
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    await page.clock.runFor(1_100);
    await expect(page.getByRole('alert').getByText(MESSAGES.banner)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Get a Call' })).toBeEnabled();
  });
});

test.describe('when only the webhook fails', () => {
  for (const [name, fail] of Object.entries({
    'refuses the connection': (route: import('@playwright/test').Route) => route.abort('connectionrefused'),
    'answers 500': (route: import('@playwright/test').Route) =>
      route.fulfill({ status: 500, headers: { 'Access-Control-Allow-Origin': '*' } }),
  })) {
    test(`because it ${name}: the confirmation, and one log line without personal data`, async ({
      page,
      backEnd,
      webhookUrl,
    }) => {
      const person = visitor();
      const logged = page.waitForEvent('console', (message) => message.text().includes('webhook'));
      await page.route(webhookUrl, (route) => fail(route));
      await page.goto('/request-demo');
      await fillDemoForm(page, person);
      await page.getByRole('button', { name: 'Get a Call' }).click();
      await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
      expect(await backEnd.rowsOf(person)).toHaveLength(1);
      expect((await logged).text()).not.toContain(person.email);
    });
  }

  test('because it never answers: the confirmation does not wait', async ({ page, webhookUrl }) => {
    await page.route(webhookUrl, () => {});
    await page.goto('/request-demo');
    await fillDemoForm(page, visitor());
    await page.getByRole('button', { name: 'Get a Call' }).click();
    await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
  });
});

test.describe('before the script arrives', () => {
  test('what was typed is kept, and a press on the button is honoured when it does', async ({
    page,
    backEnd,
  }) => {
    const person = visitor();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/_astro/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/request-demo', { waitUntil: 'commit' });
    await fillDemoForm(page, { ...person, phoneNumber: '+1 415 555 2671' });
    await page.getByRole('button', { name: 'Get a Call' }).click();
    await expect(page).toHaveURL(/\/request-demo$/);
    release();
    await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
    expect(await backEnd.rowsOf(person)).toMatchObject([{ phone_number: '(415) 555-2671' }]);
    expect(page.url()).not.toContain('?');
  });

  test('a page translated on the way keeps what was typed, and sends it', async ({ page, backEnd }) => {
    const person = visitor();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/_astro/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/request-demo', { waitUntil: 'commit' });
    const fields = page.getByRole('textbox');
    const values = [person.fullName, person.email, person.companyName, person.industry, person.phoneNumber];
    for (const [index, value] of values.entries()) await fields.nth(index).fill(value);
    await page.getByRole('checkbox').check();
    // As browsers' translators do it: other words, wrapped.
    await page.locator('form').evaluate((form) => {
      const texts = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
      const nodes: Node[] = [];
      while (texts.nextNode()) nodes.push(texts.currentNode);
      for (const node of nodes) {
        const wrapper = document.createElement('font');
        wrapper.textContent = `¿${node.textContent}?`;
        (node as Text).replaceWith(wrapper);
      }
    });
    await page.getByRole('button', { name: '¿Get a Call?' }).click();
    release();
    await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
    expect(await backEnd.rowsOf(person)).toHaveLength(1);
  });

  test('without script the button is disabled and a notice offers e-mail and booking', async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/request-demo');
    await expect(page.getByRole('button', { name: 'Get a Call' })).toBeDisabled();
    const notice = page.locator('#form-no-script');
    await expect(notice).toBeVisible();
    await expect(notice.getByRole('link')).toHaveCount(2);
    await context.close();
  });

  test('a form that cannot be loaded says so above itself and keeps every value', async ({ page }) => {
    await page.route('**/_astro/DemoForm*.js*', (route) => route.fulfill({ status: 404 }));
    await page.goto('/request-demo');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Dana Fields');
    const notice = page.getByRole('alert').filter({ hasText: MESSAGES.fallbackHeading });
    await expect(notice).toBeVisible();
    await expect(notice.getByRole('link')).toHaveCount(2);
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Dana Fields');
    await expect(page.getByRole('button', { name: 'Get a Call' })).toBeDisabled();
  });

  test('a client that cannot be loaded ends in the banner, and sending again works', async ({
    page,
    backEnd,
  }) => {
    const person = visitor();
    let isGone = true;
    await page.route('**/_astro/supabase-client*.js', (route) =>
      isGone ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.goto('/request-demo');
    await fillDemoForm(page, person);
    await page.getByRole('button', { name: 'Get a Call' }).click();
    await expect(page.getByRole('alert').getByText(MESSAGES.banner)).toBeVisible();
    isGone = false;
    await page.getByRole('button', { name: 'Get a Call' }).click();
    await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
    expect(await backEnd.rowsOf(person)).toHaveLength(1);
  });
});

test.describe('the phone number', () => {
  for (const how of ['typed', 'pasted'] as const) {
    test(`+1 415 555 2671, ${how}, is shown as (415) 555-2671`, async ({ page }) => {
      await page.goto('/request-demo');
      const phone = page.getByRole('textbox', { name: 'Phone Number' });
      await expect(page.locator('form[data-early]')).toHaveCount(0);
      if (how === 'typed') await phone.pressSequentially('+1 415 555 2671');
      else await phone.fill('+1 415 555 2671');
      await expect(phone).toHaveValue('(415) 555-2671');
    });
  }

  test('edited in the middle keeps the caret', async ({ page }) => {
    await page.goto('/request-demo');
    await expect(page.locator('form[data-early]')).toHaveCount(0);
    const phone = page.getByRole('textbox', { name: 'Phone Number' });
    await phone.pressSequentially('4155552671');
    for (let step = 0; step < 7; step += 1) await phone.press('ArrowLeft');
    await phone.press('Backspace');
    await phone.pressSequentially('9');
    await expect(phone).toHaveValue('(415) 955-2671');
    expect(await phone.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(7);
  });
});

test('coming back after the confirmation shows a form that works', async ({ page, backEnd }) => {
  await page.goto('/request-demo');
  await fillDemoForm(page, visitor());
  await page.getByRole('button', { name: 'Get a Call' }).click();
  await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
  await page.goto('/support-packages');
  await page.goBack();

  const person = visitor();
  await fillDemoForm(page, person);
  await page.getByRole('button', { name: 'Get a Call' }).click();
  await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
  expect(await backEnd.rowsOf(person)).toHaveLength(1);
});
