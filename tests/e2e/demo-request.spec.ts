import type { Page } from '@playwright/test';
import { toRow, toWebhookPayload } from '../../src/lib/demo-request.ts';
import { FIELD_LABELS, demo } from '../support/words.ts';
import {
  confirmationOf,
  expect,
  expectFormToHold,
  fillDemoForm,
  holdScripts,
  rowsOf,
  serviceClient,
  submitRequest,
  test,
  translate,
  newPerson,
  waitUntilHydrated,
  webhookPayloadsOf,
} from '../support/site.ts';

test.describe('a prospect asking for a demo call', () => {
  test('fills the form by keyboard: a row in the table, a call to the webhook', async ({ page }) => {
    const person = newPerson();
    await page.goto('/request-demo');
    await page.getByRole('textbox', { name: FIELD_LABELS.fullName, exact: true }).focus();
    for (const text of Object.values(person)) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await expect(page.getByRole('textbox', { name: FIELD_LABELS.phoneNumber })).toHaveValue('(415) 555-2671');
    await page.keyboard.press('Space');
    const consentShown = await page.locator('label[for="acceptedTerms"]').innerText();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await expect(confirmationOf(page)).toBeFocused();
    await expect(page.getByText(demo.confirmation.text)).toBeVisible();
    await expect(page.getByRole('button', { name: demo.form.submit })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: demo.hero.heading })).toHaveCount(0);

    const sent = { ...person, phoneNumber: '(415) 555-2671', acceptedTerms: true };
    expect(await rowsOf(person)).toMatchObject([toRow(sent)]);
    const found = await serviceClient.rpc('find_demo_requests', { person: person.email }).throwOnError();
    const { id: request_id } = (found.data as { id: string }[])[0]!;
    const { data: record } = await serviceClient.rpc('demo_request_evidence', { request_id }).throwOnError();
    expect(record, 'the record of consent has the words that were shown').toMatchObject({
      words: consentShown,
    });
    await expect.poll(() => webhookPayloadsOf(person)).toHaveLength(1);
    const [payload] = await webhookPayloadsOf(person);
    const { timestamp } = payload as { timestamp: string };
    expect(payload).toStrictEqual(toWebhookPayload(sent, new Date(timestamp)));
  });

  test('sees every error at once, and typing clears the message of that field alone', async ({ page }) => {
    await page.goto('/request-demo');
    await page.getByRole('button', { name: demo.form.submit }).click();

    const name = page.getByRole('textbox', { name: FIELD_LABELS.fullName, exact: true });
    await expect(name).toBeFocused();
    const messages = {
      [FIELD_LABELS.fullName]: demo.form.fields.fullName.required,
      [FIELD_LABELS.email]: demo.form.fields.email.required,
      [FIELD_LABELS.companyName]: demo.form.fields.companyName.required,
      [FIELD_LABELS.industry]: demo.form.fields.industry.required,
      [FIELD_LABELS.phoneNumber]: demo.form.fields.phoneNumber.required,
    };
    for (const [label, message] of Object.entries(messages)) {
      const field = page.getByRole('textbox', { name: label, exact: true });
      await expect(field).toHaveAccessibleDescription(new RegExp(message));
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    }
    const consent = page.getByRole('checkbox');
    await expect(consent).toHaveAccessibleDescription(demo.form.consentRequired);

    await name.pressSequentially('D');
    await expect(page.getByText(demo.form.fields.fullName.required, { exact: true })).toHaveCount(0);
    await expect(name).not.toHaveAttribute('aria-invalid');
    await expect(page.getByText(demo.form.fields.email.required, { exact: true })).toBeVisible();
    await consent.check();
    await expect(page.getByText(demo.form.consentRequired, { exact: true })).toHaveCount(0);

    await page.getByRole('textbox', { name: FIELD_LABELS.email }).fill('D');
    await page.getByRole('button', { name: demo.form.submit }).click();
    await expect(page.getByText(demo.form.fields.email.invalid!, { exact: true })).toBeVisible();
  });
});

test('on a small screen the message about consent is visible beside the checkbox', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/request-demo');
  await fillDemoForm(page, newPerson());
  await page.getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: demo.form.submit }).click();
  await expect(page.getByRole('checkbox')).toBeFocused();
  await expect(page.getByRole('checkbox')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(demo.form.consentRequired, { exact: true })).toBeInViewport({ ratio: 1 });
});

