/**
 * The schema of every content file: one JSON object, or Markdown with front matter. A field that is missing,
 * misspelled, empty or too long stops the build with a message for editors (worded in `copy/errors.ts`), and
 * the editor of `npm run edit` derives its forms from these schemas.
 * The limits and counts are those of the design: after changing one, look at the page.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { ROOMS, SHORT_HEADLINE_CHARACTERS } from './constants';
import { contentFile, contentList, contentPages } from './copy/loader';
import { ofEachField, textField, type FieldCopy, type TextFieldName } from './demo-request/fields';
import { ICON_NAMES } from './pictures/icon-names';
import { MISSED_CALLS_LIMITS } from './components/calculator/missed-calls';
import { LINKS, PAGES } from './copy/pages';
import { BRACES, PLACEHOLDERS } from './copy/placeholders';
import { findProseErrors } from './copy/markdown';

const AGENT_PAGES = PAGES.flatMap(({ content: [collection, id] }) => (collection === 'agents' ? [id] : []));

/** Words for visitors: never empty, at most `max` characters, with known placeholders only. */
const words = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .superRefine((value, context) => {
      for (const { 0: braces, 1: name, index } of value.matchAll(BRACES)) {
        if (PLACEHOLDERS.some((known) => known === name)) continue;
        const known = PLACEHOLDERS.map((placeholder) => `{${placeholder}}`).join(', ');
        context.addIssue({
          code: 'custom',
          message: `has ${braces}, which is not a placeholder. The placeholders are: ${known}.`,
          params: value.includes('\n') ? { line: value.slice(0, index).split('\n').length } : {},
        });
      }
    });

const MARKUP = /\*\*|\]\(|<\/?\w[^>]*>/;

const text = (max: number) =>
  words(max).refine((value) => !MARKUP.test(value), {
    error: ({ input }) =>
      `has ${MARKUP.exec(String(input))?.[0]}, which visitors would read as it stands here. This text takes plain words.`,
  });

/** Words in Markdown. */
const prose = (max: number) =>
  words(max)
    .superRefine((markdown, context) => {
      for (const { message, line } of findProseErrors(markdown, LINKS))
        context.addIssue({ code: 'custom', message, params: { line } });
    })
    .meta({ format: 'markdown', links: LINKS });

const text30 = text(30);
const text40 = text(40);
const text70 = text(70);
const text260 = text(260);
const time = z.string().regex(/^(1[0-2]|[1-9]):[0-5]\d [AP]M$/, 'must be a time such as "2:47 AM".');
const price = z.string().regex(/^\$\d{1,3}(,\d{3})*$/, 'must be a whole dollar amount such as "$2,500".');
const webAddress = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain })
  .regex(/^\S*$/, 'has a space in it. Remove it.');
const delay = z.int().min(0).max(1000).describe('Milliseconds to wait before fading in');
const icon = z.enum(ICON_NAMES);

const searchResult = {
  title: text(65).describe('Title in the browser tab and in search results'),
  description: text(170).describe('Summary in search results and link previews'),
};

const name = text40.describe('Name of the page in the breadcrumb of search results');

/** A day and a time on a card, such as `Sat 9:52 PM`. */
const cardTime = text(16);

const logEntry = z
  .strictObject({ call: text70, outcome: text(24).describe('Result, shown in a badge beside it') })
  .describe(
    'The event of the example day at this section’s time; the log in Contact lists those of all sections',
  );

const lines = z.array(z.strictObject({ who: text(10), text: text(130) }));

const jobField = { name: text(12), value: text(32) };

/** The content of a card with an example: a call with the job that results from it, or a report to an owner. */
const example = z.strictObject({
  label: text30.describe('Says that it is an example'),
  time: cardTime,
  lines: lines.min(3).max(7),
  outcome: text40.describe('Result, shown as a stamp'),
  job: z
    .strictObject({ label: text(24), fields: z.array(z.strictObject(jobField)).length(6) })
    .optional()
    .describe('The job that is added to the schedule'),
});

