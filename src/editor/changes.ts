type Path = (string | number)[];

/** A new value at a path; `undefined` removes the property or entry. */
export interface Change {
  path: Path;
  value: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The changes that, applied in order, turn `before` into `after`. */
export function changesBetween(before: unknown, after: unknown, path: Path = []): Change[] {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const kept = Math.min(before.length, after.length);
    return [
      ...after
        .slice(0, kept)
        .flatMap((value, index) => changesBetween(before[index], value, [...path, index])),
      ...after.slice(kept).map((value, index) => ({ path: [...path, kept + index], value })),
      // From the end, so that the other indices stay valid.
      ...before
        .slice(kept)
        .map((_, index) => ({ path: [...path, kept + index], value: undefined }))
        .toReversed(),
    ];
  }
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => changesBetween(before[name], after[name], [...path, name]));
  }
  return [{ path, value: after }];
}
