/**
 * The form's text fields. From this table come the types, the form's fields and their order, the row, the webhook's payload
 * and the words that `content/request-demo` must hold. README, "To add", lists what else a new field needs.
 */
import type { InputHTMLAttributes } from 'react';
import { formatPhone, isPhoneNumber } from './phone.ts';
import { withoutInvisible } from './text.ts';

interface TextField {
  /** Its column in `demo_requests`. */
  column: string;
  /** Longest text in characters, as in the database; a phone number's length follows from its format. */
  maxLength?: number;
  /** What it says, besides its label and the message when it is empty; `invalid` where `isValid` may refuse it. */
  words: readonly ('placeholder' | 'hint' | 'invalid')[];
  /** Makes of the trimmed text what is judged, stored and sent. */
  normalize?: (text: string) => string;
  /** Judges a text that is not empty. */
  isValid?: (text: string) => boolean;
  /** Attributes of its `<input>`. */
  input?: InputHTMLAttributes<HTMLInputElement>;
}

/** Something, @, something, a dot, something; no white space, one @. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const TEXT_FIELDS = {
  fullName: { column: 'full_name', maxLength: 200, words: [], input: { autoComplete: 'name' } },
  email: {
    column: 'email',
    maxLength: 320,
    words: ['invalid'],
    normalize: withoutInvisible,
    isValid: (text) => EMAIL.test(text),
    // Not type="email": Chromium would rewrite the address that the visitor sees.
    input: { inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
  },
  companyName: { column: 'company_name', maxLength: 200, words: [], input: { autoComplete: 'organization' } },
  industry: { column: 'industry', maxLength: 200, words: ['placeholder'] },
  // No maxLength: a browser would cut a longer number that is pasted, and leave another one.
  phoneNumber: {
    column: 'phone_number',
    words: ['hint', 'invalid'],
    // Anything else stays as it is, to be refused: shortened, it may be a stranger's number.
    normalize: (text) => (isPhoneNumber(text) ? formatPhone(text) : text),
    isValid: isPhoneNumber,
    input: { type: 'tel', autoComplete: 'tel' },
  },
} as const satisfies Record<string, TextField>;

export type TextFieldName = keyof typeof TEXT_FIELDS;

/** The text fields' names, in the order in which they stand. */
export const TEXT_FIELD_NAMES = Object.keys(TEXT_FIELDS) as TextFieldName[];

export const textField = (name: TextFieldName): TextField => TEXT_FIELDS[name];

/** An object with one value for each text field, under the field's name. */
export const ofEachField = <T>(make: (name: TextFieldName) => T): Record<TextFieldName, T> =>
  Object.fromEntries(TEXT_FIELD_NAMES.map((name) => [name, make(name)])) as Record<TextFieldName, T>;

/** A field's words, from `content/request-demo`; its entry in the table says which of the optional ones it has. */
export interface FieldCopy {
  label: string;
  placeholder?: string | undefined;
  hint?: string | undefined;
  /** Message when it is empty. */
  required: string;
  /** Message when it is filled in and refused. */
  invalid?: string | undefined;
}
