/**
 * The schema of every content file: one JSON object, or Markdown with front matter. A field that is missing,
 * misspelled, empty or too long stops the build with a message for editors (worded in `copy/errors.ts`), and
 * the editor of `npm run edit` derives its forms from these schemas.
 * The limits and counts are those of the design: after changing one, look at the page.
 */
// `astro:content` exists within Astro alone, and commands and tests read the schemas, too.
import { defineCollection } from 'astro/content/config';
import { z } from 'astro/zod';
import { calculator } from './components/calculator/schema.ts';
import { callsToTry } from './components/calls-to-try/schema.ts';
import { recordable, recordingWords } from './components/recording/schema.ts';
import { splash } from './components/splash/schema.ts';
import { MOST_CALLS, MOST_CALL_LINES, ROOMS, SHORT_HEADLINE_CHARACTERS, USE_CASES } from './constants.ts';
import { contentFiles } from './copy/loader.ts';
import { LINKS, PAGES } from './copy/pages.ts';
import { body, demoLabel, lead, list, numberBetween, optional, text } from './copy/schema.ts';
import { ofEachField, textField, type FieldCopy, type TextFieldName } from './demo-request/fields.ts';
import { ICON_NAMES } from './pictures/icon-names.ts';

/** A time of day, as the clock of a page, a section or an example call shows it. */
const time = z.string().regex(/^(1[0-2]|[1-9]):[0-5]\d [AP]M$/, 'must be a time such as "2:47 AM".');
const price = z.string().regex(/^\$\d{1,3}(,\d{3})*$/, 'must be a whole dollar amount such as "$2,500".');
const dollars = (amount: string) => Number(amount.replaceAll(/\D/g, ''));
const phone = z.string().regex(/^\(\d{3}\) \d{3}-\d{4}$/, 'must be a number such as "(415) 555-0100".');
/** Zod takes an address with a space in its path, which the second rule refuses. */
const webAddress = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain })
  .regex(/^\S*$/, 'has a space in it. Remove it.');
const delay = numberBetween(0, 1000).describe('How long it waits before it fades in, in milliseconds');
const icon = z.enum(ICON_NAMES);

const searchResult = {
  title: text(65).meta({ title: 'Title in search results', description: 'Also in the browser tab' }),
  description: text(170).meta({ title: 'Summary in search results', description: 'Also in link previews' }),
};

const name = text(40).describe('Name of the page in the breadcrumb of search results');

const screenReaderName = text(40).meta({ title: 'Name for screen readers' });

const bookLabel = text(40).meta({ title: 'Button that books a call' });
const emailLabel = text(40).meta({ title: 'Link that writes an e-mail' });

/** A day and a time on a card, such as `Sat 9:52 PM`. */
const cardTime = text(16);

/** What happened at a section's time of the example day. */
const story = text(100).meta({ title: 'What happens at this time of the example day' });

/** A line of a call or a report: who speaks, or what it is about, and the words. */
const line = z.strictObject({ who: text(10), text: text(130) });

const job = z
  .strictObject({
    label: text(24),
    fields: list(
      z.strictObject({
        name: text(12),
        value: text(32),
        after: numberBetween(1, MOST_CALL_LINES + 1).describe(
          'The number of the line that says it, with which it appears; or, to appear with the result, the number of lines and one more',
        ),
      }),
      2,
      6,
    ),
  })
  .describe('The job form, which fills as the lines are said');

/** A field of the job appears with a line of its call, or with the result that follows the last one. */
function checkFields(
  { lines, job: form }: { lines: unknown[]; job?: z.infer<typeof job> | undefined },
  context: z.RefinementCtx,
): void {
  for (const [index, { after }] of (form?.fields ?? []).entries()) {
    if (after <= lines.length + 1) continue;
    const message = `is ${after}, but the call has ${lines.length} lines: type at most ${lines.length + 1}.`;
    context.addIssue({ code: 'custom', path: ['job', 'fields', index, 'after'], message });
  }
}

/** A card with an example: a call with the job that results from it, or a report to an owner. */
const example = recordable({
  label: text(30).describe('Says that it is an example'),
  time: cardTime,
  lines: list(line, 3, MOST_CALL_LINES),
  outcome: text(40).describe('Result, shown as a stamp'),
  job: optional(job, 'The job that is added to the schedule'),
}).superRefine(checkFields);

/** One of the example calls that a visitor chooses from. */
const call = recordable({
  choice: text(30).describe('What stands on its button: the caller’s problem or question'),
  time,
  room: optional(
    z.enum(ROOMS),
    'The room of the drawn house that lights up; with nursery, the furnace in the drawing goes out',
  ),
  lines: list(line, 2, MOST_CALL_LINES).describe('The agent speaks first'),
  outcome: text(40).describe('What came of it, stamped on the job at the end'),
  job,
}).superRefine(checkFields);

