import type { TextFieldName } from '@/lib/demo-fields';

/**
 * One value of one field, and whether it is accepted. The form's rules and the table's constraints are tested with the
 * same list, so that neither can refuse what the other accepts.
 */
export interface Vector {
  /** Reads after "a name that is …". */
  readonly name: string;
  readonly field: TextFieldName;
  /** As the visitor enters it. */
  readonly value: string;
  /** Whether the form sends it; what it refuses, the table refuses as well when it arrives unnormalized. */
  readonly accepted: boolean;
  /** What the form sends and the table keeps: the value itself unless this says otherwise. */
  readonly stored?: string;
}

const texts: Omit<Vector, 'field'>[] = [
  { name: 'a single letter', value: 'D', accepted: true },
  { name: 'ordinary', value: 'Dana Reyes', accepted: true },
  { name: 'full of punctuation', value: `O'Neil & Söhne, "24/7" (HVAC) #1 – 100% <b>`, accepted: true },
  { name: 'accented', value: 'José Müller-Ørsted', accepted: true },
  { name: 'in a right-to-left script', value: 'שירות מיזוג אוויר', accepted: true },
  { name: 'in Chinese', value: '空调维修', accepted: true },
  { name: 'an emoji made of several', value: 'Heat 👩🏽‍🔧🇺🇸', accepted: true },
  { name: 'an emoji that ends in what nobody sees', value: 'Love ❤\uFE0F', accepted: true },
  { name: 'in Persian, its letters kept apart', value: 'می\u200Cخواهم', accepted: true },
  { name: 'wrapped in marks of its direction', value: '\u202ADana Reyes\u202C', accepted: true },
  { name: 'a database command', value: `'); drop table demo_requests; --`, accepted: true },
  { name: 'a script', value: '<script>alert(1)</script>', accepted: true },
  { name: 'a spreadsheet formula', value: `=HYPERLINK("https://example.com","x")`, accepted: true },
  { name: 'a template', value: '{{7*7}} ${7*7} %s \\n', accepted: true },
  { name: 'the word null', value: 'null', accepted: true },
  { name: 'spaced inside', value: 'Dana  M.  Reyes', accepted: true },
  {
    name: 'surrounded by spaces and line ends',
    value: '  Dana Reyes \r\n',
    accepted: true,
    stored: 'Dana Reyes',
  },
  {
    name: 'surrounded by spaces of other kinds',
    value: '\u00A0\u3000\uFEFFDana Reyes\u2009\u2028',
    accepted: true,
    stored: 'Dana Reyes',
  },
  {
    name: 'interrupted by control characters',
    value: 'Da\u0000na\u001B Rey\u007Fes\u0085',
    accepted: true,
    stored: 'Dana Reyes',
  },
  {
    name: 'hiding a space behind a control character',
    value: '\u0000 Dana Reyes \u0007',
    accepted: true,
    stored: 'Dana Reyes',
  },
  {
    name: 'two cells of a spreadsheet',
    value: 'Dana\tReyes',
    accepted: true,
    stored: 'Dana Reyes',
  },
  { name: 'half an emoji', value: '\uD83D Dana', accepted: true, stored: '\uFFFD Dana' },
  { name: 'empty', value: '', accepted: false },
  { name: 'one space', value: ' ', accepted: false },
  { name: 'only white space', value: ' \t\u00A0\u2003\u3000\uFEFF\r\n', accepted: false },
  { name: 'a zero-width space', value: '\u200B', accepted: false },
  { name: 'a Braille blank', value: '\u2800', accepted: false },
  { name: 'a soft hyphen', value: '\u00AD', accepted: false },
  { name: 'spaces between what nobody sees', value: '\u200B \u3164\u2060 \uFE0F', accepted: false },
  { name: 'only control characters', value: '\u0001\u001F\u007F\u009F', accepted: false },
];

