/** What the desk reads of a JSON Schema: the shapes of `src/content.config.ts`, as zod writes them. */
export interface Shape {
  type?: string;
  title?: string;
  description?: string;
  enum?: string[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
  /** Where links in a Markdown text may lead on this site. */
  links?: string[];
  /** A number that says the entry's place in its list: the desk sets it, and nobody sees it. */
  position?: boolean;
}

/** A name in words: `shortTitle` is "Short title", and so is `short-title`. */
export function inWords(name: string): string {
  const spaced = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** What a new entry begins with. */
export function blank({
  type,
  properties = {},
  required = [],
  items,
  enum: choices,
  minItems = 0,
}: Shape): unknown {
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties).flatMap(([name, shape]) =>
          required.includes(name) ? [[name, blank(shape)]] : [],
        ),
      );
    case 'array':
      return Array.from({ length: minItems }, () => blank(items ?? {}));
    case 'boolean':
      return false;
    case 'string':
      return choices?.[0] ?? '';
    default:
      return null;
  }
}

/** A list whose entries say their own places again, after they were moved. */
export function numbered(list: unknown[], items: Shape): unknown[] {
  const names = Object.entries(items.properties ?? {}).flatMap(([name, { position }]) =>
    position ? [name] : [],
  );
  return list.map((entry, index) =>
    names.reduce<unknown>(
      (numberedEntry, name) => Object.assign({}, numberedEntry, { [name]: index + 1 }),
      entry,
    ),
  );
}

/** The first words of an entry, to know it by. */
export function summary(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'object' || entry === null) return '';
  const { title, question, label, text } = entry as Record<string, unknown>;
  const first = [title, question, text, label, ...Object.values(entry)].find(
    (value) => typeof value === 'string',
  );
  return first ?? '';
}