const calls = z.strictObject({
  legend: text(40).describe('Asks the visitor to choose one'),
  label: text(40).describe('Beside it; says that they are examples'),
  items: list(call, 1, MOST_CALLS),
});

/** One technician in one arrival window of the board. */
const place = z.strictObject({
  job: optional(text(20), 'What and where; without it, the technician is free then'),
  call: optional(time, 'When the agent booked it; such a job is highlighted'),
});

/** The example day's schedule, as a dispatcher sees it. */
const board = z.strictObject({
  caption: text(70).describe('Says that it is an example, and how many jobs the agent booked'),
  booked: text(10).describe('Before the time at which the agent booked a job'),
  open: text(16).describe('Where a technician has no job'),
  technicians: list(text(10), 3),
  windows: list(
    z.strictObject({
      time: text(10).describe('Arrival window, such as "8 to 10"'),
      jobs: list(place, 3).describe('One of each technician'),
    }),
    4,
  ),
});

const heading = { heading: text(70), lead };
const section = { time, story, ...heading, delay };
const card = { icon, title: text(70), description: text(260) };

const sentence = (title: string, description: string) => optional(text(70).meta({ title }), description);
const paragraph = (title: string, description: string) => optional(text(260).meta({ title }), description);

const BELOW_PRICES = 'A sentence or two, below the prices of the agents’ pages';

/** Facts that only the owner knows. Each is optional, and without it nothing is shown. */
const facts = z.strictObject({
  callWithin: sentence(
    'How soon the demo call comes',
    'A sentence that says within how many minutes; below the button Get a Call',
  ),
  callTakes: sentence('How long the demo call takes', 'A sentence, below the button Get a Call'),
  callFrom: sentence('From which number it comes', 'A sentence, below the button Get a Call'),
  followUp: sentence(
    'Who follows up',
    'A sentence that says who writes or calls after the demo call, and when; below the button Get a Call',
  ),
  phone: optional(
    z.strictObject({ label: text(40).describe('Such as "Rather call us first?"'), number: phone }),
    'A number that the agent answers; below the button Get a Call and in Contact',
  ),
  company: paragraph('The company', 'Who runs it, and where; in the footer'),
  plansFrom: sentence('What plans start at', 'A sentence, wherever a page says what the price depends on'),
  trialBegins: paragraph('When the trial begins', 'Wherever a page offers the trial'),
  afterTrial: paragraph('What follows the trial', 'Wherever a page offers the trial'),
  daysUntilLive: paragraph('How many days it takes to go live', 'Below the three steps'),
  countedCall: paragraph('What counts as a call', BELOW_PRICES),
  contract: paragraph('How long the contract runs, and how it is canceled', BELOW_PRICES),
  nobodyOnCall: paragraph('What happens if nobody on call answers', BELOW_PRICES),
  serviceDown: paragraph('What happens to calls while your service is down', BELOW_PRICES),
  spanish: paragraph('Whether it speaks Spanish', 'A sentence or two, below the button Get a Call'),
  recordingsKept: paragraph('Where recordings of calls are kept, and how long', 'In the footer'),
});

const CONSENT_PART =
  'Part of what people agree to: tell whoever looks after the database before you publish a change';
const BESIDE_CONSENT = 'If given, linked beside the consent of the demo form';

