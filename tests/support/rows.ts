import { TEXT_FIELDS, type TextFieldName } from '../../src/demo-request/fields.ts';
import { toRow, type DemoRequest } from '../../src/demo-request/validation.ts';

export const completeRequest: DemoRequest = {
  fullName: 'Dana Reyes',
  email: 'dana@reyes-heating.example',
  companyName: 'Reyes Heating & Air',
  industry: 'HVAC, Plumbing',
  phoneNumber: '(415) 555-2671',
  acceptedTerms: true,
};

export const completeRow = toRow(completeRequest);

/** The row of another prospect, which differs in every field but the consent. */
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

/** Rows that differ in name and phone number; up to 9000 of them. */
export const manyRows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...completeRow,
    full_name: `Visitor ${index}`,
    phone_number: `(415) 555-${1000 + index}`,
  }));
