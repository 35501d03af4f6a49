import type { TextFieldName } from '@/demo-request/fields';
import { phoneVectors, stepsOf } from './phone-vectors.ts';

/**
 * A test vector: one value of one field, and whether it is accepted. The form's rules and the table's constraints are
 * tested with the same list, so that neither can refuse what the other accepts.
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

interface Values {
  /** By name; one text where it is stored as it is entered. */
  readonly accepted: Readonly<Record<string, string | readonly [entered: string, stored: string]>>;
  readonly refused: Readonly<Record<string, string>>;
}

/** Of the fields that take any text. */
const TEXTS: Values = {
  accepted: {
    'a single letter': 'D',
    ordinary: 'Dana Reyes',
    'full of punctuation': `O'Neil & Söhne, "24/7" (HVAC) #1 – 100% <b>`,
    accented: 'José Müller-Ørsted',
    'in a right-to-left script': 'שירות מיזוג אוויר',
    'an emoji made of several': 'Heat 👩🏽‍🔧🇺🇸',
    'in Persian, with a zero-width non-joiner': 'می\u200Cخواهم',
    'wrapped in marks of its direction': '\u202ADana Reyes\u202C',
    'a database command': `'); drop table demo_requests; --`,
    'a script': '<script>alert(1)</script>',
    'a spreadsheet formula': `=HYPERLINK("https://example.com","x")`,
    'the word null': 'null',
    'surrounded by spaces and line ends': ['  Dana Reyes \r\n', 'Dana Reyes'],
    'surrounded by spaces of other kinds': ['\u00A0\u3000\uFEFFDana Reyes\u2009\u2028', 'Dana Reyes'],
    'interrupted by control characters': ['Da\u0000na\u001B Rey\u007Fes\u0085', 'Dana Reyes'],
    'two cells of a spreadsheet': ['Dana\tReyes', 'Dana Reyes'],
    'half an emoji (a lone surrogate)': ['\uD83D Dana', '\uFFFD Dana'],
  },
  refused: {
    empty: '',
    'only white space': ' \t\u00A0\u2003\u3000\uFEFF\r\n',
    'a zero-width space': '\u200B',
    'a Braille blank': '\u2800',
    'spaces between invisible characters': '\u200B \u3164\u2060 \uFE0F',
    'only control characters': '\u0001\u001F\u007F\u009F',
  },
};

const EMAILS: Values = {
  accepted: {
    ordinary: 'dana@example.com',
    tagged: 'dana.reyes+demo@mail.example.co.uk',
    international: 'josé@exämple.com',
    'surrounded by white space': [' \u00A0dana@example.com\n', 'dana@example.com'],
    'the end of a sentence': ['dana@example.com.', 'dana@example.com'],
    'one of a list': ['dana@example.com,', 'dana@example.com'],
    'in angle brackets': ['<dana@example.com>', 'dana@example.com'],
    'in quotation marks': ['"dana@example.com"', 'dana@example.com'],
    'a link': ['<mailto:dana@example.com>', 'dana@example.com'],
    'with quotation marks of its own': '"dana"@example.com',
    'interrupted by a control character': ['dana\u0000@example.com', 'dana@example.com'],
    'wrapped in invisible marks': ['\u202Adana@example.com\u202C\u200B', 'dana@example.com'],
  },
  refused: {
    empty: '',
    'only white space': ' \u3000 ',
    'two cells of a spreadsheet': 'dana@example.com\tReyes',
    'without an at sign': 'dana.example.com',
    'without a dot after the at sign': 'dana@example',
    'without a name that anybody sees': '\u200B@example.com',
    'without a name': '@example.com',
    'without anything after the dot': 'dana@example.',
    'spaced inside by a no-break space': 'dana\u00A0reyes@example.com',
    'two addresses': 'dana@example.com,lee@example.com',
  },
};

/** The phone numbers that are entered by a single paste, as a value without its history is all that the table sees. */
const pasted = phoneVectors.flatMap((vector) => {
  const [[way, value], ...more] = stepsOf(vector);
  return way === 'pastes' && more.length === 0 ? [{ ...vector, value }] : [];
});

const inField = (field: TextFieldName, { accepted, refused }: Values): Vector[] => [
  ...Object.entries(accepted).map(([name, given]) => {
    const [value, stored] = typeof given === 'string' ? [given, given] : given;
    return { name, field, value, accepted: true, stored };
  }),
  ...Object.entries(refused).map(([name, value]) => ({ name, field, value, accepted: false })),
];

export const vectors: readonly Vector[] = [
  ...(['fullName', 'companyName', 'industry'] as const).flatMap((field) => inField(field, TEXTS)),
  ...inField('email', EMAILS),
  ...pasted.map(({ value, error, shows }) => ({
    name: value,
    field: 'phoneNumber' as const,
    value,
    accepted: !error,
    stored: shows,
  })),
];