const recording = z.strictObject({
  file: z
    .string()
    .regex(/^\/recordings\/[\w.-]+\.(mp3|m4a|wav)$/, {
      abort: true,
      error: 'must be "/recordings/" and the name of an mp3, m4a or wav file in public/recordings.',
    })
    .refine(
      (file) => existsSync(join('public', file)),
      'is not there. Put the file into public/recordings, or remove the recording.',
    )
    .describe('The file in public/recordings, such as /recordings/call.mp3'),
  label: text70.describe('What screen readers call the player'),
  seconds: z
    .array(z.number().min(0))
    .refine(
      (seconds) => seconds.every((second, index) => index === 0 || second >= seconds[index - 1]!),
      'must rise: no line is spoken before the one above it.',
    )
    .describe('The second at which each line is spoken, in order'),
});

/** The limits are those of `Calls.astro`, too. */
const call = z
  .strictObject({
    choice: text30.describe('What stands on its button: the caller’s problem or question'),
    time,
    room: z
      .enum(ROOMS)
      .optional()
      .describe('The room of the drawn house that lights up; with nursery, the furnace is out'),
    lines: lines.min(2).max(7).describe('The agent speaks first'),
    outcome: text40.describe('What came of it, stamped on the job at the end'),
    job: z
      .strictObject({
        label: text(24),
        fields: z
          .array(
            z.strictObject({
              ...jobField,
              after: z.int().min(1).max(7).describe('The number of the line that says it: then it appears'),
            }),
          )
          .min(2)
          .max(6),
      })
      .describe('The job form, which fills as the lines are said'),
    recording: recording
      .optional()
      .describe('If given, the call has a player, and its lines light up as they are spoken'),
  })
  .superRefine(({ lines: { length }, recording: player, job }, context) => {
    if (player && player.seconds.length !== length) {
      const message = `needs one second for each line of the call: ${length}.`;
      context.addIssue({ code: 'custom', path: ['recording', 'seconds'], message });
    }
    for (const [index, { after }] of job.fields.entries()) {
      if (after <= length) continue;
      const message = `is ${after}, but the call has ${length} lines.`;
      context.addIssue({ code: 'custom', path: ['job', 'fields', index, 'after'], message });
    }
  });

const calls = z.strictObject({
  legend: text40.describe('Asks the visitor to choose one'),
  label: text40.describe('Beside it; says that they are examples'),
  items: z.array(call).min(1).max(6),
});

const numberUpTo = (max: number) => z.int().min(0).max(max);

const calculator = z.strictObject({
  legend: text70.describe('What the sum is, and whose'),
  labels: z.strictObject({ missedCalls: text40, jobsOfTen: text40, averageJob: text40 }),
  example: z.strictObject({
    missedCalls: numberUpTo(MISSED_CALLS_LIMITS.missedCalls),
    jobsOfTen: numberUpTo(MISSED_CALLS_LIMITS.jobsOfTen),
    averageJob: numberUpTo(MISSED_CALLS_LIMITS.averageJob),
  }),
  placeholderPrefix: text(12).describe('Before each example figure in an empty field'),
  exampleLabel: text70.describe('Says that it is an example, and names its three figures'),
  ownLabel: text40.describe('Heading of the result for the visitor’s own numbers'),
  period: text30,
  demoLabel: text40,
  note: text260.describe(
    'Explains the calculation, which follows it in figures, and says that it is no promise',
  ),
  problem: text40.describe('Error message for an invalid number; the largest number allowed follows'),
});

const board = z.strictObject({
  caption: text(90).describe('Says that it is an example, and what the color and the times mean'),
  open: text(16).describe('In a place that has no job'),
  windows: z
    .array(
      z.strictObject({
        time: text(10).describe('Arrival window, such as "8 to 10"'),
        jobs: z
          .array(
            z.strictObject({
              tech: text(10),
              job: text(20).optional().describe('What and where; without it, the place is open'),
              call: time.optional().describe('When the agent took the call; such a job is highlighted'),
            }),
          )
          .length(3),
      }),
    )
    .length(4),
});

