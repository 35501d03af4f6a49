import type { Locator, Page } from '@playwright/test';
import { FIELD_NAMES, toRow, toWebhookPayload } from '../../src/demo-request/validation.ts';
import { TEXT_FIELD_NAMES } from '../../src/demo-request/fields.ts';
import { formatPhone } from '../../src/demo-request/phone.ts';
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
    const phoneNumber = formatPhone(person.phoneNumber);
    await expect(page.getByRole('textbox', { name: FIELD_LABELS.phoneNumber })).toHaveValue(phoneNumber);
    await page.keyboard.press('Space');
    const consentShown = await page.locator('label[for="acceptedTerms"]').innerText();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await expect(confirmationOf(page)).toBeFocused();
    await expect(page.getByText(demo.confirmation.text)).toBeVisible();
    await expect(page.getByRole('button', { name: demo.form.submit })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: demo.hero.heading })).toHaveCount(0);

    const sent = { ...person, phoneNumber, acceptedTerms: true };
    expect(await rowsOf(person)).toMatchObject([toRow(sent)]);
    const found = await serviceClient.rpc('find_demo_requests', { person: person.email }).throwOnError();
    const { id: request_id } = found.data[0]!;
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
    for (const fieldName of TEXT_FIELD_NAMES) {
      const field = page.getByRole('textbox', { name: FIELD_LABELS[fieldName], exact: true });
      const { required } = demo.form.fields[fieldName];
      await expect(field).toHaveAccessibleDescription(new RegExp(required));
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByText(required, { exact: true })).toBeVisible();
      await touch(field);
    }
    const consent = page.getByRole('checkbox');
    await expect(consent).toHaveAccessibleDescription(demo.form.consentRequired);
    await expect(page.getByText(`${demo.form.remaining} ${FIELD_NAMES.length}`)).toBeVisible();
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

  test('reads in a translated page, too, how many fields are still missing', async ({ page }) => {
    await page.goto('/request-demo');
    await waitUntilHydrated(page, 'DemoForm');
    await page.getByRole('button', { name: demo.form.submit }).click();
    const remaining = page.locator('#remaining');
    await expect(remaining).toContainText(String(FIELD_NAMES.length));
    await translate(page.locator('form'));
    await page.getByRole('textbox').first().pressSequentially('D');
    await expect(remaining).toContainText(String(FIELD_NAMES.length - 1));
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

/** Events as extensions and on-screen keyboards dispatch them, in a field that they do not change. */
const touch = (field: Locator) =>
  field.evaluate((input) => {
    const bubbles = true;
    input.dispatchEvent(new Event('input', { bubbles }));
    input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles }));
    for (const inputType of ['insertCompositionText', 'insertText', 'insertReplacementText'])
      input.dispatchEvent(new InputEvent('input', { bubbles, inputType }));
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles }));
  });

/** Types texts into the phone field, and presses keys, whose names begin with a capital. */
async function type(page: Page, ...keys: string[]): Promise<void> {
  const phone = phoneOf(page);
  for (const key of keys) await (/^[A-Z]/.test(key) ? phone.press(key) : phone.pressSequentially(key));
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await phoneOf(page).press('ControlOrMeta+V');
}

/** Enters a text with an input method. */
async function compose(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const [selectionStart, selectionEnd] = [text.length, text.length];
  await session.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
  await session.send('Input.insertText', { text });
}

const times = (count: number, key: string) => Array.from({ length: count }, () => key);
const FOREIGN = '+61 2 5550 1234';

/** What visitors do in the field, what it then shows, and whether that is refused; `phone.test.ts` has all the rules. */
const ENTRIES: [does: string, enter: (page: Page) => Promise<unknown>, shows: string, isRefused?: true][] = [
  ['pastes', (page) => paste(page, '+1 415 555 2671'), '(415) 555-2671'],
  ['dictates', ({ keyboard }) => keyboard.insertText('442079460958'), '(442) 079-4609', true],
  ['composes', (page) => compose(page, '4155552671'), '(415) 555-2671'],
  ['has it filled in', (page) => phoneOf(page).fill('+14155552671'), '(415) 555-2671'],
  [
    'corrects a digit',
    (page) => type(page, '4155552671', ...times(7, 'ArrowLeft'), 'Backspace', '9'),
    '(415) 955-2671',
  ],
  [
    'deletes forwards',
    (page) => type(page, '4155552671', ...times(5, 'ArrowLeft'), 'Delete'),
    '(415) 555-671',
    true,
  ],
  ['deletes a plus sign', (page) => type(page, '+', 'Backspace', '4155552671'), '(415) 555-2671'],
  ['undoes', (page) => type(page, '4155552671x9', 'ControlOrMeta+Z'), '(415) 555-267', true],
  [
    'corrects what was refused',
    (page) => type(page, FOREIGN, 'Enter', 'End', 'Backspace', '4'),
    '(612) 555-0124',
  ],
  [
    'changes nothing of what was refused',
    (page) => type(page, FOREIGN, 'Enter').then(() => touch(phoneOf(page))),
    '(612) 555-0123',
    true,
  ],
];

/** Submits, while other fields are still empty. */
async function expectOutcome(page: Page, shows: string, isRefused = false): Promise<void> {
  await expect(phoneOf(page)).toHaveValue(shows);
  await phoneOf(page).press('Enter');
  const { hint, invalid } = demo.form.fields.phoneNumber;
  await expect(phoneOf(page)).toHaveAccessibleDescription(isRefused ? `${invalid} ${hint}` : hint!);
}

test.describe('the phone number', () => {
  test('is formatted as it is entered, and sent or refused', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/request-demo');
    await waitUntilHydrated(page, 'DemoForm');
    for (const [does, enter, shows, isRefused] of ENTRIES)
      await test.step(`a visitor ${does}`, async () => {
        await phoneOf(page).fill('');
        await enter(page);
        await expectOutcome(page, shows, isRefused);
      });
  });

  test('that was too long before hydration is refused', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/request-demo', { waitUntil: 'commit' });
    await phoneOf(page).fill('442079460958');
    release();
    await waitUntilHydrated(page, 'DemoForm');
    await expectOutcome(page, '(442) 079-4609', true);
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
