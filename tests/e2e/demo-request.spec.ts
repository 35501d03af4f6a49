import type { Locator, Page } from '@playwright/test';
import { FIELD_NAMES, toRow, toWebhookPayload } from '../../src/demo-request/validation.ts';
import { TEXT_FIELDS, TEXT_FIELD_NAMES } from '../../src/demo-request/fields.ts';
import { formatPhone } from '../../src/demo-request/phone.ts';
import {
  confirmationOf,
  fieldOf,
  fillForm,
  newPerson,
  rowsOf,
  submitButtonOf,
  submitRequest,
  webhookPayloadsOf,
} from '../support/prospect.ts';
import { expect, holdScripts, test, translate, hydrated } from '../support/site.ts';
import { FIELD_LABELS, demo } from '../support/words.ts';

test('a prospect fills the form by keyboard: one row, and one call of the webhook', async ({ page }) => {
  const person = newPerson();
  await page.goto('/request-demo');
  await fieldOf(page, 'fullName').focus();
  // The texts are in the order of the fields.
  for (const text of Object.values(person)) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  const phoneNumber = formatPhone(person.phoneNumber);
  await expect(fieldOf(page, 'phoneNumber')).toHaveValue(phoneNumber);
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await expect(confirmationOf(page)).toBeFocused();
  await expect(page.getByText(demo.confirmation.text)).toBeVisible();
  await expect(submitButtonOf(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: demo.hero.heading })).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main.getByText(demo.callingHours), 'when it calls').toBeVisible();
  for (const name of [demo.notices.bookLabel, demo.notices.emailLabel])
    await expect(main.getByRole('link', { name })).toBeVisible();

  const sent = { ...person, phoneNumber, acceptedTerms: true };
  expect(await rowsOf(person)).toMatchObject([toRow(sent)]);
  await expect.poll(() => webhookPayloadsOf(person)).toHaveLength(1);
  const [payload] = await webhookPayloadsOf(person);
  const { timestamp } = payload as { timestamp: string };
  expect(payload).toStrictEqual(toWebhookPayload(sent, new Date(timestamp)));
});

test('a prospect sees every error at once, and typing clears that of its field', async ({ page }) => {
  await page.goto('/request-demo');
  await submitButtonOf(page).click();

  const name = fieldOf(page, 'fullName');
  await expect(name).toBeFocused();
  for (const fieldName of TEXT_FIELD_NAMES) {
    const field = fieldOf(page, fieldName);
    const { required } = demo.form.fields[fieldName];
    await expect(field).toHaveAccessibleDescription(new RegExp(required));
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(required, { exact: true })).toBeVisible();
    // Extensions dispatch such events. It clears no error: all are counted below.
    await dispatchInputWithoutChange(field);
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

  const email = page.getByRole('textbox', { name: FIELD_LABELS.email });
  // What a mail program puts around an address is taken away.
  await email.fill('<D>,');
  // A password manager fills the field like this, and knows no `maxlength`.
  await name.evaluate((field: HTMLInputElement, maxLength) => {
    field.value = 'D'.repeat(maxLength + 1);
  }, TEXT_FIELDS.fullName.maxLength);
  await submitButtonOf(page).click();
  await expect(email, 'what is judged is what is shown').toHaveValue('D');
  await expect(name).toHaveAccessibleDescription(new RegExp(demo.form.tooLong));
  await name.fill('D');
  await expect(page.getByText(demo.form.fields.email.invalid!, { exact: true })).toBeVisible();

  const remaining = page.locator('#remaining');
  await expect(remaining, 'all but name and consent').toContainText(String(FIELD_NAMES.length - 2));
  await translate(page.locator('form'));
  await email.fill('Da');
  await expect(remaining, 'and e-mail, translated').toContainText(String(FIELD_NAMES.length - 3));
});

/** Opens the form's page, does this work there, and only then lets the scripts come. */
async function beforeHydration(page: Page, work: () => Promise<unknown>): Promise<void> {
  const release = await holdScripts(page);
  await page.goto('/request-demo', { waitUntil: 'commit' });
  await work();
  release();
  await hydrated(page, 'DemoForm');
}

