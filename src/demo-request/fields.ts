/**
 * The form's text fields. The types, the form's fields and their order, the row, the webhook's payload and the schema
 * of `content/request-demo` derive from this table. What else a new field needs: docs/make-it-yours.md, "Adding a field
 * of the form".
 */
import type { InputHTMLAttributes } from 'react';
import { isPhoneNumber, normalizePhone } from './phone.ts';
import { cleanAddress } from './text.ts';

type OptionalText = 'placeholder' | 'hint' | 'invalid';

interface TextField {
  column: string;
  /** Longest text in characters, as in the database; an e-mail address has at most 320. */
  maxLength?: number;
  /** Its texts besides the label and the `required` message; `invalid` where `isValid` may reject it. */
  optionalTexts: readonly OptionalText[];
  /** Turns the trimmed text into what is validated, stored and sent. */
  normalize?: (text: string) => string;
  /** Whether its column holds a number, not a text; `isValid` then accepts only what the column does. */
  isNumber?: true;
  isValid?: (text: string) => boolean;
  /** Whether it shares a row with the next or the previous one. */
  isShort?: true;
  input?: InputHTMLAttributes<HTMLInputElement>;
}

/** Lenient: what has white space, another @ or a missing part is refused; all else may be an address. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const TEXT_FIELDS = {
  fullName: { column: 'full_name', maxLength: 200, optionalTexts: [], input: { autoComplete: 'name' } },
  email: {
    column: 'email',
    maxLength: 320,
    optionalTexts: ['invalid'],
    normalize: cleanAddress,
    isValid: (text) => EMAIL.test(text),
    // The type is not "email", with which Chromium would rewrite the address that the visitor sees.
    input: { inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
  },
  companyName: {
    column: 'company_name',
    maxLength: 200,
    optionalTexts: [],
    isShort: true,
    input: { autoComplete: 'organization' },
  },
  industry: { column: 'industry', maxLength: 200, optionalTexts: ['placeholder'], isShort: true },
  // No maxLength: a browser would truncate a longer pasted number to another number.
  phoneNumber: {
    column: 'phone_number',
    optionalTexts: ['hint', 'invalid'],
    normalize: normalizePhone,
    isValid: isPhoneNumber,
    input: { type: 'tel', autoComplete: 'tel' },
  },
} as const satisfies Record<string, TextField>;

export type TextFieldName = keyof typeof TEXT_FIELDS;

/** The type of a field's value in its column and in the webhook's payload. */
export type StoredValue<Name extends TextFieldName> = (typeof TEXT_FIELDS)[Name] extends { isNumber: true }
  ? number
  : string;

export const TEXT_FIELD_NAMES = Object.keys(TEXT_FIELDS) as TextFieldName[];

export const textField = (name: TextFieldName): TextField => TEXT_FIELDS[name];

/** An object with one value for each text field, under the field's name. */
export const ofEachField = <T>(make: (name: TextFieldName) => T): Record<TextFieldName, T> =>
  Object.fromEntries(TEXT_FIELD_NAMES.map((name) => [name, make(name)])) as Record<TextFieldName, T>;

/** A field's content, from `content/request-demo`; its entry in the table lists the optional keys it has. */
export type FieldCopy = Record<'label' | 'required', string> &
  Partial<Record<OptionalText, string | undefined>>;
