/**
 * The schema of every content file: one JSON object, or Markdown with front matter. A field that is missing,
 * misspelled, empty or too long stops the build with a message for editors (worded in `build/content-errors.ts`), and
 * the editor of `npm run edit` derives its forms from these schemas.
 * The limits and counts are those of the design: after changing one, look at the page.
 */
import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { MISSED_CALLS_LIMITS } from './constants';
import { contentFile, contentList, contentPages } from './build/content-file';
import { ofEachField, textField, type FieldCopy, type TextFieldName } from './lib/demo-fields';
import { ICON_NAMES } from './lib/icons';
import { LINKS, PAGES } from './lib/pages';
import { BRACES, PLACEHOLDERS } from './lib/placeholders';
import { findProseErrors } from './lib/prose';

const AGENT_PAGES = PAGES.flatMap(({ words: [collection, id] }) => (collection === 'agents' ? [id] : []));

/** Text for visitors: never empty, at most `max` characters, with known placeholders only. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .superRefine((value, context) => {
      for (const [braces, name] of value.matchAll(BRACES)) {
        if (PLACEHOLDERS.some((known) => known === name)) continue;
        const known = PLACEHOLDERS.map((placeholder) => `{${placeholder}}`).join(', ');
        context.addIssue({
          code: 'custom',
          message: `has ${braces}, which stands for nothing. Between braces you can use ${known}.`,
        });
      }
    });

const prose = (max: number) =>
  text(max)
    .superRefine((markdown, context) => {
      for (const { message, line } of findProseErrors(markdown, LINKS))
        context.addIssue({ code: 'custom', message, params: { line } });
    })
    .meta({ format: 'markdown', links: LINKS });

const label = text(40);
const heading = text(70);
const lead = text(260);
const word = text(30);
const time = z.string().regex(/^\d{1,2}:\d{2} [AP]M$/, 'must be a time such as "2:47 AM".');
const price = z.string().regex(/^\$\d{1,3}(,\d{3})*$/, 'must be a whole dollar amount such as "$2,500".');
const webAddress = z.url({ protocol: /^https$/, hostname: z.regexes.domain });
const delay = z.int().min(0).max(1000).describe('Milliseconds to wait before fading in');
const icon = z.enum(ICON_NAMES);

const meta = {
  title: text(65).describe('Title in the browser tab and in search results'),
  description: text(170).describe('Summary in search results and link previews'),
};

const name = label.describe('Name of the page in search results');

/** A day and a time on a card, such as `Sat 9:52 PM`. */
const stampTime = text(16);

const log = z
  .strictObject({ call: text(70), outcome: text(24).describe('Stamped beside it') })
  .describe('What happens at this hour of the example day; all of them make up the log beside Contact');

/** The content of a card with an example: a call with the job that results from it, or a weekly update. */
const example = z.strictObject({
  label: text(30).describe('Says that it is an example'),
  time: stampTime,
  lines: z
    .array(z.strictObject({ who: text(10), text: text(130) }))
    .min(3)
    .max(7),
  outcome: text(40).describe('The stamp'),
  job: z
    .strictObject({
      label: text(24),
      fields: z.array(z.strictObject({ name: text(12), value: text(32) })).length(6),
    })
    .optional()
    .describe('The job as it lands on the schedule'),
});

const call = example
  .extend({
    more: label.describe('On a phone, opens the lines after the first ones'),
    recording: z
      .strictObject({
        file: z
          .string()
          .regex(
            /^\/recordings\/[\w.-]+\.(mp3|m4a|wav)$/,
            'must be "/recordings/" and the name of an mp3, m4a or wav file in public/recordings.',
          ),
        label: heading.describe('What screen readers call the player'),
        seconds: z.array(z.number().min(0)).describe('The second at which each line is spoken, in order'),
      })
      .optional()
      .describe('If given, the call card has a player, and its lines light up as they are spoken'),
  })
  .superRefine(({ lines, recording }, context) => {
    if (!recording || recording.seconds.length === lines.length) return;
    const message = `needs one second for each line of the call: ${lines.length}.`;
    context.addIssue({ code: 'custom', path: ['recording', 'seconds'], message });
  });

const figure = (most: number) => z.int().min(0).max(most);