const sectionHead = { time, heading: text70, lead: text260 };
const section = { ...sectionHead, logEntry, delay };
const card = { icon, title: text70, description: text260 };

/** Facts that only the owner knows. Each is optional, and without it nothing is shown. */
const facts = z.strictObject({
  callWithin: text70
    .optional()
    .describe('Within how many minutes the demo call comes, as a sentence; above the button Get a Call'),
  callTakes: text70
    .optional()
    .describe('How long the demo call takes, as a sentence; above the button Get a Call'),
  callFrom: text70
    .optional()
    .describe('From which number it comes, as a sentence; above the button Get a Call'),
  followUp: text70
    .optional()
    .describe('Who follows up after the demo call, and when, as a sentence; below the button Get a Call'),
  phone: z
    .strictObject({
      label: text40.describe('Such as "Rather call us first?"'),
      number: z.string().regex(/^\(\d{3}\) \d{3}-\d{4}$/, 'must be a number such as "(415) 555-0100".'),
    })
    .optional()
    .describe('A number that the agent answers; below the button Get a Call and in Contact'),
  company: text260.optional().describe('Who runs the company, and where; in the footer'),
  plansFrom: text70
    .optional()
    .describe('What plans start at, as a sentence; wherever a page says what the price depends on'),
  trialBegins: text260
    .optional()
    .describe('When the days of the trial begin; wherever a page offers the trial'),
  afterTrial: text260
    .optional()
    .describe('What happens on the day after the trial; wherever a page offers the trial'),
  daysUntilLive: text260.optional().describe('How many days it takes to go live; under the process'),
});

const CONSENT_PART = 'Part of the consent: after a change, run npm run consent';

const site = z.strictObject({
  brand: z.string().trim().min(1).max(30).describe(CONSENT_PART),
  tagline: text(60),
  email: z.email().describe(CONSENT_PART),
  bookingPage: webAddress.describe('Where a call is booked; opens in a new tab'),
  profile: z
    .strictObject({ label: text40, page: webAddress })
    .optional()
    .describe('The company’s social profile, such as LinkedIn; in the footer, opens in a new tab'),
  securityContact: z
    .strictObject({
      until: z.iso.date().describe('Date until which security reports to the e-mail address are read'),
    })
    .describe('For those who find a vulnerability in the site: published as /.well-known/security.txt'),
  privacyPage: webAddress.optional().describe('If given, linked beside the consent of the demo form'),
  termsPage: webAddress.optional().describe('If given, linked beside the consent of the demo form'),
  facts: facts.optional().describe('What only you can state; leave out what is not true yet'),
  figures: z.strictObject({
    trialDays: z.int().min(1).max(90),
    callMinutes: z.int().min(5).max(120),
    supportFrom: price,
    supportTo: price,
    setupFee: price,
  }),
  callsCanada: z
    .boolean()
    .describe(
      'Whether Canada is called: {countries} in the form; must match private.calling_hours in the database',
    ),
  trialSteps: z
    .array(text70)
    .length(3)
    .describe('What happens from the demo call to the end of the trial, wherever a page offers it'),
  copyright: z.strictObject({ year: z.int().min(2000).max(2100), text: text(80) }),
  skipLink: text40,
  newTabHint: text40,
  buttonHints: z
    .strictObject({ demoHint: text40, bookHint: text40 })
    .describe('A few words under each button: who calls whom'),
  splash: z
    .strictObject({ words: z.array(text30).length(3) })
    .optional()
    .describe('Three words over the first page of a visit; without them nothing covers it'),
  header: z.strictObject({ hiddenLabel: text30.describe('Read by screen readers after the brand') }),
  menu: z.strictObject({
    label: text30,
    open: text30,
    close: text30,
    showHome: z.boolean().meta({ title: 'List Home on pages other than the landing page' }),
    home: text30,
    items: z
      .array(z.strictObject({ link: z.enum(LINKS), label: text30 }))
      .min(1)
      .max(6),
    bookLabel: text40,
  }),
  footer: z.strictObject({ label: text30 }),
});

