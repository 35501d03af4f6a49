/** A field's name in words: `shortTitle` is "Short title", and so is `short-title`. */
export function humanize(name: string): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('-', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}

/** The text that labels an entry of a list, or an empty string. */
export function nameOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return '';
  const { title, question, text, label, ...others } = entry as Record<string, unknown>;
  const texts = [title, question, text, label, ...Object.values(others)];
  return texts.find((value) => typeof value === 'string') ?? '';
}
