/** A demo request: its fields, validation, database row and webhook payload. */
import { TEXT_FIELDS, TEXT_FIELD_NAMES, ofEachField, textField } from './fields.ts';
import type { StoredValue, TextFieldName } from './fields.ts';
import { cleanText } from './text.ts';

/** What the visitor entered in the form, each text cleaned and normalized as it is stored. */
export type DemoRequest = Record<TextFieldName, string> & { acceptedTerms: boolean };

export type FieldName = keyof DemoRequest;

/** The errors of a field; their messages are content. */
export type FieldError = 'required' | 'invalid' | 'tooLong';

export type FieldErrors = Partial<Record<FieldName, FieldError>>;

/** One row of `demo_requests`: exactly the columns that the anonymous role may insert. */
export type DemoRequestRow = {
  [Name in TextFieldName as (typeof TEXT_FIELDS)[Name]['column']]: StoredValue<Name>;
} & { accepted_terms: boolean };

/** The body of the webhook call; the time is ISO 8601, UTC. */
export type WebhookPayload = { [Name in TextFieldName]: StoredValue<Name> } & { timestamp: string };

export const FIELD_NAMES: readonly FieldName[] = [...TEXT_FIELD_NAMES, 'acceptedTerms'];

/**
 * Reads a request from the form's data, by the fields' names: a box that is not ticked is missing there. A phone number
 * that is refused (`phone.ts`) has a plus sign, which its control does not show.
 */
export function readDemoRequest(entered: Readonly<Record<string, unknown>>): DemoRequest {
  const texts = ofEachField((name) => {
    const text = cleanText(String(entered[name] ?? ''));
    return textField(name).normalize?.(text) ?? text;
  });
  return { ...texts, acceptedTerms: 'acceptedTerms' in entered };
}

/** The errors of all fields; an empty object when the request can be sent. */
export function validateDemoRequest(request: DemoRequest): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of FIELD_NAMES) {
    if (!request[name]) errors[name] = 'required';
  }
  for (const name of TEXT_FIELD_NAMES) {
    const { isValid, maxLength = Infinity } = textField(name);
    if (request[name] && isValid?.(request[name]) === false) errors[name] = 'invalid';
    // A password manager enters more than the field's `maxlength`. Counted in code points, as the database does.
    else if (Array.from(request[name]).length > maxLength) errors[name] = 'tooLong';
  }
  return errors;
}

const storedValue = (request: DemoRequest, name: TextFieldName) =>
  textField(name).isNumber ? Number(request[name]) : request[name];

/** The row to store for a valid request. */
export function toRow(request: DemoRequest): DemoRequestRow {
  const columns = TEXT_FIELD_NAMES.map((name) => [TEXT_FIELDS[name].column, storedValue(request, name)]);
  return { ...(Object.fromEntries(columns) as DemoRequestRow), accepted_terms: request.acceptedTerms };
}

/** The webhook's payload for a valid request that was stored at the given time. */
export function toWebhookPayload(request: DemoRequest, storedAt: Date): WebhookPayload {
  const values = ofEachField((name) => storedValue(request, name)) as Omit<WebhookPayload, 'timestamp'>;
  return { ...values, timestamp: storedAt.toISOString() };
}
