import type { CollectionEntry } from 'astro:content';
import { mapTexts } from './texts.ts';

/** Placeholders that texts may use between braces; their values are in `src/content/site.json`. */
export const PLACEHOLDERS = [
  'brand',
  'email',
  'year',
  'trialDays',
  'callMinutes',
  'supportFrom',
  'supportTo',
  'setupFee',
  'countries',
] as const;

export type PlaceholderValues = Readonly<Record<(typeof PLACEHOLDERS)[number], string | number>>;

/** A placeholder, known or not: anything between braces. A brace without its other half matches alone. */
export const BRACES = /\{([^{}]*)\}|[{}]/g;

type Site = CollectionEntry<'site'>['data'];
/** The fields of `site.json` that the values come from. */
type SiteValues = Pick<Site, 'brand' | 'email' | 'copyright' | 'figures' | 'callsCanada'>;

/** What each placeholder stands for. */
export const placeholderValues = (site: SiteValues): PlaceholderValues => ({
  brand: site.brand,
  email: site.email,
  year: site.copyright.year,
  ...site.figures,
  countries: site.callsCanada ? 'US or Canada' : 'US',
});

/** Replaces `{brand}`, `{email}` and the other placeholders in every text of a value. */
export const fill = <T>(content: T, values: PlaceholderValues): T =>
  mapTexts(content, (text) =>
    text.replace(BRACES, (braces, name = '') =>
      Object.hasOwn(values, name) ? String(values[name as keyof PlaceholderValues]) : braces,
    ),
  );