const calculator = z.strictObject({
  legend: heading,
  labels: z.strictObject({ missedCalls: label, jobsOfTen: label, averageJob: label }),
  example: z.strictObject({
    missedCalls: figure(MISSED_CALLS_LIMITS.missedCalls),
    jobsOfTen: figure(MISSED_CALLS_LIMITS.jobsOfTen),
    averageJob: figure(MISSED_CALLS_LIMITS.averageJob),
  }),
  exampleMark: text(12).describe('Before each example figure in an empty field'),
  exampleLabel: heading.describe('Says that it is an example, and names its three figures'),
  ownLabel: label,
  period: word,
  demoLabel: label,
  how: label.describe('Unfolds how it is worked out'),
  note: lead.describe('How it is worked out, and that it promises nothing'),
  problem: label.describe('What a figure has to be; the largest number follows'),
});

const opening = { time, heading, lead };
const section = { ...opening, log, delay };
const card = { icon, title: heading, description: lead };

/** Facts that only the owner knows. Each is optional, and without it nothing is shown. */
const facts = z.strictObject({
  callWithin: heading
    .optional()
    .describe('Within how many minutes the demo call comes, as a sentence; under Get a Call'),
  callTakes: heading.optional().describe('How long the demo call takes, as a sentence; under Get a Call'),
  callFrom: heading.optional().describe('From which number it comes, as a sentence; under Get a Call'),
  followUp: heading
    .optional()
    .describe('Who follows up after the demo call, and when, as a sentence; under Get a Call'),
  phone: z
    .strictObject({
      label: label.describe('Such as "Rather call us first?"'),
      number: z.string().regex(/^\(\d{3}\) \d{3}-\d{4}$/, 'must be a number such as "(415) 555-0100".'),
    })
    .optional()
    .describe('A number to call first; under Get a Call and in Contact'),
  company: lead.optional().describe('Who runs the company, and where; in the footer'),
  afterTrial: lead
    .optional()
    .describe('What happens on the day after the trial; on the trial card and in the trial’s panels'),
  daysUntilLive: lead.optional().describe('How many days it takes to go live; under the process'),
});

const CONSENT_PART = 'Part of the consent: after a change, somebody has to run npm run consent';

const site = z.strictObject({
  brand: z.string().trim().min(1).max(30).describe(CONSENT_PART),
  tagline: text(60),
  email: z.email().describe(CONSENT_PART),
  bookingPage: webAddress.describe('Where a call is booked; opens in a new tab'),
  profile: z
    .strictObject({ label, page: webAddress })
    .optional()
    .describe('If given, the profile on the professional network; in the footer, opens in a new tab'),
  securityContact: z
    .strictObject({
      until: z.iso.date().describe('Until this day the e-mail address is read for such reports'),
    })
    .describe('For those who find a weakness of the site: published as /.well-known/security.txt'),
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
  copyright: z.strictObject({ year: z.int().min(2000).max(2100), text: text(80) }),
  skipLink: label,
  newTab: label,
  actions: z
    .strictObject({ demoHint: label, bookHint: label })
    .describe('A few words under each button: who calls whom'),
  splash: z.strictObject({ words: z.array(word).length(3) }),
  header: z.strictObject({ logoHint: word }),
  menu: z.strictObject({
    label: word,
    open: word,
    close: word,
    showHome: z.boolean().meta({ title: 'List Home on pages other than the landing page' }),
    home: word,
    items: z
      .array(z.strictObject({ link: z.enum(LINKS), label: word }))
      .min(1)
      .max(6),
    bookLabel: label,
  }),
  footer: z.strictObject({ label: word }),
});

const home = z.strictObject({
  ...meta,
  hero: z.strictObject({ ...opening, log, promise: heading, demoLabel: label, bookLabel: label }),
  call,
  marquee: z.strictObject({ label, pause: label, keywords: z.array(word).length(6) }),
  benefits: z.strictObject({
    ...section,
    items: z.array(z.strictObject({ ...card, delay })).length(3),
    calculator: calculator.describe('Arithmetic on the visitor’s own figures, inside the first benefit'),
  }),
  process: z.strictObject({
    ...section,
    items: z.array(z.strictObject({ title: heading, description: lead, delay })).length(3),
    startLabel: label,
  }),
  services: z.strictObject({
    ...section,
    learnMore: label,
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
      .strictObject({ question: heading, answer: lead })
      .describe('What the price depends on, beside the button'),
    demoLabel: label,
  }),
  faqs: z.strictObject({ ...section, emailLabel: label }),
  contact: z.strictObject({
    ...section,
    contactLabel: label,
    demoLabel: label,
    day: z.strictObject({
      heading: word,
      label: word.describe('Says that the day is an example; stands in every line of its log'),
      schedule: z.strictObject({
        label: label.describe('Over what the day left for the next one'),
        rows: z.array(z.strictObject({ time: stampTime, job: text(40), tech: text(16) })).length(3),
      }),
    }),
  }),
});

