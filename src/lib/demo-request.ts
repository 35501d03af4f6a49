/** What a demo request is, when it is complete, and what of it is stored and sent. */
import { formatPhone, isPhoneNumber } from './phone.ts';

/** A demo request as the visitor entered it. */
export interface DemoRequest {
  fullName: string;
  email: string;
  companyName: string;
  industry: string;
  phoneNumber: string;
  acceptedTerms: boolean;
}

export type FieldName = keyof DemoRequest;
export type TextFieldName = Exclude<FieldName, 'acceptedTerms'>;

/** The form's fields, in the order in which they stand. */
export const FIELD_NAMES = [
  'fullName',
  'email',
  'companyName',
  'industry',
  'phoneNumber',
  'acceptedTerms',
] as const satisfies readonly FieldName[];

/** What can be wrong with a field; the words for it are content. */
export type FieldProblem =
  | 'fullNameRequired'
  | 'emailRequired'
  | 'emailInvalid'
  | 'companyNameRequired'
  | 'industryRequired'
  | 'phoneRequired'
  | 'phoneInvalid'
  | 'consentRequired';

export type FieldProblems = Partial<Record<FieldName, FieldProblem>>;

/** One row of `demo_requests`: exactly the columns that the anonymous role may insert. */
export interface DemoRequestRow {
  full_name: string;
  company_name: string;
  industry: string;
  phone_number: string;
  accepted_terms: boolean;
  email: string;
}

/** What the automation webhook is told. */
export interface WebhookPayload {
  fullName: string;
  email: string;
  companyName: string;
  industry: string;
  phoneNumber: string;
  /** ISO 8601, UTC. */
  timestamp: string;
}

/** Something, @, something, a dot, something; no white space, one @. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Text without control characters and halves of characters (Postgres refuses NUL and lone surrogates), trimmed. A tab is a
 * space: between two cells of a spreadsheet it parts two words.
 */
export function cleanText(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/\t/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

/** Text without what nobody sees in it, such as the marks that come along when an address is copied. */
const withoutMarks = (text: string): string => text.replace(/\p{Cf}/gu, '').trim();

/** Reads a request from the form's own controls, so that nothing typed or filled in early is missed. */
export function readDemoRequest(data: FormData): DemoRequest {
  const text = (name: TextFieldName) => cleanText(String(data.get(name) ?? ''));
  return {
    fullName: text('fullName'),
    email: withoutMarks(text('email')),
    companyName: text('companyName'),
    industry: text('industry'),
    phoneNumber: text('phoneNumber'),
    acceptedTerms: data.has('acceptedTerms'),
  };
}

/** Every problem of a request, all fields together; an empty object when it can be sent. */
export function validateDemoRequest(request: DemoRequest): FieldProblems {
  const problems: FieldProblems = {};
  if (!request.fullName) problems.fullName = 'fullNameRequired';
  if (!request.email) problems.email = 'emailRequired';
  else if (!EMAIL.test(request.email)) problems.email = 'emailInvalid';
  if (!request.companyName) problems.companyName = 'companyNameRequired';
  if (!request.industry) problems.industry = 'industryRequired';
  if (!request.phoneNumber) problems.phoneNumber = 'phoneRequired';
  else if (!isPhoneNumber(request.phoneNumber)) problems.phoneNumber = 'phoneInvalid';
  if (!request.acceptedTerms) problems.acceptedTerms = 'consentRequired';
  return problems;
}

/** The row to store for a valid request. */
export function toRow(request: DemoRequest): DemoRequestRow {
  return {
    full_name: request.fullName,
    company_name: request.companyName,
    industry: request.industry,
    phone_number: formatPhone(request.phoneNumber),
    accepted_terms: request.acceptedTerms,
    email: request.email,
  };
}

/** The webhook's payload for a valid request that was stored at the given time. */
export function toWebhookPayload(request: DemoRequest, storedAt: Date): WebhookPayload {
  return {
    fullName: request.fullName,
    email: request.email,
    companyName: request.companyName,
    industry: request.industry,
    phoneNumber: formatPhone(request.phoneNumber),
    timestamp: storedAt.toISOString(),
  };
}