const site = z.strictObject({
  brand: text(30)
    .refine((brand) => !brand.includes('{'), 'takes no words in braces: {brand} stands for it.')
    .describe(CONSENT_PART),
  tagline: text(60),
  email: z.email().describe(`${CONSENT_PART}. Also for security reports`),
  bookingPage: webAddress.describe('Where a call is booked; opens in a new tab'),
  profile: optional(
    z.strictObject({ label: text(40), page: webAddress }),
    'The company’s social profile, such as LinkedIn; in the footer, opens in a new tab',
  ),
  privacyPage: optional(webAddress, BESIDE_CONSENT),
  termsPage: optional(webAddress, BESIDE_CONSENT),
  facts: optional(facts, 'What only you can state; leave out what is not true yet'),
  figures: z
    .strictObject({
      trialDays: numberBetween(2, 90).describe('The texts say “days” after it'),
      callMinutes: numberBetween(5, 120).describe('Length of the call that is booked'),
      supportFrom: price.describe('Lowest price of a support package, a month'),
      supportTo: price.describe('Highest price of a support package, a month'),
      setupFee: price.describe('Lowest setup fee of outbound campaigns'),
    })
    .refine(({ supportFrom, supportTo }) => dollars(supportFrom) <= dollars(supportTo), {
      path: ['supportFrom'],
      error: 'is above the highest price of a support package. Correct one of the two.',
    })
    .meta({ title: 'Prices and numbers' }),
  worksWith: text(70).describe('What it works with; below the first buttons of the landing page'),
  callsCanada: z
    .boolean()
    .meta({ title: 'Do you call people in Canada?' })
    .describe(
      'What {countries} says in the form. The calling hours, in the texts and in the database, must have the same countries: ask whoever looks after it',
    ),
  trialSteps: list(text(70), 3).describe(
    'What happens from the demo call to the end of the trial, on the agents’ pages',
  ),
  copyright: z.strictObject({ year: numberBetween(2000, 2100), text: text(80) }),
  skipLink: text(40).meta({ title: 'First link for the keyboard: skips to the content' }),
  newTabHint: text(40).meta({ title: 'After links that open a new tab, for screen readers' }),
  buttonHints: z
    .strictObject({ demoHint: text(40), bookHint: text(40) })
    .meta({ title: 'Hints below buttons', description: 'A few words under each button: who calls whom' }),
  splash,
  recording: recordingWords,
  header: z.strictObject({
    hiddenLabel: text(30).meta({ title: 'Word after the logo, for screen readers' }),
    demoLabel: text(30).meta({
      title: 'Button for the demo, while the first button of the page is out of view',
    }),
  }),
  menu: z.strictObject({
    label: screenReaderName,
    open: text(30),
    close: text(30),
    showHome: z.boolean().meta({ title: 'List Home on pages other than the landing page' }),
    home: text(30),
    items: list(z.strictObject({ link: z.enum(LINKS), label: text(30) }), 1, 6).refine(
      (items) => new Set(items.map(({ link }) => link)).size === items.length,
      'has one link twice. Choose another, or remove one.',
    ),
    bookLabel,
  }),
  footer: z.strictObject({ label: screenReaderName }),
});

const home = z.strictObject({
  ...searchResult,
  hero: z.strictObject({
    time,
    heading: text(40).describe(`At its largest with up to ${SHORT_HEADLINE_CHARACTERS} characters`),
    lead,
    promise: text(70).describe('Above the headline'),
    demoLabel,
    bookLabel,
  }),
  calls: calls.describe('Example calls to choose from, beside the headline; a single one needs no choice'),
  marquee: z
    .strictObject({ label: screenReaderName, pause: text(40), keywords: list(text(30), 6) })
    .meta({ title: 'Moving words on a phone' }),
  benefits: z.strictObject({
    ...section,
    storyLabel: text(30).describe('Says that the day is an example; above the story'),
    items: list(z.strictObject({ ...card, delay }), 3),
    calculator,
  }),
  process: z.strictObject({
    ...section,
    items: list(z.strictObject({ title: text(70), description: text(260), delay }), 3),
    bookLabel,
  }),
  services: z.strictObject({
    ...section,
    board: board.describe('The schedule of the example day at noon; the first two windows are before noon'),
    learnMore: text(40),
    items: list(z.strictObject({ ...card, delay, link: z.enum(LINKS) }), 3),
    costLabel: text(40).meta({ title: 'Link to the first question, which is about cost' }),
    demoLabel,
  }),
  faqs: z.strictObject({ ...section, emailLabel }),
  contact: z.strictObject({
    ...section,
    bookLabel,
    demoLabel,
    booked: z
      .strictObject({
        heading: text(40),
        label: text(30).describe('Says that the day is an example'),
        rows: list(z.strictObject({ time: cardTime, job: text(40), tech: text(16) }), 3),
      })
      .meta({ title: 'The jobs that the calls of the example day added to the schedule' }),
  }),
});

const faq = z.strictObject({
  question: text(90),
  order: z.int().min(1).meta({ title: 'Position' }),
  answer: body(420),
});

const closing = z.strictObject({
  heading: text(70),
  text: text(260),
  bookLabel,
  example: example.optional(),
});

const useCase = z.strictObject({
  title: text(40),
  shortTitle: text(20).describe('Shown instead of the title on narrow screens'),
  label: text(40).describe('Field of work, such as Sales'),
  line: text(60).describe('What somebody on such a call says; while the card is closed'),
  description: text(300),
});