const home = z.strictObject({
  ...searchResult,
  hero: z.strictObject({
    ...sectionHead,
    heading: text40.describe(`At its largest with up to ${SHORT_HEADLINE_CHARACTERS} characters`),
    logEntry,
    promise: text70,
    demoLabel: text40,
    bookLabel: text40,
  }),
  calls: calls.describe('Example calls to choose from, beside the headline; a single one needs no choice'),
  marquee: z.strictObject({ label: text40, pause: text40, keywords: z.array(text30).length(6) }),
  benefits: z.strictObject({
    ...section,
    items: z.array(z.strictObject({ ...card, delay })).length(3),
    calculator: calculator.optional().describe('Arithmetic on the visitor’s own figures, after the benefits'),
  }),
  process: z.strictObject({
    ...section,
    items: z.array(z.strictObject({ title: text70, description: text260, delay })).length(3),
    bookLabel: text40,
  }),
  services: z.strictObject({
    ...section,
    board: board.describe('The schedule of the example day at noon; the first two windows are before noon'),
    learnMore: text40,
    items: z
      .array(
        z.strictObject({
          ...card,
          delay,
          link: z.enum(['/inbound-voice-agents', '/outbound-voice-agents', '/support-packages']),
        }),
      )
      .length(3),
    cost: z
      .strictObject({ question: text70, answer: text260 })
      .describe('What the price depends on, beside the button'),
    demoLabel: text40,
  }),
  faqs: z.strictObject({ ...section, emailLabel: text40 }),
  contact: z.strictObject({
    ...section,
    bookLabel: text40,
    demoLabel: text40,
    day: z.strictObject({
      heading: text30,
      label: text30.describe(
        'Says that the day is an example; above its first line, and above the log in Contact',
      ),
      schedule: z.strictObject({
        label: text40.describe('Heading of the jobs that the example day added to the schedule'),
        rows: z.array(z.strictObject({ time: cardTime, job: text40, tech: text(16) })).length(3),
      }),
    }),
  }),
});

const faq = z.strictObject({
  question: text(90),
  order: z.int().min(1),
  answer: prose(420),
});

const closing = z.strictObject({
  heading: text70,
  text: text260,
  bookLabel: text40,
  example: example.optional(),
});

const agent = z.strictObject({
  ...searchResult,
  name,
  time,
  hero: z.strictObject({ heading: text70, lead: text260, demoLabel: text40, bookLabel: text40 }),
  example,
  highlights: z.strictObject({ label: text40, items: z.array(text30).length(6) }),
  useCases: z.strictObject({
    heading: text70,
    lead: text260,
    items: z
      .array(
        z.strictObject({
          title: text40,
          shortTitle: text(20).describe('Shown instead of the title on narrow screens'),
          label: text40,
          line: text(60).describe('What somebody on such a call says; while the card is closed'),
          description: text(300),
        }),
      )
      .length(6),
  }),
  pricing: z.strictObject({
    heading: text70,
    trial: z.strictObject({
      title: text70,
      points: z.array(text40).length(3),
      demoLabel: text40,
    }),
    subscription: z.strictObject({
      title: text70,
      text: text260,
      points: z.array(text40).min(1).max(3),
      linkLabel: text40,
    }),
    note: text260.optional(),
    campaignNote: text260.optional().describe('Whom outbound campaigns call; below the pricing note'),
  }),
  closing,
});

