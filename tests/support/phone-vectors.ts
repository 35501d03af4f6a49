/** Test vectors of the phone field: what visitors enter, what it then shows, and whether that is sent. */

export interface PhoneVector {
  /** What visitors do in the field, or something does for them. */
  readonly steps: string;
  /** What it then shows. */
  readonly shows: string;
  /** Characters before the caret, where it matters. */
  readonly caret?: number | undefined;
  /** The error at the next submit; without one, what the field shows is sent. */
  readonly error?: 'required' | 'invalid' | undefined;
}

/**
 * How a text is entered. `types`: key by key, among them ⌫ Backspace, ⌦ Delete, ← →, ⇤ Home, ⌘ to select all, and ⏎, which
 * submits. `pastes`, `dictates` (as on-screen keyboards do, too): at once, where the caret is.
 * `composes`: with an input method. `autofills` (as password managers do, too): the whole text. `touches`: without a change.
 */
export type Way = 'types' | 'pastes' | 'dictates' | 'composes' | 'autofills' | 'touches';

type Step = [way: Way, text: string];

/** The steps of a vector, at least one: `types +1, then pastes 415` has two. */
export const stepsOf = ({ steps }: PhoneVector) =>
  steps.split(', then ').map((step) => step.split(/ (.*)/s, 2)) as [Step, ...Step[]];

const US = '(415) 555-2671';

/** Entered, and what the field shows of it: `US` unless another text follows. */
type Numbers = readonly (readonly [entered: string, shows?: string])[];

/** Accepted however they are entered. */
const VALID: Numbers = [
  [US],
  ['4155552671'],
  ['415.555.2671'],
  // The example in the specification of the pattern.
  ['(123) 456-7890', '(123) 456-7890'],
  ['+1 415 555 2671'],
  ['+14155552671'],
  ['(+1) 415 555 2671'],
  ['\u202D+1 415 555 2671\u202C'],
  ['1 (415) 555-2671'],
  ['001 415 555 2671'],
  ['+1 604-555-0142', '(604) 555-0142'],
  ['(415) 555-2671 ext. 5'],
  ['+1 415 555 2671 #12'],
  ['0111 415 555 2671'],
  ['(415) 555-2671,,123'],
  ['+1 415-555-2671;127'],
  ['Phone: 415.555.2671p55'],
  ['415, 555-2671 w9'],
  ['４１５５５５２６７１'],
  ['٤١٥٥٥٥٢٦٧١'],
];

/** Typed, their last digits are not taken; entered at once, they are refused, as the first ten may be another number. */
const TOO_LONG: Numbers = [
  ['41555526719'],
  ['+1 415 555 2671 9'],
  ['442079460958', '(442) 079-4609'],
  ['020 7946 0958', '(020) 794-6095'],
];

/** From other countries, or too short. */
const INVALID: Numbers = [
  ['+61 2 5550 1234', '(612) 555-0123'],
  ['+45 12 34 56 78', '(451) 234-5678'],
  ['tel:+442079460958', '(442) 079-4609'],
  ['\u202A+44 20 7946 0958\u202C', '(442) 079-4609'],
  ['＋４４ 20 7946 0958', '(442) 079-4609'],
  ['00 44 20 7946 0958', '(004) 420-7946'],
  ['555-2671', '(555) 267-1'],
  ['011 45 12 34 56 7', '(011) 451-2345'],
  ['+1 415 555 267', '(415) 555-267'],
];

const EMPTY: Numbers = [
  ['call me', ''],
  [' \u3000 ', ''],
];