test('a form translated and autofilled before hydration keeps it, and sends', async ({ page }) => {
  const person = newPerson();
  const email = page.getByRole('textbox', { name: FIELD_LABELS.email });
  await beforeHydration(page, async () => {
    await fillForm(page, { ...person, email: '' });
    await email.focus();
    await translate(page.locator('form'));
    // A password manager puts its icon beside a field.
    await email.evaluate((field) => field.after(document.createElement('password-manager')));
  });
  await expect(email).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  await expect(confirmationOf(page)).toBeVisible();
  expect(await rowsOf(person)).toHaveLength(1);
});

const phoneOf = (page: Page) => fieldOf(page, 'phoneNumber');

/** Dispatches what browser extensions and on-screen keyboards do in a field whose text they leave as it is. */
const dispatchInputWithoutChange = (field: Locator) =>
  field.evaluate((input) => {
    const bubbles = true;
    input.dispatchEvent(new Event('input', { bubbles }));
    input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles }));
    for (const inputType of ['insertCompositionText', 'insertText', 'insertReplacementText'])
      input.dispatchEvent(new InputEvent('input', { bubbles, inputType }));
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles }));
  });

/** The keys that `EDITS` names by a sign. ⌘ selects all, and ⏎ submits. */
const KEYS: Record<string, string> = {
  '⌫': 'Backspace',
  '⌦': 'Delete',
  '←': 'ArrowLeft',
  '⌘': 'ControlOrMeta+A',
  '⏎': 'Enter',
};

/** On-screen keyboards enter at once what one dictates, input methods compose, scripts insert, password managers autofill. */
const ENTRY: Record<string, (phone: Locator, text: string) => Promise<unknown>> = {
  types: async (phone, text) => {
    for (const part of text.split(/([⌫⌦←⌘⏎])/)) {
      await (part in KEYS ? phone.press(KEYS[part]!) : phone.pressSequentially(part));
      // Submitting moves the focus to the first empty field, and `press` back, with the caret at the beginning.
      if (part === '⏎') await phone.press('End');
    }
  },
  pastes: async (phone, text) => {
    await phone.evaluate((_, copied) => navigator.clipboard.writeText(copied), text);
    await phone.press('ControlOrMeta+V');
  },
  dictates: async (phone, text) => {
    await phone.focus();
    await phone.page().keyboard.insertText(text);
  },
  composes: async (phone, text) => {
    await phone.focus();
    const session = await phone.page().context().newCDPSession(phone.page());
    const [selectionStart, selectionEnd] = [text.length, text.length];
    await session.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
    await session.send('Input.insertText', { text });
  },
  drops: async (phone, text) => {
    const session = await phone.page().context().newCDPSession(phone.page());
    const { x, y } = (await phone.boundingBox())!;
    // 1 in the mask allows copying.
    const data = { items: [{ mimeType: 'text/plain', data: text }], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data });
  },
  inserts: (phone, text) =>
    phone.evaluate((input: HTMLInputElement, value) => {
      input.value = value;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
    }, text),
  autofills: (phone, text) =>
    phone.evaluate((input: HTMLInputElement, value) => {
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, text),
  touches: dispatchInputWithoutChange,
};

const US = '(415) 555-2671';

/**
 * Steps in the phone field, one for each way in which browsers enter, delete and submit; what it then shows, with `|` for the
 * caret where it matters; the error at the next submit. `demo-request.test.ts` has what becomes of all kinds of edits.
 */
const EDITS: [steps: string, shows: string, error?: 'required' | 'invalid'][] = [
  ['types +⌫4155552671', US],
  ['types 4155552671←←←←9', '(415) 555|-2671'],
  ['types 4155552671←←←←←⌦', '(415) 555|-671', 'invalid'],
  // Neither one more digit nor a character that is none makes a refused number valid.
  ['types +61 2 5550 1234⏎5x', '(612) 555-0123', 'invalid'],
  ['types +61 2 5550 1234⌘4155552671', US],
  ['types 4155552671, then touches', US],
  ['types 415, then pastes 55526719', US],
  ['types +1, then dictates +1 415 555 2671', US],
  ['types 415, then inserts +44 20 7946 0958', '(442) 079-4609', 'invalid'],
  ['drops +44 20 7946 0958', '(442) 079-4609', 'invalid'],
  ['composes 4155552671', US],
  ['types +61 2 5550 1234⏎, then autofills +14155552671', US],
];

