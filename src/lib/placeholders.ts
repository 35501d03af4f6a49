/** What a text may say between braces; each value stands once, in `src/content/site.json`. */
export const PLACEHOLDERS = [
  'brand',
  'email',
  'year',
  'trialDays',
  'callMinutes',
  'supportFrom',
  'supportTo',
  'setupFee',
] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Matches anything between braces, known or not. */
export const BRACES = /\{([^{}]*)\}/g;

/** What `src/content/site.json` says of the placeholders. */
interface SiteValues {
  readonly brand: string;
  readonly email: string;
  readonly copyright: { readonly year: number };
  readonly figures: {
    readonly trialDays: number;
    readonly callMinutes: number;
    readonly supportFrom: string;
    readonly supportTo: string;
    readonly setupFee: string;
  };
}

/** The value of each placeholder. */
export const placeholderValues = ({
  brand,
  email,
  copyright,
  figures,
}: SiteValues): Record<Placeholder, string> => ({
  brand,
  email,
  year: String(copyright.year),
  trialDays: String(figures.trialDays),
  callMinutes: String(figures.callMinutes),
  supportFrom: figures.supportFrom,
  supportTo: figures.supportTo,
  setupFee: figures.setupFee,
});

/** Puts values in the place of `{brand}`, `{email}` and the others, in every text of a piece of content. */
export function fill<T>(content: T, values: Record<Placeholder, string>): T {
  if (typeof content === 'string') {
    return content.replace(BRACES, (braces, name: string) =>
      Object.hasOwn(values, name) ? values[name as Placeholder] : braces,
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
