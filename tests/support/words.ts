/** What visitors read, from the content files that the site is built from: tests compare the pages with it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fallbackFile from '../../src/content/fallback.json' with { type: 'json' };
import homeFile from '../../src/content/home.json' with { type: 'json' };
import inboundFile from '../../src/content/agents/inbound-voice-agents.json' with { type: 'json' };
import outboundFile from '../../src/content/agents/outbound-voice-agents.json' with { type: 'json' };
import demoFile from '../../src/content/request-demo.json' with { type: 'json' };
import siteFile from '../../src/content/site.json' with { type: 'json' };
import supportFile from '../../src/content/support-packages.json' with { type: 'json' };
import { ofEachField, TEXT_FIELD_NAMES } from '../../src/lib/demo-fields.ts';
import { PAGES } from '../../src/lib/pages.ts';
import { fill, placeholderValues } from '../../src/lib/placeholders.ts';
import { SECTION_IDS } from '../../src/constants.ts';

const values = placeholderValues(siteFile);

export const site: typeof siteFile & { profile?: { page: string } } = fill(siteFile, values);
export const home = fill(homeFile, values);
export const demo = fill(demoFile, values);
export const support = fill(supportFile, values);
export const inbound = fill(inboundFile, values);
export const outbound = fill(outboundFile, values);
export const fallback = fill(fallbackFile, values);

const CONTENT = join(import.meta.dirname, '../../src/content');

/** Each question and its answer, in order, with the text of its Markdown file, front matter and all. */
export const FAQS = globSync('faqs/*.md', { cwd: CONTENT })
  .map((file) => {
    const text = fill(readFileSync(join(CONTENT, file), 'utf8'), values);
    const [, , question = '', answer = ''] = /^question: *(['"]?)(.*)\1$[^]*?^---\n+([^]*)/m.exec(text) ?? [];
    return { file, text, question, answer: answer.trim(), order: Number(/^order: *(\d)/m.exec(text)?.[1]) };
  })
  .toSorted((one, other) => one.order - other.order);

const { fields } = demo.form;

/** The texts of the demo form and of the fallback screen. */
export const MESSAGES = {
  fullNameRequired: fields.fullName.required,
  emailRequired: fields.email.required,
  emailInvalid: fields.email.invalid,
  companyNameRequired: fields.companyName.required,
  industryRequired: fields.industry.required,
  phoneRequired: fields.phoneNumber.required,
  phoneInvalid: fields.phoneNumber.invalid,
  consentRequired: demo.form.consentRequired,
  banner: demo.form.banner,
  confirmationHeading: demo.confirmation.heading,
  confirmationText: demo.confirmation.text,
  fallbackHeading: fallback.heading,
  notFoundStatus: fallback.status,
};

/** The pages of the site; every other address shows the fallback screen. */
export const PATHS = PAGES.map(({ path }) => path);

export const SPLASH_WORDS = site.splash.words;

/** The menu and the footer. */
export const NAVIGATION = {
  label: site.menu.label,
  open: site.menu.open,
  items: site.menu.items.map(({ label, link }) => ({ name: label, link })),
  home: site.menu.home,
  book: site.menu.bookLabel,
  copyright: site.copyright.text,
};

/** The menu's label of a section or a page. */
export function itemTo(link: string): string {
  const item = NAVIGATION.items.find((one) => one.link === link);
  if (!item) throw new Error(`No item of the menu in src/content/site.json leads to ${link}.`);
  return item.name;
}

/** The landing page. */
export const LANDING = {
  headline: home.hero.heading,
  anchors: Object.values(SECTION_IDS) as string[],
  benefitsHeading: home.benefits.heading,
  benefits: home.benefits.items.map(({ title }) => title),
  steps: home.process.items.map(({ title }) => title),
  services: home.services.items.map(({ title, link }) => ({ name: title, path: link })),
  learnMore: home.services.learnMore,
  keywords: home.marquee.keywords,
  /** Which section holds which calls to action. */
  demoButtons: {
    hero: home.hero.demoLabel,
    benefits: home.benefits.calculator.demoLabel,
    services: home.services.demoLabel,
    contact: home.contact.demoLabel,
  },
  bookingButtons: {
    hero: home.hero.bookLabel,
    process: home.process.startLabel,
    contact: home.contact.contactLabel,
  },
  questions: FAQS.map(({ question }) => question),
};

const agent = (path: string, words: typeof inboundFile | typeof outboundFile) => ({
  path,
  title: words.title,
  heading: words.hero.heading,
  book: [words.hero.bookLabel, words.closing.bookLabel],
  highlights: words.highlights.items,
  highlightsLabel: words.highlights.label,
  useCases: words.useCases.items.map(({ title, label, description }) => ({ title, label, description })),
  trial: {
    heading: words.pricing.trial.title,
    points: words.pricing.trial.points,
    demo: words.pricing.trial.demoLabel,
  },
  subscription: { heading: words.pricing.subscription.title, points: words.pricing.subscription.points },
  pricingNote: 'note' in words.pricing ? words.pricing.note : undefined,
});

/** The two agent pages. */
export const AGENTS = [agent('/inbound-voice-agents', inbound), agent('/outbound-voice-agents', outbound)];

/** Support packages. */
export const SUPPORT = {
  headline: support.hero.heading,
  book: [support.hero.bookLabel, support.closing.bookLabel],
  badge: support.hero.badge.text,
  price: `${support.price.amount} ${support.price.period}`,
  features: support.features.items.map(({ title }) => title),
};

/** The labels of the form's fields. */
export const FIELDS = ofEachField((name) => fields[name].label);

/** The demo request, in the order of the page. */
export const DEMO = {
  heading: demo.hero.heading,
  tiles: demo.tiles.map(({ title }) => title),
  offer: demo.offer.heading,
  fields: TEXT_FIELD_NAMES.map((name) => FIELDS[name]),
  industryPlaceholder: fields.industry.placeholder,
  phoneHint: fields.phoneNumber.hint,
  consent: demo.form.consent,
  submit: demo.form.submit,
  submitting: demo.form.submitting,
};
