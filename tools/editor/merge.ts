/** Differences between two versions of content, and the merge of three, field by field. */
export type Path = (string | number)[];

export interface Difference {
  path: Path;
  before: unknown;
  after: unknown;
}

/** A field that two people have changed since `base`. */
export interface Conflict {
  path: Path;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isEqual = (one: unknown, other: unknown): boolean => differences(one, other).length === 0;

/** Whether entries were added, removed or moved, so that entries of one index are not those of the other. */
const isRearranged = (before: unknown[], after: unknown[]) =>
  before.length !== after.length ||
  before.some((entry, index) => {
    const found = after.findIndex((other) => isEqual(entry, other));
    return found !== -1 && found !== index && !isEqual(entry, after[index]);
  });

/** What differs, field by field; a list with entries that were added, removed or moved differs as a whole. */
export function differences(before: unknown, after: unknown, path: Path = []): Difference[] {
  if (before === after) return [];
  const isWhole =
    !isObject(before) ||
    !isObject(after) ||
    Array.isArray(before) !== Array.isArray(after) ||
    (Array.isArray(before) && Array.isArray(after) && isRearranged(before, after));
  if (isWhole) return [{ path, before, after }];
  return Object.keys({ ...before, ...after }).flatMap((name) =>
    differences(Reflect.get(before, name), Reflect.get(after, name), [
      ...path,
      Array.isArray(before) ? Number(name) : name,
    ]),
  );
}

export const valueAt = (tree: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((part, step) => (isObject(part) ? Reflect.get(part, step) : undefined), tree);

/** A copy with this value at the path; `undefined` removes the field. */
export function withValue<T>(tree: T, path: readonly PropertyKey[], value: unknown): T {
  if (path.length === 0) return value as T;
  const copy = structuredClone(tree);
  const parent = valueAt(copy, path.slice(0, -1));
  if (!isObject(parent)) return copy;
  if (value === undefined) Reflect.deleteProperty(parent, path.at(-1)!);
  else Reflect.set(parent, path.at(-1)!, value);
  return copy;
}

const contains = (outer: Path, inner: Path) => outer.every((step, index) => step === inner[index]);

/** Which side each conflict takes, by `keyOf` its path. */
export type Answers = Partial<Record<string, 'mine' | 'theirs'>>;

export const keyOf = (path: Path): string => path.join('/');

/**
 * What `mine` has changed since `base`, applied to `theirs`. Where `theirs` has changed the same field in another way, it
 * stays unless the answer is `mine`; without an answer the field is one of the conflicts.
 */
export function merge<T>(base: T, mine: T, theirs: T, answers: Answers | 'mine' = {}) {
  const others = differences(base, theirs).map(({ path }) => path);
  const answerTo = (path: Path) => (answers === 'mine' ? answers : answers[keyOf(path)]);
  let value: unknown = structuredClone(theirs);
  const conflicts = new Map<string, Conflict>();
  for (const { path: own, after } of differences(base, mine)) {
    const clash = others.find((other) => contains(other, own) || contains(own, other));
    const path = clash && clash.length < own.length ? clash : own;
    const [at, other] = [valueAt(mine, path), valueAt(theirs, path)];
    if (!clash || answerTo(path) === 'mine') value = withValue(value, path, clash ? at : after);
    else if (!answerTo(path) && !isEqual(at, other))
      conflicts.set(keyOf(path), { path, base: valueAt(base, path), mine: at, theirs: other });
  }
  return { value: value as T, conflicts: [...conflicts.values()] };
}