const faq = z.strictObject({
  question: text(90),
  order: z.int().min(1),
  answer: prose(420),
});

const closing = z.strictObject({ heading, text: lead, bookLabel: label, example: example.optional() });

const agent = z.strictObject({
  ...meta,
  name,
  time,
  hero: z.strictObject({ heading, lead, bookLabel: label }),
  example,
  highlights: z.strictObject({ label, items: z.array(word).length(6) }),
  useCases: z.strictObject({
    heading,
    lead,
    items: z
      .array(
        z.strictObject({
          title: label,
          shortTitle: text(20).describe('Shown instead of the title on narrow screens'),
          label,
          description: text(300),
        }),
      )
      .length(6),
  }),
  pricing: z.strictObject({
    heading,
    trial: z.strictObject({
      title: heading,
      text: lead,
      points: z.array(label).length(3),
      demoLabel: label,
    }),
    subscription: z.strictObject({
      title: heading,
      text: lead,
      points: z.array(label).min(1).max(3),
      linkLabel: label,
    }),
    note: lead.optional(),
    consent: lead.optional().describe('Whom such campaigns call; after the note'),
  }),
  closing,
});

const supportPackages = z.strictObject({
  ...meta,
  name,
  time,
  hero: z.strictObject({
    heading,
    lead,
    badge: z.strictObject({ label, text: label }),
    bookLabel: label,
  }),
  example,
  price: z.strictObject({ heading, amount: label, period: label, text: lead }),
  features: z.strictObject({ heading, items: z.array(z.strictObject(card)).length(5) }),
  closing,
});

const message = text(90);

function fieldWords(field: TextFieldName): z.ZodType<FieldCopy> {
  const optional = { placeholder: label, hint: message, invalid: message };
  const own: Record<string, z.ZodString> = Object.fromEntries(
    textField(field).words.map((kind) => [kind, optional[kind]]),
  );
  return z.strictObject({ label, ...own, required: message });
}

const tryCalls = z.strictObject({
  heading,
  lead,
  more: label.describe('On a phone, opens the list'),
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
  ...meta,
  name,
  time,
  hero: z.strictObject({ heading, lead }),
  tiles: z.array(z.strictObject({ icon, title: label, text: text(90) })).length(3),
  offer: z.strictObject({
    heading,
    text: lead,
    points: z.array(label).min(1).max(4),
    formLabel: label.describe('Leads on to the form'),
  }),
  form: z.strictObject({
    heading,
    fields: z.strictObject(ofEachField(fieldWords)),
    consent: text(700),
    consentRequired: message,
    remaining: label.describe('Above the fields, before the number of those that are missing or wrong'),
    submit: label,
    submitting: label,
    banner: message,
  }),
  afterPress: heading.describe('What the caller is, under Get a Call; the facts of site.json follow it'),
  tryCalls: tryCalls.optional().describe('What to say to the agent when it calls; under the form'),
  hours: text(120).describe(
    'Under the form: when calls are placed, as private.calling_hours in the database has it',
  ),
  person: heading.describe('Under the form, before the link to book a call'),
  legal: z.strictObject({ privacyLabel: label, termsLabel: label }),
  notices: z.strictObject({ noScript: lead, unavailable: lead, emailLabel: label, bookLabel: label }),
  confirmation: z.strictObject({ title: text(65), heading, text: lead }),
});

const fallback = z.strictObject({
  ...meta,
  time,
  heading,
  status: label,
  lead,
  homeLabel: label,
});

/** A collection of one file, named after the collection by default. */
const single = <S extends z.ZodType>(id: string, schema: S, file = `${id}.json`) =>
  defineCollection({ loader: contentFile(id, file, schema), schema });

const faqEntry = faq.meta({ title: 'Questions and answers', page: '/' });

/** Each `meta` has the form's title in the editor, and the page of its preview if that has another name. */
export const collections = {
  site: single('site', site.meta({ title: 'Brand, addresses, prices', page: '/' })),
  home: single('home', home.meta({ title: 'Landing page', page: '/' })),
  faqs: defineCollection({ loader: contentList('faqs', 6, faqEntry), schema: faqEntry }),
  agents: defineCollection({ loader: contentPages('agents', AGENT_PAGES, agent), schema: agent }),
  supportPackages: single('supportPackages', supportPackages, 'support-packages.json'),
  requestDemo: single('requestDemo', requestDemo, 'request-demo.json'),
  fallback: single('fallback', fallback.meta({ title: 'Unknown addresses', page: '/404' })),
};
