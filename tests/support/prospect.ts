/** Prospects, what they do in the demo form, and what the back end then has of them. */
import { INSERT_TIMEOUT_MS } from '../../src/constants.ts';
import { expect, type Page, type Route } from '@playwright/test';
import { TEXT_FIELD_NAMES, type TextFieldName } from '../../src/demo-request/fields.ts';
import { connectAsTeam } from '../../tools/database.ts';
import { ADDRESSES } from './addresses.ts';
import { completeRequest } from './rows.ts';
import { FIELD_LABELS, demo } from './words.ts';

type Person = Record<TextFieldName, string>;

/** A prospect whose name, e-mail address and number no other test uses: of several requests for a number, one alone is called. */
export function newPerson(): Person {
  const id = crypto.randomUUID().slice(0, 8);
  const { acceptedTerms: _, ...texts } = completeRequest;
  return {
    ...texts,
    fullName: `Dana Fields ${id}`,
    email: `dana.${id}@fields-plumbing.example`,
    // The number is from (415) 312-0000 to 410-9999, so that a subscriber can have it: 311 and 411 are service codes.
    phoneNumber: `415${3_120_000 + (crypto.getRandomValues(new Uint32Array(1))[0]! % 990_000)}`,
  };
}

export const fieldOf = (page: Page, name: TextFieldName) =>
  page.getByRole('textbox', { name: FIELD_LABELS[name], exact: true });

export const submitButtonOf = (page: Page) => page.getByRole('button', { name: demo.form.submit });

export async function fillForm(page: Page, person: Person): Promise<void> {
  for (const name of TEXT_FIELD_NAMES) await fieldOf(page, name).fill(person[name]);
  await page.getByRole('checkbox').check();
}

/** Lets the page wait for the answer to its request for as long as a test looks at it. */
export const disableInsertTimeout = (page: Page) =>
  page.addInitScript((insertTimeout) => {
    const setTimer = window.setTimeout.bind(window);
    window.setTimeout = ((run: TimerHandler, delay?: number) =>
      delay === insertTimeout ? 0 : setTimer(run, delay)) as typeof window.setTimeout;
  }, INSERT_TIMEOUT_MS);

export const confirmationOf = (page: Page) => page.getByRole('heading', { name: demo.confirmation.heading });

export async function submitRequest(page: Page, person: Person): Promise<void> {
  await fillForm(page, person);
  await submitButtonOf(page).click();
  await expect(confirmationOf(page)).toBeVisible();
}

/** The pattern, for `page.route`, of the form's requests to the back end. */
export const INSERT_URLS = `${ADDRESSES.api}/**`;

/** A handler for `page.route` that answers a request in place of the server. */
export const answerWith =
  (status: number, body = '', contentType = 'application/json') =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, body, contentType, headers: { 'Access-Control-Allow-Origin': '*' } });

export const serviceClient = connectAsTeam(ADDRESSES.api, ADDRESSES.secretKey);

export async function rowsOf({ email }: Person): Promise<Record<string, unknown>[]> {
  const { data } = await serviceClient.from('demo_requests').select().eq('email', email).throwOnError();
  return data;
}

export async function webhookPayloadsOf({ email }: Person): Promise<Record<string, unknown>[]> {
  const response = await fetch(ADDRESSES.webhook);
  const payloads = (await response.json()) as Record<string, unknown>[];
  return payloads.filter((payload) => payload['email'] === email);
}
