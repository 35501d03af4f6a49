import type { CollectionEntry } from 'astro:content';

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

type Placeholder = (typeof PLACEHOLDERS)[number];

export type PlaceholderValues = Record<Placeholder, string | number>;

/** Matches anything between braces, known or not. */
export const BRACES = /\{([^{}]*)\}/g;

type SiteValues = Pick<
  CollectionEntry<'site'>['data'],
  'brand' | 'email' | 'copyright' | 'figures' | 'callsCanada'
>;

export const placeholderValues = ({
  brand,
  email,
  copyright,
  figures,
  callsCanada,
}: SiteValues): PlaceholderValues => ({
  brand,
  email,
  year: copyright.year,
  ...figures,
  countries: callsCanada ? 'US or Canada' : 'US',
});

/** Replaces `{brand}`, `{email}` and the other placeholders in every string of a value. */
export function fill<T>(content: T, values: PlaceholderValues): T {
  if (typeof content === 'string') {
    return content.replace(BRACES, (braces, name: string) =>
      Object.hasOwn(values, name) ? String(values[name as Placeholder]) : braces,
    ) as T;
  }
  if (Array.isArray(content)) return content.map((item) => fill(item, values)) as T;
  if (typeof content === 'object' && content !== null) {
    return Object.fromEntries(
      Object.entries(content).map(([name, value]) => [name, fill(value, values)]),
    ) as T;
  }
  return content;
}
