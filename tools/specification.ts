/**
 * What the specification of this site fixes letter for letter: `npm run edit` says so at these texts. With another brand,
 * change here what the two tests named below report, or remove it here and in the tests.
 *
 * Wording, order and figures are compared by `specification.test.ts`, and so are the numbers of the site's
 * behavior; those of the splash, by `splash.spec.ts`. For texts, all other tests read `src/content`.
 */
import type { TextAt } from '../src/copy/texts.ts';

/** The pages of the site; every other address shows the error page. */
export const PATHS = [
  '/',
  '/request-demo',
  '/inbound-voice-agents',
  '/outbound-voice-agents',
  '/support-packages',
];

/** The menu's and the footer's links to sections of the landing page; they may have links to pages, too. */
export const MENU_SECTIONS = [
  { label: 'Process', link: '/#process' },
  { label: 'Services', link: '/#services' },
  { label: 'FAQs', link: '/#faqs' },
  { label: 'Contact', link: '/#contact' },
];

const PRICING = {
  'pricing.trial.title': '14-Day Free Trial',
  'pricing.trial.points': 'No commitment · Full feature access · Quick onboarding',
  'pricing.subscription.title': 'Monthly Subscription',
  'pricing.subscription.points': 'Customized plan by volume',
};

/** Stands between the texts of a list's entries in `TEXTS`. */
export const BETWEEN_ENTRIES = ' · ';

/** The fixed texts by content file and field; of a list, those of all entries, with `BETWEEN_ENTRIES` between them. */
export const TEXTS: Partial<Record<string, Partial<Record<string, string>>>> = {
  'site.json': {
    'splash.words': 'Transforming · Business · Communications',
    'menu.home': 'Home',
    'menu.bookLabel': 'Book a Call',
    'copyright.text': '© 2025, {brand} Inc - All rights reserved',
  },
  'home.json': {
    'hero.heading': 'No Lead Left Behind',
    'hero.demoLabel': 'Try It For Free',
    'hero.bookLabel': 'Book a Call',
    'marquee.keywords':
      'Automation · 24/7 Response · Personalization · Scalability · Lead Qualification · CRM Integration',
    'benefits.heading': 'What You Get',
    'benefits.items.title': 'Increased revenue · Cost reduction · Better customer experience',
    'process.items.title': 'Assessment · Deployment · Optimization',
    'process.bookLabel': 'Get Started',
    'services.items.title': 'Inbound voice agents · Outbound voice agents · Support and maintenance packages',
    'services.items.link': '/inbound-voice-agents · /outbound-voice-agents · /support-packages',
    'services.learnMore': 'Learn More',
    'services.demoLabel': 'Try a Free Demo',
    'contact.demoLabel': 'Try a Free Demo',
    'contact.bookLabel': 'Contact Us',
  },
  'request-demo.json': {
    'hero.heading': 'Get a Live Demo Call',
    'tiles.title': 'Live AI Call · Zero Risk · Quick Setup',
    'offer.heading': '14-Day FREE Trial',
    'form.fields.fullName.label': 'Name',
    'form.fields.fullName.required': 'Name is required',
    'form.fields.email.label': 'Email',
    'form.fields.email.required': 'Email is required',
    'form.fields.email.invalid': 'Please enter a valid email address',
    'form.fields.companyName.label': 'Company Name',
    'form.fields.companyName.required': 'Company name is required',
    'form.fields.industry.label': 'Industry',
    'form.fields.industry.placeholder': 'HVAC, Plumbing',
    'form.fields.industry.required': 'Industry is required',
    'form.fields.phoneNumber.label': 'Phone Number',
    'form.fields.phoneNumber.hint': '{countries} phone number only',
    'form.fields.phoneNumber.required': 'Phone number is required',
    'form.fields.phoneNumber.invalid': 'Please enter a valid {countries} phone number',
    'form.consentRequired': 'You must accept to receive the automated call',
    'form.submit': 'Get a Call',
    'form.submitting': 'Submitting...',
    'form.banner': 'Failed to submit your request. Please try again later.',
    'confirmation.heading': "You'll Be Receiving a Call Shortly",
    'confirmation.text':
      "The call has been successfully sent! If you don't receive a call, please refresh the page and try again. Thank you!",
  },
  'agents/inbound-voice-agents.json': {
    ...PRICING,
    'hero.heading': 'Inbound voice agents',
    'highlights.items':
      '24/7 Availability · Zero Missed Calls · Instant Response · Lead Qualification · Emergency Handling · Smart Scheduling',
    'useCases.items.title':
      'Virtual Receptionist · Appointment Setter · Lead Qualifier · Emergency Response Handler · Service Request Processor · Customer Care Specialist',
    'useCases.items.label':
      'Customer Service · Scheduling · Sales · Emergency Services · Operations · Support',
  },
  'agents/outbound-voice-agents.json': {
    ...PRICING,
    'hero.heading': 'Outbound voice agents',
    'highlights.items':
      'Appointment Reminders · Follow-up Calls · Lead Nurturing · Customer Surveys · Maintenance Reminders · Seasonal Campaigns',
    'useCases.items.title':
      'Appointment Confirmation · Lead Follow-up · Satisfaction Surveys · Service Reminders · Seasonal Campaigns · Customer Re-engagement',
    'useCases.items.label': 'Scheduling · Sales · Customer Service · Maintenance · Marketing · Retention',
    'pricing.note': 'Marketing and re-engagement campaigns need an initial setup fee starting at $2,500.',
  },
  'support-packages.json': {
    'hero.heading': 'Your success, fully supported',
    'hero.badge.text': 'Not Required',
    'price.amount': '$500 - $2,000',
    'price.period': 'per month',
    'features.items.title':
      '24/7 Monitoring · 24/7 Priority Support · Weekly Updates · Latest AI Upgrades · Data Analysis',
  },
  'error-page.json': { heading: 'Unexpected Application Error!', status: '404 Not Found' },
};

/** Phrases that longer texts have to contain: that of the consent, the answers to questions, the steps of the process. */
export const CLAIMS = {
  consent: [
    'receive an AI-generated call',
    'at the number provided',
    'including for promotional and demo purposes',
    'the call may use AI technology',
    'a purchase is not required',
  ],
  answers: [
    'updates come at least once a week during development and testing',
    'Jobber, ServiceTitan and Housecall Pro',
  ],
  process: ['30 minutes'],
};

/** Anchors and numbers of the site's behavior; `specification.test.ts` names their files, but for the splash (`Splash.module.scss`). */
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

/** The field of a text, without the numbers of entries: `items.title`. */
export const fieldOf = ({ path }: Pick<TextAt, 'path'>): string =>
  path.filter((step) => typeof step === 'string').join('.');
