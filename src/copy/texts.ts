export type TextAt = { path: (string | number)[]; text: string };

/** Every text in a value made of objects, lists and texts, with its path. */
export function textsIn(value: unknown, path: TextAt['path'] = []): TextAt[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    textsIn(part, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

/** A copy of a value with each of its texts changed. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((part: unknown) => mapTexts(part, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapTexts(part, change)])) as T;
}