/** Expects what the phone field shows, and its error at the next submit, which other fields stop: they are empty. */
async function expectPhone(page: Page, shows: string, error?: 'required' | 'invalid'): Promise<void> {
  await expect(phoneOf(page)).toHaveValue(shows);
  await phoneOf(page).press('Enter');
  const { hint, ...messages } = demo.form.fields.phoneNumber;
  await expect(phoneOf(page)).toHaveAccessibleDescription(error ? `${messages[error]} ${hint}` : hint!);
}

test('a phone number that one corrects, in whatever way, is sent or refused', async ({ page, context }) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/request-demo');
  await hydrated(page, 'DemoForm');
  const phone = phoneOf(page);
  for (const [steps, shows, error] of EDITS)
    await test.step(steps, async () => {
      await phone.fill('');
      for (const step of steps.split(', then ')) {
        const [, way = '', text = ''] = /(\w+) ?(.*)/s.exec(step)!;
        await ENTRY[way]!(phone, text);
      }
      const caret = await phone.evaluate((input: HTMLInputElement) => input.selectionStart);
      if (shows.includes('|')) expect(caret).toBe(shows.indexOf('|'));
      await expectPhone(page, shows.replace('|', ''), error);
    });
});

test('a phone number too long before hydration is refused, not restored by Back', async ({ page }) => {
  await beforeHydration(page, () => phoneOf(page).fill('442079460958'));
  await expectPhone(page, '(442) 079-4609', 'invalid');
  // Back restores no refused number, but a valid one.
  for (const restored of ['', '(415) 555-2671']) {
    await page.goto('/');
    await page.goBack();
    await hydrated(page, 'DemoForm');
    await expect(phoneOf(page)).toHaveValue(restored);
    await phoneOf(page).fill('4155552671');
  }
});

test('a digit that was left out before hydration is put where the caret is', async ({ page }) => {
  await beforeHydration(page, async () => {
    await phoneOf(page).fill('415552671');
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await phoneOf(page).press(key);
  });
  await page.keyboard.type('5');
  await expect(phoneOf(page)).toHaveValue(US);
});

/** Playwright disables the back/forward cache: this dispatches the event of a page restored from it. */
const restoreFromCache = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

test('whoever comes back to a form that no script had answered sends nothing by that', async ({ page }) => {
  const person = newPerson();
  await beforeHydration(page, async () => {
    await fillForm(page, person);
    await submitButtonOf(page).click();
    await restoreFromCache(page);
  });
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await expect(submitButtonOf(page)).toBeEnabled();
  expect(await rowsOf(person)).toEqual([]);
});

test('whoever comes back to the form, or reloads it, can use it, and consents anew', async ({ page }) => {
  const ways = {
    Back: async () => {
      await page.goto('/support-packages');
      await page.goBack();
    },
    'a reload': () => page.reload(),
    'the back/forward cache': () => restoreFromCache(page),
  };
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/request-demo');
  const consent = page.getByRole('checkbox');
  for (const [way, comeBack] of Object.entries(ways)) {
    await hydrated(page, 'DemoForm');
    await fillForm(page, newPerson());
    await comeBack();
    await hydrated(page, 'DemoForm');
    await expect(consent, way).not.toBeChecked();
  }
  await submitButtonOf(page).click();
  await expect(consent).toBeFocused();
  // Both are in view together, on this small screen, too.
  for (const part of [consent, page.getByText(demo.form.consentRequired, { exact: true })])
    await expect(part).toBeInViewport({ ratio: 1 });

  await submitRequest(page, newPerson());
  await restoreFromCache(page);
  await expect(confirmationOf(page)).toBeHidden();
  const person = newPerson();
  await submitRequest(page, person);
  expect(await rowsOf(person)).toHaveLength(1);
});