test('a page translated before hydration keeps what was typed, and sends it', async ({ page }) => {
  const person = newPerson();
  const release = await holdScripts(page);
  await page.goto('/request-demo', { waitUntil: 'commit' });
  const fields = page.getByRole('textbox');
  for (const [index, value] of Object.values(person).entries()) await fields.nth(index).fill(value);
  await page.getByRole('checkbox').check();
  await translate(page.locator('form'));
  await page.getByRole('button', { name: `¿${demo.form.submit}?` }).click();
  release();
  await expect(confirmationOf(page)).toBeVisible();
  expect(await rowsOf(person)).toHaveLength(1);
});

test('a page that a password manager has changed keeps text and focus on hydration', async ({ page }) => {
  const person = newPerson();
  const release = await holdScripts(page);
  await page.goto('/request-demo', { waitUntil: 'commit' });
  await fillDemoForm(page, { ...person, email: '' });
  const email = page.getByRole('textbox', { name: FIELD_LABELS.email });
  await email.focus();
  // The password manager's icon, beside the field.
  await email.evaluate((field) => field.parentElement!.append(document.createElement('password-manager')));
  release();
  await waitUntilHydrated(page, 'DemoForm');
  await expect(email).toBeFocused();
  await page.keyboard.type(person.email);
  await expectFormToHold(page, person);
  await page.keyboard.press('Enter');
  await expect(confirmationOf(page)).toBeVisible();
  expect(await rowsOf(person)).toHaveLength(1);
});

test('without script the button is disabled and a notice offers e-mail and booking', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/request-demo');
  await expect(page.getByRole('button', { name: demo.form.submit })).toBeDisabled();
  const notice = page.locator('#form-no-script');
  await expect(notice).toBeVisible();
  await expect(notice.getByRole('link')).toHaveCount(2);
  await context.close();
});

const phoneOf = (page: Page) => page.getByRole('textbox', { name: FIELD_LABELS.phoneNumber });

const invalidPhoneMessage = (page: Page) =>
  page.getByText(demo.form.fields.phoneNumber.invalid!, { exact: true });

async function paste(page: Page, text: string): Promise<void> {
  await phoneOf(page).fill('');
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+V');
}

