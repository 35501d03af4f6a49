import type { TextFieldName } from '@/demo-request/fields';

/** The name continues "a name that is …". Without `stored`, the form refuses what is entered, and so does the table. */
type Value = [name: string, entered: string, stored?: string];

const asEntered = (name: string, text: string): Value => [name, text, text];

/** Values of the fields that take any text. */
const TEXTS: Value[] = [
  asEntered('a single letter', 'D'),
  asEntered('full of punctuation', `O'Neil & Söhne, "24/7" (HVAC) #1 – 100% <b>`),
  asEntered('in several scripts, with an emoji', 'José Ørsted שירות מיזוג אוויר 👩🏽‍🔧🇺🇸'),
  asEntered('in Persian, with a zero-width non-joiner', 'می\u200Cخواهم'),
  ['surrounded by spaces and line ends', '  Dana Reyes \r\n', 'Dana Reyes'],
  ['surrounded by spaces of other kinds', '\u00A0\u3000\uFEFFDana Reyes\u2009\u2028', 'Dana Reyes'],
  ['interrupted by control characters', 'Da\u0000na\u001B Rey\u007Fes\u0085', 'Dana Reyes'],
  ['two cells of a spreadsheet', 'Dana\tReyes', 'Dana Reyes'],
  ['half an emoji (a lone surrogate)', '\uD83D Dana', '\uFFFD Dana'],
  ['empty', ''],
  ['only white space', ' \t\u00A0\u2003\u3000\uFEFF\r\n'],
  ['a Braille blank', '\u2800'],
  ['spaces between invisible characters', '\u200B \u3164\u2060 \uFE0F'],
  ['only control characters', '\u0001\u001F\u007F\u009F'],
];

const EMAILS: Value[] = [
  asEntered('tagged', 'dana.reyes+demo@mail.example.co.uk'),
  asEntered('international', 'josé@exämple.com'),
  ['surrounded by white space', ' \u00A0dana@example.com\n', 'dana@example.com'],
  ['one of a list', 'dana@example.com,', 'dana@example.com'],
  ['the end of a sentence', 'dana@example.com.', 'dana@example.com'],
  ['in angle brackets', '<dana@example.com>', 'dana@example.com'],
  ['in quotation marks', '"dana@example.com"', 'dana@example.com'],
  ['a link', '<mailto:dana@example.com>', 'dana@example.com'],
  ['a link with a subject', 'mailto:dana@example.com?subject=Hi%20there', 'dana@example.com'],
  asEntered('with quotation marks of its own', '"dana"@example.com'),
  ['interrupted by a control character', 'dana\u0000@example.com', 'dana@example.com'],
  ['wrapped in invisible marks', '\u202Adana@example.com\u202C\u200B', 'dana@example.com'],
  ['empty', ''],
  ['only white space', ' \u3000 '],
  ['two cells of a spreadsheet', 'dana@example.com\tReyes'],
  ['without an at sign', 'dana.example.com'],
  ['without a dot after the at sign', 'dana@example'],
  ['without a name that anybody sees', '\u200B@example.com'],
  ['without a name', '@example.com'],
  ['without anything after the dot', 'dana@example.'],
  ['spaced inside by a no-break space', 'dana\u00A0reyes@example.com'],
  ['two addresses', 'dana@example.com,lee@example.com'],
];

const inField = (field: TextFieldName, values: Value[]) =>
  values.map(([name, value, stored]) => ({ name, field, value, stored }));

/** Form and table are tested with the same values, so that neither refuses what the other accepts. */
export const vectors = [
  ...(['fullName', 'companyName', 'industry'] as const).flatMap((field) => inField(field, TEXTS)),
  ...inField('email', EMAILS),
  ...inField('phoneNumber', [asEntered('of the specification', '(123) 456-7890')]),
];