const emails: Omit<Vector, 'field'>[] = [
  { name: 'ordinary', value: 'dana@example.com', accepted: true },
  { name: 'as short as can be', value: 'a@b.c', accepted: true },
  { name: 'tagged', value: 'dana.reyes+demo@mail.example.co.uk', accepted: true },
  { name: 'in capitals', value: 'DANA@EXAMPLE.COM', accepted: true },
  { name: 'apostrophised', value: "o'neil@example.com", accepted: true },
  { name: 'international', value: 'josé@exämple.com', accepted: true },
  {
    name: 'surrounded by white space',
    value: ' \u00A0dana@example.com\n',
    accepted: true,
    stored: 'dana@example.com',
  },
  {
    name: 'interrupted by a control character',
    value: 'dana\u0000@example.com',
    accepted: true,
    stored: 'dana@example.com',
  },
  {
    name: 'wrapped in invisible marks',
    value: '\u202Adana@example.com\u202C\u200B',
    accepted: true,
    stored: 'dana@example.com',
  },
  { name: 'empty', value: '', accepted: false },
  { name: 'only white space', value: ' \u3000 ', accepted: false },
  { name: 'two cells of a spreadsheet', value: 'dana@example.com\tReyes', accepted: false },
  { name: 'without an at sign', value: 'dana.example.com', accepted: false },
  { name: 'without a dot after the at sign', value: 'dana@example', accepted: false },
  { name: 'without a name that anybody sees', value: '\u200B@example.com', accepted: false },
  { name: 'without a name', value: '@example.com', accepted: false },
  { name: 'without anything between at sign and dot', value: 'dana@.', accepted: false },
  { name: 'without anything after the dot', value: 'dana@example.', accepted: false },
  { name: 'spaced inside', value: 'dana reyes@example.com', accepted: false },
  { name: 'spaced inside by a no-break space', value: 'dana\u00A0reyes@example.com', accepted: false },
  { name: 'two addresses', value: 'dana@example.com,lee@example.com', accepted: false },
];

const phones: Omit<Vector, 'field'>[] = [
  { name: 'formatted', value: '(415) 555-2671', accepted: true },
  { name: "the example of the form's own pattern", value: '(123) 456-7890', accepted: true },
  { name: 'bare digits', value: '4155552671', accepted: true, stored: '(415) 555-2671' },
  { name: 'dotted', value: '415.555.2671', accepted: true, stored: '(415) 555-2671' },
  { name: 'spaced', value: ' 415 555 2671 ', accepted: true, stored: '(415) 555-2671' },
  { name: 'dashed', value: '415-555-2671', accepted: true, stored: '(415) 555-2671' },
  { name: 'autofilled with +1', value: '+1 415 555 2671', accepted: true, stored: '(415) 555-2671' },
  { name: 'compact with +1', value: '+14155552671', accepted: true, stored: '(415) 555-2671' },
  { name: 'led by a 1', value: '1 (415) 555-2671', accepted: true, stored: '(415) 555-2671' },
  { name: 'empty', value: '', accepted: false },
  { name: 'only white space', value: '  ', accepted: false },
  { name: 'a digit short', value: '(415) 555-267', accepted: false },
  { name: 'without its area code', value: '555-2671', accepted: false },
  { name: 'ten digits only with its +1', value: '+1 415 555 267', accepted: false },
  { name: 'from another country', value: '+44 20 7946 0958', accepted: false },
  { name: 'led by a 2', value: '2 415 555 2671', accepted: false },
  { name: 'from another country, without its +', value: '442079460958', accepted: false },
  { name: 'from another country, with its own 0', value: '020 7946 0958', accepted: false },
  { name: 'followed by an extension', value: '415-555-2671 x9', accepted: false },
  { name: 'in digits of another script', value: '٤١٥٥٥٥٢٦٧١', accepted: false },
  { name: 'in words', value: 'call me', accepted: false },
];

const inField = (field: TextFieldName, values: Omit<Vector, 'field'>[]): Vector[] =>
  values.map((value) => Object.assign({ field }, value));

export const vectors: readonly Vector[] = [
  ...(['fullName', 'companyName', 'industry'] as const).flatMap((field) => inField(field, texts)),
  ...inField('email', emails),
  ...inField('phoneNumber', phones),
];