test.describe('the phone number', () => {
  test.beforeEach(async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/request-demo');
    await waitUntilHydrated(page, 'DemoForm');
  });

  test('typed, pasted or filled in with its country code is shown without', async ({ page }) => {
    const number = '+1 415 555 2671';
    await phoneOf(page).pressSequentially(number);
    await expect(phoneOf(page)).toHaveValue('(415) 555-2671');
    await paste(page, number);
    await expect(phoneOf(page)).toHaveValue('(415) 555-2671');
    await phoneOf(page).fill('');
    await phoneOf(page).fill(number);
    await expect(phoneOf(page)).toHaveValue('(415) 555-2671');
  });

  test('of another country is cut to ten digits, and refused until it is edited', async ({ page }) => {
    const person = newPerson();
    await fillDemoForm(page, person);
    const phone = phoneOf(page);
    const ways: Record<string, (number: string) => Promise<void>> = {
      typed: async (number) => {
        await phone.fill('');
        await phone.pressSequentially(number);
      },
      pasted: (number) => paste(page, number),
      'filled in': (number) => phone.fill(number),
    };
    for (const [way, enter] of Object.entries(ways)) {
      await phone.fill('(415) 555-2671');
      await expect(invalidPhoneMessage(page), way).toHaveCount(0);
      await enter('+44 20 7946 0958');
      await expect(phone, way).toHaveValue('(442) 079-4609');
      await expect(invalidPhoneMessage(page), way).toBeVisible();
    }
    await expect(phone).toHaveAccessibleDescription(new RegExp(demo.form.fields.phoneNumber.invalid!));
    await expect(
      page.getByRole('alert').filter({ hasText: demo.form.fields.phoneNumber.invalid! }),
    ).toBeAttached();

    await page.getByRole('button', { name: demo.form.submit }).click();
    await expect(phone).toBeFocused();
    await expect(invalidPhoneMessage(page)).toBeVisible();
    expect(await rowsOf(person)).toHaveLength(0);
    await phone.press('End');
    await phone.press('Backspace');
    await expect(invalidPhoneMessage(page)).toHaveCount(0);
    await phone.press('9');
    await submitRequest(page);
    expect(await rowsOf(person)).toMatchObject([{ phone_number: '(442) 079-4609' }]);
  });

  test('entered before hydration is formatted and validated on hydration', async ({ page }) => {
    for (const [number, shown, count] of [
      ['+1 415 555 2671', '(415) 555-2671', 0],
      ['+44 20 7946 0958', '(442) 079-4609', 1],
    ] as const) {
      const release = await holdScripts(page);
      await page.goto('/request-demo', { waitUntil: 'commit' });
      await phoneOf(page).fill(number);
      release();
      await expect(phoneOf(page)).toHaveValue(shown);
      await expect(invalidPhoneMessage(page)).toHaveCount(count);
    }
  });

  test('that was refused is not restored as ten digits by the Back button', async ({ page }) => {
    for (const [number, restored] of [
      ['4155552671', '(415) 555-2671'],
      ['+442079460958', ''],
    ] as const) {
      await page.goto('/request-demo');
      await waitUntilHydrated(page, 'DemoForm');
      await phoneOf(page).fill(number);
      await page.goto('/');
      await page.goBack();
      await waitUntilHydrated(page, 'DemoForm');
      await expect(phoneOf(page)).toHaveValue(restored);
    }
  });

  test('is not refused for a plus sign that was deleted', async ({ page }) => {
    for (const key of '+⌫4155552671') await phoneOf(page).press(key === '⌫' ? 'Backspace' : key);
    await expect(phoneOf(page)).toHaveValue('(415) 555-2671');
    await expect(invalidPhoneMessage(page)).toHaveCount(0);
  });

  test('can be undone, one edit after the other', async ({ page }) => {
    await phoneOf(page).pressSequentially('4155552');
    await paste(page, '442079460958');
    for (const shown of ['', '(415) 555-2', '(415) 555', '(415) 55']) {
      await page.keyboard.press('ControlOrMeta+Z');
      await expect(phoneOf(page)).toHaveValue(shown);
    }
  });

  test('composed with an input method survives a digit too many', async ({ page, context }) => {
    const phone = phoneOf(page);
    await phone.focus();
    const keyboard = await context.newCDPSession(page);
    const text = '4155552671';
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: 10, selectionEnd: 10 });
    await keyboard.send('Input.insertText', { text });
    await expect(phone).toHaveValue('(415) 555-2671');
    await phone.press('9');
    await expect(phone).toHaveValue('(415) 555-2671');
    await expect(invalidPhoneMessage(page)).toBeVisible();
  });

  test('edited in the middle keeps the caret', async ({ page }) => {
    const phone = phoneOf(page);
    await phone.pressSequentially('4155552671');
    for (let step = 0; step < 7; step += 1) await phone.press('ArrowLeft');
    await phone.press('Backspace');
    await phone.pressSequentially('9');
    await expect(phone).toHaveValue('(415) 955-2671');
    expect(await phone.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(7);
  });
});

test('consent is given anew by whoever comes back to the form, or reloads it', async ({ page }) => {
  const ways = {
    Back: async () => {
      await page.goto('/support-packages');
      await page.goBack();
    },
    'a reload': () => page.reload(),
    // Playwright disables the back/forward cache; this is the event of a page restored from it.
    'the back/forward cache': () =>
      page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
  };
  await page.goto('/request-demo');
  for (const [way, comeBack] of Object.entries(ways)) {
    await waitUntilHydrated(page, 'DemoForm');
    await page.getByRole('checkbox').check();
    await comeBack();
    await waitUntilHydrated(page, 'DemoForm');
    await expect(page.getByRole('checkbox'), way).not.toBeChecked();
  }
});

test('a confirmation restored from the back/forward cache becomes a form that works', async ({ page }) => {
  await page.goto('/request-demo');
  await submitRequest(page, newPerson());
  // Playwright disables the back/forward cache; this is the event of a page restored from it.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(confirmationOf(page)).toBeHidden();

  const person = newPerson();
  await submitRequest(page, person);
  expect(await rowsOf(person)).toHaveLength(1);
});
