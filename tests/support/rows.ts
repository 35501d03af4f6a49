import { TEXT_FIELDS, type TextFieldName } from '../../src/demo-request/fields.ts';
import { toRow, type DemoRequest } from '../../src/demo-request/validation.ts';

/** A complete, consenting request as the form reads it. */
export const completeRequest: DemoRequest = {
  fullName: 'Dana Reyes',
  email: 'dana@reyes-heating.example',
  companyName: 'Reyes Heating & Air',
  industry: 'HVAC, Plumbing',
  phoneNumber: '(415) 555-2671',
  acceptedTerms: true,
};

/** The same as the form sends it to the table. */
export const completeRow = toRow(completeRequest);

/** A row of another prospect, which differs in every field but the consent. */
export const otherRow = toRow({
  fullName: 'Lee Park',
  email: 'lee@park-plumbing.example',
  companyName: 'Park Plumbing',
  industry: 'Plumbing',
  phoneNumber: '(212) 555-0142',
  acceptedTerms: true,
});

/** The values of a row that are text: a field that an owner adds may hold a number. */
export const texts = (row: object) => Object.values(row).filter((value) => typeof value === 'string');

export const columnOf = (name: TextFieldName) => TEXT_FIELDS[name].column;

/** `completeRow` without one of its columns. */
const without = (column: string) =>
  Object.fromEntries(Object.entries(completeRow).filter(([name]) => name !== column));

/** Rows that must not be stored (more in vectors.ts), and PostgreSQL's code: 23502 null, 23514 check, 42501 privilege. */
export const refusedRows: { name: string; row: object; code: string }[] = [
  // Not the columns of fields that an owner adds: those may be null.
  ...['full_name', 'email', 'company_name', 'industry', 'phone_number'].map((column) => ({
    name: `without ${column}`,
    row: without(column),
    code: '23502',
  })),
  { name: 'without consent', row: { ...completeRow, accepted_terms: false }, code: '42501' },
  { name: 'that does not mention consent', row: without('accepted_terms'), code: '42501' },
  { name: 'with bare digits', row: { ...completeRow, phone_number: '4155552671' }, code: '23514' },
  { name: 'with an untrimmed name', row: { ...completeRow, full_name: ' Dana' }, code: '23514' },
  { name: 'with a name of two lines', row: { ...completeRow, full_name: 'Dana\nReyes' }, code: '23514' },
];

/** Rows that differ in name and phone number; up to 9000 of them. */
export const manyRows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...completeRow,
    full_name: `Visitor ${index}`,
    phone_number: `(415) 555-${1000 + index}`,
  }));