const agent = z.strictObject({
  ...searchResult,
  name,
  time,
  hero: z.strictObject({ ...heading, demoLabel, bookLabel }),
  example,
  highlights: z.strictObject({ label: text(40), items: list(text(30), 6) }),
  useCases: z.strictObject({ ...heading, items: list(useCase, USE_CASES) }),
  pricing: z.strictObject({
    heading: text(70),
    trial: z.strictObject({ title: text(70), points: list(text(40), 3), demoLabel }),
    subscription: z.strictObject({
      title: text(70),
      text: text(260),
      points: list(text(40), 1, 3),
      linkLabel: text(40).meta({ title: 'Link' }),
    }),
    note: text(260).optional(),
  }),
  closing,
});

const supportPackages = z.strictObject({
  ...searchResult,
  name,
  time,
  hero: z.strictObject({ ...heading, badge: z.strictObject({ label: text(40), text: text(40) }), bookLabel }),
  example,
  price: z.strictObject({ heading: text(70), amount: text(40), period: text(40), text: text(260) }),
  features: z.strictObject({ heading: text(70), items: list(z.strictObject(card), 5) }),
  closing,
});

const message = text(90);

function fieldWords(field: TextFieldName): z.ZodType<FieldCopy> {
  // 18 characters fit the field where two share a row on a phone.
  const texts = {
    placeholder: text(18).meta({ title: 'Example in the empty field' }),
    hint: message.meta({ title: 'Note beside the field' }),
    invalid: message.meta({ title: 'Message when it is wrong' }),
  };
  const optionalTexts = Object.fromEntries(textField(field).optionalTexts.map((kind) => [kind, texts[kind]]));
  return z.strictObject({
    label: text(40),
    ...optionalTexts,
    required: message.meta({ title: 'Message when it is empty' }),
  });
}

const requestDemo = z.strictObject({
  ...searchResult,
  name,
  time,
  hero: z.strictObject(heading),
  tiles: list(z.strictObject({ icon, title: text(40), text: text(90) }), 3),
  offer: z.strictObject({
    heading: text(70),
    points: list(text(40), 1, 4),
    formLinkLabel: text(40).describe('Link that scrolls to the form'),
  }),
  form: z.strictObject({
    heading: text(70),
    fields: z.strictObject(ofEachField(fieldWords)),
    consent: text(700).describe(CONSENT_PART),
    tooLong: message.meta({ title: 'Message when the text in a field is too long' }),
    consentRequired: message.meta({ title: 'Message when the box is not ticked' }),
    remaining: text(40).describe(
      'Above the fields, before the number of fields that are missing or invalid, if several are',
    ),
    submit: text(40).meta({ title: 'Button that sends the form' }),
    submitting: text(40).meta({ title: 'The same button while it sends' }),
    banner: message.meta({ title: 'Message when the request could not be sent' }),
  }),
  aiNotice: text(70).describe('Says that the caller is an AI; below the button Get a Call'),
  callsToTry,
  callingHours: text(160).describe(
    'Who calls, and when; below the button Get a Call, before the facts of “Brand, addresses, prices”, and again after it was pressed. The database has the same hours: tell whoever looks after it before you publish a change',
  ),
  bookPrompt: text(70).describe(
    'Under the form and the confirmation, before the links to write and to book a call',
  ),
  legal: z.strictObject({ privacyLabel: text(40), termsLabel: text(40) }),
  notices: z.strictObject({ noScript: text(260), unavailable: text(260), emailLabel, bookLabel }),
  confirmation: z.strictObject({ title: text(65), heading: text(70), text: text(260) }),
});

/** The page at unknown addresses; its heading also stands above the error message of a failed island on any page. */
const errorPage = z.strictObject({
  ...searchResult,
  time,
  heading: text(70),
  status: text(40),
  lead,
  homeLabel: text(40).meta({ title: 'Link to the landing page' }),
});

/** A collection of the files with these paths in `src/content`, or of the `count` Markdown files that a pattern matches. */
const collection = <S extends z.ZodType>(paths: string | string[], schema: S, count?: number) =>
  defineCollection({ loader: contentFiles([paths].flat(), schema, count), schema });

const agentFiles = PAGES.flatMap((page) => (page.collection === 'agents' ? [`agents/${page.id}.json`] : []));

/** `.meta()`: the form's title in the editor and the page of its preview, where they do not follow from the file's name. */
export const collections = {
  site: collection('site.json', site.meta({ title: 'Brand, addresses, prices', page: '/' })),
  home: collection('home.json', home.meta({ title: 'Landing page', page: '/' })),
  faqs: collection('faqs/*.md', faq.meta({ title: 'Questions and answers', page: '/' }), 6),
  agents: collection(agentFiles, agent),
  supportPackages: collection('support-packages.json', supportPackages),
  requestDemo: collection('request-demo.json', requestDemo),
  errorPage: collection('error-page.json', errorPage.meta({ title: 'Unknown addresses', page: '/404' })),
};
