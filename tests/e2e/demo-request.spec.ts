import { MESSAGES } from '../support/specification.ts';
import { expect, expectFormToHold, fillDemoForm, holdScripts, test, visitor } from '../support/site.ts';

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
});

test('on a small screen the message about consent is seen beside its box', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/request-demo');
  await fillDemoForm(page, visitor());
  await page.getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Get a Call' }).click();
  await expect(page.getByRole('checkbox')).toBeFocused();
  await expect(page.getByRole('checkbox')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(MESSAGES.consentRequired, { exact: true })).toBeInViewport({ ratio: 1 });
});

test('a page translated on the way keeps what was typed, and sends it', async ({ page, backEnd }) => {
  const person = visitor();
  const release = await holdScripts(page);
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
      const wrapper = document.createElement('span');
      wrapper.textContent = `¿${node.textContent}?`;
      (node as Text).replaceWith(wrapper);
    }
  });
  await page.getByRole('button', { name: '¿Get a Call?' }).click();
  release();
  await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
  expect(await backEnd.rowsOf(person)).toHaveLength(1);
});

test('a page changed by a password manager on the way keeps what was typed and the focus', async ({
  page,
  backEnd,
}) => {
  const person = visitor();
  const release = await holdScripts(page);
  await page.goto('/request-demo', { waitUntil: 'commit' });
  await fillDemoForm(page, { ...person, email: '' });
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.focus();
  // Its icon, beside the field.
  await email.evaluate((field) => field.parentElement!.append(document.createElement('password-manager')));
  release();
  await expect(page.locator('form[data-early]')).toHaveCount(0);
  await expect(email).toBeFocused();
  await page.keyboard.type(person.email);
  await expectFormToHold(page, person);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
  expect(await backEnd.rowsOf(person)).toHaveLength(1);
});

test('without script the button is disabled and a notice offers e-mail and booking', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/request-demo');
  await expect(page.getByRole('button', { name: 'Get a Call' })).toBeDisabled();
  const notice = page.locator('#form-no-script');
  await expect(notice).toBeVisible();
  await expect(notice.getByRole('link')).toHaveCount(2);
  await context.close();
});

test.describe('the phone number', () => {
  for (const how of ['typed', 'pasted', 'filled in'] as const) {
    test(`+1 415 555 2671, ${how}, is shown as (415) 555-2671`, async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('/request-demo');
      const phone = page.getByRole('textbox', { name: 'Phone Number' });
      await expect(page.locator('form[data-early]')).toHaveCount(0);
      if (how === 'filled in') await phone.fill('+1 415 555 2671');
      else await phone.focus();
      if (how === 'typed') await page.keyboard.type('+1 415 555 2671');
      if (how === 'pasted') {
        await page.evaluate(() => navigator.clipboard.writeText('+1 415 555 2671'));
        await page.keyboard.press('ControlOrMeta+V');
      }
      await expect(phone).toHaveValue('(415) 555-2671');
    });
  }

  test('of another country is neither cut to a stranger’s number nor sent', async ({ page, backEnd }) => {
    const person = { ...visitor(), phoneNumber: '+44 20 7946 0958' };
    await page.goto('/request-demo');
    await fillDemoForm(page, { ...person, phoneNumber: '' });
    const phone = page.getByRole('textbox', { name: 'Phone Number' });
    await phone.pressSequentially(person.phoneNumber);
    await page.getByRole('button', { name: 'Get a Call' }).click();
    await expect(phone).toBeFocused();
    await expect(phone).toHaveValue(person.phoneNumber);
    await expect(page.getByText(MESSAGES.phoneInvalid, { exact: true })).toBeVisible();
    expect(await backEnd.rowsOf(person)).toEqual([]);
  });

  test('composed with an input method is formatted, and a digit too many does not wipe it', async ({
    page,
    context,
  }) => {
    await page.goto('/request-demo');
    await expect(page.locator('form[data-early]')).toHaveCount(0);
    const phone = page.getByRole('textbox', { name: 'Phone Number' });
    await phone.focus();
    const keyboard = await context.newCDPSession(page);
    const text = '4155552671';
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: 10, selectionEnd: 10 });
    await keyboard.send('Input.insertText', { text });
    await expect(phone).toHaveValue('(415) 555-2671');
    await phone.press('9');
    await expect(phone).toHaveValue('(415) 555-2671');
  });

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

test('coming back to a confirmation kept in memory shows a form that works', async ({ page, backEnd }) => {
  await page.goto('/request-demo');
  await fillDemoForm(page, visitor());
  await page.getByRole('button', { name: 'Get a Call' }).click();
  await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
  // Playwright switches the back/forward cache off; this is how a page hears that it came out of it.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

  const person = visitor();
  await fillDemoForm(page, person);
  await page.getByRole('button', { name: 'Get a Call' }).click();
  await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
  expect(await backEnd.rowsOf(person)).toHaveLength(1);
});
