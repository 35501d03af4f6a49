/**
 * What the specification fixes letter for letter: the editor says so at these texts. With another brand, change here what
 * the two tests named below report, or remove it here and there.
 *
 * Wording, order and figures are compared by `specification.test.ts`, the numbers of the site's behavior in
 * `constants.test.ts`. All other tests read `src/content`.
 */
import { textsIn, type TextAt } from './texts.ts';

/** The pages of the site; every other address shows the error page. */
export const PATHS = '/ /request-demo /inbound-voice-agents /outbound-voice-agents /support-packages'.split(
  ' ',
);

/** The landing page's sections in the menu and the footer, which may list pages, too. */
export const MENU_SECTIONS = [
  { label: 'Process', link: '/#process' },
  { label: 'Services', link: '/#services' },
  { label: 'FAQs', link: '/#faqs' },
  { label: 'Contact', link: '/#contact' },
];

const list = (...texts: string[]) => texts.flatMap((text) => text.split(' · '));
const titled = (titles: string) => list(titles).map((title) => ({ title }));

const PRICING = {
  trial: {
    title: '14-Day Free Trial',
    points: list('No commitment · Full feature access · Quick onboarding'),
  },
  subscription: { title: 'Monthly Subscription', points: ['Customized plan by volume'] },
};

/** By content file, and there by field. */
export const TEXTS: Partial<Record<string, object>> = {
  'site.json': {
    splash: { words: ['Transforming', 'Business', 'Communications'] },
    menu: { home: 'Home', bookLabel: 'Book a Call' },
    copyright: { text: '© 2025, {brand} Inc - All rights reserved' },
  },
  'home.json': {
    hero: { heading: 'No Lead Left Behind', demoLabel: 'Try It For Free', bookLabel: 'Book a Call' },
    marquee: {
      keywords: list(
        'Automation · 24/7 Response · Personalization · Scalability · Lead Qualification · CRM Integration',
      ),
    },
    benefits: {
      heading: 'What You Get',
      items: titled('Increased revenue · Cost reduction · Better customer experience'),
    },
    process: { items: titled('Assessment · Deployment · Optimization'), bookLabel: 'Get Started' },
    services: {
      items: [
        { title: 'Inbound voice agents', link: '/inbound-voice-agents' },
        { title: 'Outbound voice agents', link: '/outbound-voice-agents' },
        { title: 'Support and maintenance packages', link: '/support-packages' },
      ],
      learnMore: 'Learn More',
      demoLabel: 'Try a Free Demo',
    },
    contact: { demoLabel: 'Try a Free Demo', bookLabel: 'Contact Us' },
  },
  'request-demo.json': {
    hero: { heading: 'Get a Live Demo Call' },
    tiles: titled('Live AI Call · Zero Risk · Quick Setup'),
    offer: { heading: '14-Day FREE Trial' },
    form: {
      fields: {
        fullName: { label: 'Name', required: 'Name is required' },
        email: {
          label: 'Email',
          required: 'Email is required',
          invalid: 'Please enter a valid email address',
        },
        companyName: { label: 'Company Name', required: 'Company name is required' },
        industry: { label: 'Industry', placeholder: 'HVAC, Plumbing', required: 'Industry is required' },
        phoneNumber: {
          label: 'Phone Number',
          hint: '{countries} phone number only',
          required: 'Phone number is required',
          invalid: 'Please enter a valid {countries} phone number',
        },
      },
      consentRequired: 'You must accept to receive the automated call',
      submit: 'Get a Call',
      submitting: 'Submitting...',
      banner: 'Failed to submit your request. Please try again later.',
    },
    confirmation: {
      heading: "You'll Be Receiving a Call Shortly",
      text: "The call has been successfully sent! If you don't receive a call, please refresh the page and try again. Thank you!",
    },
  },
  'agents/inbound-voice-agents.json': {
    hero: { heading: 'Inbound voice agents' },
    highlights: {
      items: list(
        '24/7 Availability · Zero Missed Calls · Instant Response',
        'Lead Qualification · Emergency Handling · Smart Scheduling',
      ),
    },
    useCases: {
      items: [
        { title: 'Virtual Receptionist', label: 'Customer Service' },
        { title: 'Appointment Setter', label: 'Scheduling' },
        { title: 'Lead Qualifier', label: 'Sales' },
        { title: 'Emergency Response Handler', label: 'Emergency Services' },
        { title: 'Service Request Processor', label: 'Operations' },
        { title: 'Customer Care Specialist', label: 'Support' },
      ],
    },
    pricing: PRICING,
  },
  'agents/outbound-voice-agents.json': {
    hero: { heading: 'Outbound voice agents' },
    highlights: {
      items: list(
        'Appointment Reminders · Follow-up Calls · Lead Nurturing',
        'Customer Surveys · Maintenance Reminders · Seasonal Campaigns',
      ),
    },
    useCases: {
      items: [
        { title: 'Appointment Confirmation', label: 'Scheduling' },
        { title: 'Lead Follow-up', label: 'Sales' },
        { title: 'Satisfaction Surveys', label: 'Customer Service' },
        { title: 'Service Reminders', label: 'Maintenance' },
        { title: 'Seasonal Campaigns', label: 'Marketing' },
        { title: 'Customer Re-engagement', label: 'Retention' },
      ],
    },
    pricing: {
      ...PRICING,
      note: 'Marketing and re-engagement campaigns need an initial setup fee starting at $2,500.',
    },
  },
  'support-packages.json': {
    hero: { heading: 'Your success, fully supported', badge: { text: 'Not Required' } },
    price: { amount: '$500 - $2,000', period: 'per month' },
    features: {
      items: titled(
        '24/7 Monitoring · 24/7 Priority Support · Weekly Updates · Latest AI Upgrades · Data Analysis',
      ),
    },
  },
  'error-page.json': { heading: 'Unexpected Application Error!', status: '404 Not Found' },
};

/** Phrases that longer texts contain. */
export const CLAIMS = {
  consent: [
    'receive an AI-generated call',
    'at the number provided',
    'including for promotional and demo purposes',
    'the call may use AI technology',
    'a purchase is not required',
  ],
  answers: [
    'updates come at least once per week during development and testing',
    'Jobber, ServiceTitan and Housecall Pro',
  ],
  process: ['30-minute call'],
};

/** Anchors, and the numbers of the site's behavior; `constants.test.ts` names the file that has each. */
export const CONSTANTS = {
  SECTION_IDS: { hero: 'hero', process: 'process', services: 'services', faqs: 'faqs', contact: 'contact' },
  PHONE_DIGITS: 10,
  NARROW_BREAKPOINT_PX: 768,
  REVEAL_THRESHOLD: 0.1,
  SECTION_SCROLL_DELAY_MS: 100,
  SETTLE_DELAY_MS: 250,
  SPLASH_FADE_START_MS: 1800,
  SPLASH_FADE_MS: 800,
  USE_CASE_MAX_HEIGHT_REM: 12,
  MARQUEE_VELOCITIES: [1.5, 1.2] as const,
};

/** The texts, and the phrases within texts, of a content file that the specification fixes. */
export function specifiedTexts(file: string, content: unknown): TextAt[] {
  const claims = Object.values(CLAIMS).flat();
  const phrases = textsIn(content).flatMap(({ path, text }) =>
    claims.filter((claim) => text.includes(claim)).map((claim) => ({ path, text: claim })),
  );
  return [...textsIn(TEXTS[file]), ...phrases];
}
