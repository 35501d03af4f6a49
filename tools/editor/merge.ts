/** Differences between two versions of the content, and the merge of three, field by field. */
export type Path = readonly PropertyKey[];

export type Change = { path: Path; before: unknown; after: unknown };

/** A field that two people have changed in different ways since a version that both had. */
export type Conflict = { path: Path; mine: unknown; theirs: unknown };

/** Which side each conflict takes, by `keyOf` its path. */
export type Answers = Partial<Record<string, 'mine' | 'theirs'>>;

export const keyOf = (path: Path): string => path.join('/');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const isSame = (one: unknown, other: unknown): boolean => differences(one, other).length === 0;

/** Whether entries were added, removed or moved, so that entries of one index are not those of the other. */
const isRearranged = (before: unknown[], after: unknown[]) =>
  before.length !== after.length ||
  before.some((entry, index) => !isSame(entry, after[index]) && after.some((other) => isSame(entry, other)));

/** What differs, field by field; a list with entries that were added, removed or moved differs as a whole. */
export function differences(before: unknown, after: unknown, path: Path = []): Change[] {
  if (before === after) return [];
  const areLists = Array.isArray(before) && Array.isArray(after);
  const areAlike = isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after);
  if (!areAlike || (areLists && isRearranged(before, after))) return [{ path, before, after }];
  return Object.keys({ ...before, ...after }).flatMap((name) =>
    differences(valueAt(before, [name]), valueAt(after, [name]), [...path, areLists ? Number(name) : name]),
  );
}

export const valueAt = (tree: unknown, path: Path): unknown =>
  path.reduce<unknown>((part, step) => (isObject(part) ? Reflect.get(part, step) : undefined), tree);

/** A copy with this value at the path; `undefined` removes the field. */
export function withValue<T>(tree: T, [step, ...rest]: Path, value: unknown): T {
  if (step === undefined) return value as T;
  const part = withValue(valueAt(tree, [step]), rest, value);
  if (Array.isArray(tree)) return Object.assign([...tree], { [step]: part }) as T;
  // What is not there yet begins as a group.
  const { [step]: _, ...others } = (tree ?? {}) as Record<PropertyKey, unknown>;
  return (part === undefined ? others : { ...tree, [step]: part }) as T;
}

const contains = (outer: Path, inner: Path) => outer.every((step, index) => step === inner[index]);

/**
 * What `mine` has changed since `base`, applied to `theirs`. Where `theirs` has changed the same field in another way, it
 * stays unless the answer is `mine`; without an answer the field is one of the conflicts. An `order` is always mine:
 * `mergeContent` numbers them anew.
 */
export function merge<T>(base: T, mine: T, theirs: T, answers: Answers = {}) {
  const theirPaths = differences(base, theirs).map(({ path }) => path);
  const conflicts = new Map<string, Conflict>();
  let value = theirs;
  for (const { path: own } of differences(base, mine)) {
    const clash = theirPaths.find((other) => contains(other, own) || contains(own, other));
    // The outer one of two fields is in conflict: a list that changed as a whole contains the fields of its entries.
    const path = clash && clash.length < own.length ? clash : own;
    const conflict = { path, mine: valueAt(mine, path), theirs: valueAt(theirs, path) };
    const answer = path.at(-1) === 'order' ? 'mine' : answers[keyOf(path)];
    if (!clash || answer === 'mine') value = withValue(value, path, conflict.mine);
    else if (!answer && !isSame(conflict.mine, conflict.theirs)) conflicts.set(keyOf(path), conflict);
  }
  return { value, conflicts: [...conflicts.values()] };
}

/** `values`, but with the fields in conflict as they are in `own`. */
export const keepConflicts = <T>(conflicts: readonly Conflict[], values: T, own: T): T =>
  conflicts.reduce((kept, { path }) => withValue(kept, path, valueAt(own, path)), values);

/**
 * The common version of a merge: `base`, with those changes of one's `own` that the other side has, too. They are then no change of
 * somebody else.
 */
export function withOwn<T>(base: T, theirs: T, own: Change[]): T {
  let common = base;
  for (const { path, before, after } of own)
    if (isSame(valueAt(base, path), before) && isSame(valueAt(theirs, path), after))
      common = withValue(common, path, after);
  return common;
}
