/** Figures and how reports print them. */

export type Row = Readonly<Record<string, string | number>>;

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** A Markdown table; the first row's keys are its head. Figures are aligned to the right. */
export function table(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const isFigure = (column: string) => rows.every((row) => typeof row[column] === 'number');
  const width = (column: string) =>
    Math.max(3, column.length, ...rows.map((row) => String(row[column] ?? '').length));
  const pad = (column: string, text: string) =>
    isFigure(column) ? text.padStart(width(column)) : text.padEnd(width(column));
  return [
    line(columns.map((column) => pad(column, column))),
    line(columns.map((column) => '-'.repeat(width(column) - 1) + (isFigure(column) ? ':' : '-'))),
    ...rows.map((row) => line(columns.map((column) => pad(column, String(row[column] ?? ''))))),
  ].join('\n');
}

/** The value below which this share (0 to 1) of the values lies; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** The middle value; of an even number of values, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

/** Rounded to so many decimal places. */
export const round = (value: number, digits = 0): number => Number(value.toFixed(digits));

/** From the least to the most, rounded. */
export const spread = (values: readonly number[]): string =>
  `${round(Math.min(...values))}–${round(Math.max(...values))}`;
