import type { DemoRequestRow } from '@/lib/demo-request';
import type { TextField } from './vectors.ts';

/** A complete, consenting request as the form sends it. */
export const completeRow: DemoRequestRow = {
  full_name: 'Dana Reyes',
  company_name: 'Reyes Heating & Air',
  industry: 'HVAC',
  phone_number: '(415) 555-2671',
  accepted_terms: true,
  email: 'dana@reyes-heating.example',
};

export const COLUMN_OF = {
  fullName: 'full_name',
  companyName: 'company_name',
  industry: 'industry',
  phoneNumber: 'phone_number',
  email: 'email',
} as const satisfies Record<TextField, keyof DemoRequestRow>;

/** Every row that must not be stored, with what its refusal is called. */
export const incompleteRows = [
  ...(['full_name', 'company_name', 'industry', 'phone_number', 'email'] as const).map((column) => ({
    name: `without ${column}`,
    row: Object.fromEntries(Object.entries(completeRow).filter(([name]) => name !== column)),
    code: '23502',
  })),
  { name: 'with a null for a name', row: { ...completeRow, full_name: null }, code: '23502' },
  { name: 'without consent', row: { ...completeRow, accepted_terms: false }, code: '42501' },
  { name: 'that leaves consent open', row: { ...completeRow, accepted_terms: null }, code: '42501' },
  {
    name: 'that does not mention consent',
    row: Object.fromEntries(Object.entries(completeRow).filter(([name]) => name !== 'accepted_terms')),
    code: '42501',
  },
  {
    name: 'with a phone number of bare digits',
    row: { ...completeRow, phone_number: '4155552671' },
    code: '23514',
  },
  { name: 'with an untrimmed name', row: { ...completeRow, full_name: ' Dana' }, code: '23514' },
  { name: 'with a name of two lines', row: { ...completeRow, full_name: 'Dana\nReyes' }, code: '23514' },
  {
    name: 'with a name that is too long',
    row: { ...completeRow, full_name: 'é'.repeat(201) },
    code: '23514',
  },
  {
    name: 'with a company that is too long',
    row: { ...completeRow, company_name: 'é'.repeat(201) },
    code: '23514',
  },
  {
    name: 'with an industry that is too long',
    row: { ...completeRow, industry: 'é'.repeat(201) },
    code: '23514',
  },
  {
    name: 'with an e-mail address that is too long',
    row: { ...completeRow, email: `${'d'.repeat(309)}@example.com` },
    code: '23514',
  },
];

/** Requests that differ from one another. */
export const manyRows = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    Object.assign({}, completeRow, { full_name: `Visitor ${index}` }),
  );