/** The steps, what the field shows, with `|` for the caret where it matters, and the error. */
const EDITS: readonly (readonly [steps: string, shows: string, error?: 'required' | 'invalid'])[] = [
  // The country code, and a deleted first character.
  ['types +', '', 'required'],
  ['types +14', '(4', 'invalid'],
  ['types +⌫4155552671', US],
  ['types ٤⌫', '', 'required'],
  // Corrections, and where the caret then is.
  ['types 41555526719⌫', '(415) 555-267', 'invalid'],
  ['types 4155552671←←←←9', '(415) 555|-2671'],
  ['types 4155552671←←x', '(415) 555-26|71'],
  ['types 4155552671⇤1', '(|415) 555-2671'],
  ['types 4155552671⇤+', US, 'invalid'],
  ['types 4155552671←←←←←←←⌫9', '(415) 9|55-2671'],
  ['types 4155552671←←←←⌫', '(415) 55|2-671', 'invalid'],
  ['types 4155552671←←←←←⌦', '(415) 555|-671', 'invalid'],
  ['types 415⇤→⌫', '(|415', 'invalid'],
  ['pastes 442079460958, then types ⇤→→→→, then pastes 77', '(442|) 079-4609', 'invalid'],
  ['types 4155552671, then touches', US],
  // In several ways. The first is never `composes`: the tests take the vectors by their first way.
  ['types 415, then pastes 55526719', US],
  ['pastes 555-2671 ext 415', '(555) 267-1', 'invalid'],
  ['types 415, then pastes (415) 555-2671', US],
  ['types 4155552671, then pastes  ext. 55', US],
  ['types +1, then dictates 4155552671', US],
  ['types +1, then dictates +1 415 555 2671', US],
  ['types +, then pastes 4512345678', '(451) 234-5678'],
  ['types 4⌘, then pastes ٤١٥٥٥٥٢٦٧١', US],
  ['types 415, then pastes +45 12 34 56 78', '(451) 234-5678', 'invalid'],
  ['dictates 4155552671, then dictates 9', US],
  ['types , then composes 4155552671', US],
  // The mark: a number behind a plus sign, or one of more digits that arrives at once, is refused for as long as digits
  // are only added at the end.
  ['types +415 555 2671', US, 'invalid'],
  ['types +61 2⏎5550 1234', '(612) 555-0123', 'invalid'],
  ['types +61 2 5550 1234⏎5x', '(612) 555-0123', 'invalid'],
  ['types +61 2 5550 1234⏎, then touches', '(612) 555-0123', 'invalid'],
  ['pastes 442079460958, then types 5⇤1', '(442) 079-4609', 'invalid'],
  // Any other change ends it.
  ['types +61 2 5550 1234⏎⌫4', '(612) 555-0124'],
  ['types +61 2 5550 1234⌫3', '(612) 555-0123'],
  ['types +44 20 78⌫⌫7946 0958', '(442) 079-4609'],
  ['types +61 2 5550 1234⌘4155552671', US],
  ['pastes 442079460958, then types ⌫⌫57', '(442) 079-4657'],
  ['pastes 442079460958, then types ⇤→→→→⌦6', '(442) 679-4609'],
  // So does a valid number that arrives, even the one that is shown.
  ['types +61 2 5550 1234⏎, then autofills +14155552671', US],
  ['types +61 2 5550 1234⏎⌘, then pastes (612) 555-0123', '(612) 555-0123'],
  ['types +61 2 5550 1234⏎, then autofills 6125550123', '(612) 555-0123'],
];

const AT_ONCE = ['pastes', 'dictates', 'autofills'] as const;

const enter = (ways: readonly Way[], numbers: Numbers, error?: PhoneVector['error']) =>
  numbers.flatMap(([entered, shows = US]) =>
    ways.map((way) => ({ steps: `${way} ${entered}`, shows, error })),
  );

export const phoneVectors: readonly PhoneVector[] = [
  ...enter(['types', ...AT_ONCE], VALID),
  ...enter(['types'], TOO_LONG),
  ...enter(AT_ONCE, TOO_LONG, 'invalid'),
  ...enter(['types', ...AT_ONCE], INVALID, 'invalid'),
  ...enter(['types', ...AT_ONCE], EMPTY, 'required'),
  ...EDITS.map(([steps, shows, error]) => ({
    steps,
    shows: shows.replace('|', ''),
    error,
    caret: shows.includes('|') ? shows.indexOf('|') : undefined,
  })),
];