const supportPackages = z.strictObject({
  ...searchResult,
  name,
  time,
  hero: z.strictObject({
    heading: text70,
    lead: text260,
    badge: z.strictObject({ label: text40, text: text40 }),
    bookLabel: text40,
  }),
  example,
  price: z.strictObject({ heading: text70, amount: text40, period: text40, text: text260 }),
  features: z.strictObject({ heading: text70, items: z.array(z.strictObject(card)).length(5) }),
  closing,
});

const message = text(90);

function fieldWords(field: TextFieldName): z.ZodType<FieldCopy> {
  const optional = { placeholder: text40, hint: message, invalid: message };
  const own: Record<string, z.ZodString> = Object.fromEntries(
    textField(field).optionalTexts.map((kind) => [kind, optional[kind]]),
  );
  return z.strictObject({ label: text40, ...own, required: message });
}

const callsToTry = z.strictObject({
  heading: text70,
  lead: text260,
  more: text40.describe('On a phone, opens the list'),
  items: z
    .array(
      z.strictObject({
        say: text(60).describe('What to say, in the first person'),
        listen: text(90).describe('What to listen for'),
      }),
    )
    .length(5),
});

const requestDemo = z.strictObject({
  ...searchResult,
  name,
  time,
  hero: z.strictObject({ heading: text70, lead: text260 }),
  tiles: z.array(z.strictObject({ icon, title: text40, text: text(90) })).length(3),
  offer: z.strictObject({
    heading: text70,
    points: z.array(text40).min(1).max(4),
    formLinkLabel: text40.describe('Link that scrolls to the form'),
  }),
  form: z.strictObject({
    heading: text70,
    fields: z.strictObject(ofEachField(fieldWords)),
    consent: text(700).describe(CONSENT_PART),
    consentRequired: message,
    remaining: text40.describe('Above the fields, before the number of fields that are missing or invalid'),
    submit: text40,
    submitting: text40,
    banner: message,
  }),
  aiNotice: text70.describe('Says that the caller is an AI; below the button Get a Call'),
  callsToTry: callsToTry.optional().describe('What to say to the agent when it calls; under the form'),
  callingHours: text(120).describe(
    'Who calls, and when; above the button Get a Call, before the facts of site.json. Must match private.calling_hours in the database',
  ),
  bookPrompt: text70.describe('Under the form, before the link to book a call'),
  legal: z.strictObject({ privacyLabel: text40, termsLabel: text40 }),
  notices: z.strictObject({ noScript: text260, unavailable: text260, emailLabel: text40, bookLabel: text40 }),
  confirmation: z.strictObject({ title: text(65), heading: text70, text: text260 }),
});

/** The page at unknown addresses; its heading also stands above the error message of a failed island on any page. */
const errorPage = z.strictObject({
  ...searchResult,
  time,
  heading: text70,
  status: text40,
  lead: text260,
  homeLabel: text40,
});

/** A collection of one file, named after the collection by default. */
const single = <S extends z.ZodType>(id: string, schema: S, file = `${id}.json`) =>
  defineCollection({ loader: contentFile(id, file, schema), schema });

const faqEntry = faq.meta({ title: 'Questions and answers', page: '/' });

/** `.meta()`: the form's title in the editor and the page of its preview, where they do not follow from the file's name. */
export const collections = {
  site: single('site', site.meta({ title: 'Brand, addresses, prices', page: '/' })),
  home: single('home', home.meta({ title: 'Landing page', page: '/' })),
  faqs: defineCollection({ loader: contentList('faqs', 6, faqEntry), schema: faqEntry }),
  agents: defineCollection({ loader: contentPages('agents', AGENT_PAGES, agent), schema: agent }),
  supportPackages: single('supportPackages', supportPackages, 'support-packages.json'),
  requestDemo: single('requestDemo', requestDemo, 'request-demo.json'),
  errorPage: single(
    'errorPage',
    errorPage.meta({ title: 'Unknown addresses', page: '/404' }),
    'error-page.json',
  ),
};
