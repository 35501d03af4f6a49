type Path = (string | number)[];

/** One value that is new at its place; `undefined` takes the place away. */
export interface Change {
  path: Path;
  value: unknown;
}

const isTree = (value: unknown): value is Record<string, unknown> | unknown[] =>
  typeof value === 'object' && value !== null;

/** What has to be put where, one value after the other, so that `before` becomes `after`. */
export function changesBetween(before: unknown, after: unknown, path: Path = []): Change[] {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const kept = Math.min(before.length, after.length);
    return [
      ...after
        .slice(0, kept)
        .flatMap((value, index) => changesBetween(before[index], value, [...path, index])),
      ...after.slice(kept).map((value, index) => ({ path: [...path, kept + index], value })),
      // From the end, so that the others keep their places.
      ...before
        .slice(kept)
        .map((_, index) => ({ path: [...path, kept + index], value: undefined }))
        .toReversed(),
    ];
  }
  if (isTree(before) && isTree(after) && !Array.isArray(before) && !Array.isArray(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => changesBetween(before[name], after[name], [...path, name]));
  }
  return [{ path, value: after }];
}

/** A copy of `tree` with a value put at a place; `undefined` takes a field away. */
export function withValue(tree: unknown, path: readonly PropertyKey[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const copy = Array.isArray(tree) ? [...tree] : { ...(tree as object) };
  const inner = withValue(Reflect.get(copy, step), rest, value);
  if (inner === undefined) {
    if (Array.isArray(copy)) copy.splice(Number(step), 1);
    else Reflect.deleteProperty(copy, step);
  } else Reflect.set(copy, step, inner);
  return copy;
}

const at = (tree: unknown, path: Path): unknown =>
  path.reduce<unknown>((part, step) => (isTree(part) ? Reflect.get(part, step) : undefined), tree);

/** What an entry of a list is known by: its file, or else all that it says. */
const identity = (entry: unknown) => (isTree(entry) && 'file' in entry ? entry.file : entry);

const isSame = (one: unknown, other: unknown) => changesBetween(one, other).length === 0;

/**
 * Three-way merge: `theirs` with what was changed from `base` to `ours` on top. Undefined when an entry of a list that was
 * changed, moved or added here has been moved or changed there: one would land in the other, or replace it.
 */
export function merge(base: unknown, ours: unknown, theirs: unknown): unknown {
  const changes = changesBetween(base, ours);
  const hasConflict = changes.some(({ path }) => {
    const entry = path.slice(0, path.findIndex((step) => typeof step === 'number') + 1);
    if (entry.length === 0) return false;
    const list = entry.slice(0, -1);
    const [before, here, there] = [base, ours, theirs].map((tree) => at(tree, entry));
    // Behind the end of a list, whose end may be elsewhere by now.
    if (before === undefined)
      return (at(base, list) as unknown[]).length !== (at(theirs, list) as unknown[] | undefined)?.length;
    // What is put elsewhere or taken out has to be as it was.
    return isSame(identity(before), identity(here))
      ? !isSame(identity(before), identity(there))
      : !isSame(before, there);
  });
  if (hasConflict) return undefined;
  return changes.reduce((tree, { path, value }) => withValue(tree, path, value), theirs);
}
