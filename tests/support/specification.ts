/**
 * What the specification fixes letter for letter; with another brand, change here what its two tests name, or delete all three.
 *
 * Wording, order and figures are compared by `specification.test.ts`, the numbers of the site's behavior in
 * `constants.test.ts`. All other tests read `src/content`.
 */

/** The texts of the demo form and of the fallback screen. */
export const MESSAGES = {
  fullNameRequired: 'Name is required',
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  companyNameRequired: 'Company name is required',
  industryRequired: 'Industry is required',
  phoneRequired: 'Phone number is required',
  phoneInvalid: 'Please enter a valid US or Canada phone number',
  consentRequired: 'You must accept to receive the automated call',
  banner: 'Failed to submit your request. Please try again later.',
  confirmationHeading: "You'll Be Receiving a Call Shortly",
  confirmationText:
    "The call has been successfully sent! If you don't receive a call, please refresh the page and try again. Thank you!",
  fallbackHeading: 'Unexpected Application Error!',
  notFoundStatus: '404 Not Found',
} as const;

/** The pages of the site; every other address shows the fallback screen. */
export const PATHS = [
  '/',
  '/request-demo',
  '/inbound-voice-agents',
  '/outbound-voice-agents',
  '/support-packages',
] as const;

export const SPLASH_WORDS = ['Transforming', 'Business', 'Communications'] as const;

/** The menu and the footer. */
export const NAVIGATION = {
  items: [
    { name: 'Process', link: '/#process' },
    { name: 'Services', link: '/#services' },
    { name: 'FAQs', link: '/#faqs' },
    { name: 'Contact', link: '/#contact' },
  ],
  home: 'Home',
  book: 'Book a Call',
  copyright: '© 2025, {brand} Inc - All rights reserved',
} as const;

/** The landing page. */
export const LANDING = {
  headline: 'No Lead Left Behind',
  anchors: ['hero', 'benefits', 'process', 'services', 'faqs', 'contact'],
  benefitsHeading: 'What You Get',
  benefits: ['Increased revenue', 'Cost reduction', 'Better customer experience'],
  steps: ['Assessment', 'Deployment', 'Optimization'],
  services: [
    { name: 'Inbound voice agents', path: '/inbound-voice-agents' },
    { name: 'Outbound voice agents', path: '/outbound-voice-agents' },
    { name: 'Support and maintenance packages', path: '/support-packages' },
  ],
  learnMore: 'Learn More',
  keywords: [
    'Automation',
    '24/7 Response',
    'Personalization',
    'Scalability',
    'Lead Qualification',
    'CRM Integration',
  ],
  /** Which section holds which calls to action. */
  demoButtons: {
    hero: 'Try It For Free',
    benefits: 'Try a Free Demo',
    services: 'Try a Free Demo',
    contact: 'Try a Free Demo',
  },
  bookingButtons: { hero: 'Book a Call', process: 'Get Started', contact: 'Contact Us' },
} as const;

const TRIAL = {
  heading: '14-Day Free Trial',
  points: ['No commitment', 'Full feature access', 'Quick onboarding'],
} as const;
const SUBSCRIPTION = { heading: 'Monthly Subscription', points: ['Customized plan by volume'] } as const;

/** The two agent pages. */
export const AGENTS = [
  {
    path: '/inbound-voice-agents',
    heading: 'Inbound voice agents',
    highlights: [
      '24/7 Availability',
      'Zero Missed Calls',
      'Instant Response',
      'Lead Qualification',
      'Emergency Handling',
      'Smart Scheduling',
    ],
    useCases: [
      { title: 'Virtual Receptionist', label: 'Customer Service' },
      { title: 'Appointment Setter', label: 'Scheduling' },
      { title: 'Lead Qualifier', label: 'Sales' },
      { title: 'Emergency Response Handler', label: 'Emergency Services' },
      { title: 'Service Request Processor', label: 'Operations' },
      { title: 'Customer Care Specialist', label: 'Support' },
    ],
    trial: TRIAL,
    subscription: SUBSCRIPTION,
  },
  {
    path: '/outbound-voice-agents',
    heading: 'Outbound voice agents',
    highlights: [
      'Appointment Reminders',
      'Follow-up Calls',
      'Lead Nurturing',
      'Customer Surveys',
      'Maintenance Reminders',
      'Seasonal Campaigns',
    ],
    useCases: [
      { title: 'Appointment Confirmation', label: 'Scheduling' },
      { title: 'Lead Follow-up', label: 'Sales' },
      { title: 'Satisfaction Surveys', label: 'Customer Service' },
      { title: 'Service Reminders', label: 'Maintenance' },
      { title: 'Seasonal Campaigns', label: 'Marketing' },
      { title: 'Customer Re-engagement', label: 'Retention' },
    ],
    trial: TRIAL,
    subscription: SUBSCRIPTION,
    pricingNote: 'Marketing and re-engagement campaigns need an initial setup fee starting at $2,500.',
  },
] as const;

/** Support packages. */
export const SUPPORT = {
  headline: 'Your success, fully supported',
  badge: 'Not Required',
  price: '$500 - $2,000 per month',
  features: [
    '24/7 Monitoring',
    '24/7 Priority Support',
    'Weekly Updates',
    'Latest AI Upgrades',
    'Data Analysis',
  ],
} as const;

/** The demo request, in the order of the page. */
export const DEMO = {
  heading: 'Get a Live Demo Call',
  tiles: ['Live AI Call', 'Zero Risk', 'Quick Setup'],
  offer: '14-Day FREE Trial',
  fields: ['Name', 'Email', 'Company Name', 'Industry', 'Phone Number'],
  industryPlaceholder: 'HVAC, Plumbing',
  phoneHint: 'US or Canada phone number only',
  submit: 'Get a Call',
  submitting: 'Submitting...',
} as const;

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
    '14 days',
    '$500 to $2,000 per month',
    '$2,500',
  ],
  process: ['30-minute call'],
} as const;

/** The numbers of the site's behavior, named as in `src/constants.ts`. */
export const CONSTANTS = {
  PHONE_DIGITS: 10,
  NARROW_BREAKPOINT_PX: 768,
  REVEAL_THRESHOLD: 0.1,
  SECTION_SCROLL_DELAY_MS: 100,
  SETTLE_DELAY_MS: 250,
  SPLASH_WORD_MS: 600,
  SPLASH_END_MS: 1800,
  SPLASH_FADE_MS: 800,
  USE_CASE_MAX_HEIGHT_REM: 12,
  MARQUEE_VELOCITIES: [1.5, 1.2],
  INSERT_TIMEOUT_MS: 15_000,
} as const;
