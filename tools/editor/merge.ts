/** Differences between two versions of the content, and the merge of three, field by field. */
export type Path = (string | number)[];

export interface Difference {
  path: Path;
  before: unknown;
  after: unknown;
}

/** A field that two people have changed in different ways since a version that both had. */
export interface Conflict {
  path: Path;
  mine: unknown;
  theirs: unknown;
}

/** Which side each conflict takes, by `keyOf` its path. */
export type Answers = Partial<Record<string, 'mine' | 'theirs'>>;

export const keyOf = (path: Path): string => path.join('/');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const isSame = (one: unknown, other: unknown): boolean => differences(one, other).length === 0;

/** Whether entries were added, removed or moved, so that entries of one index are not those of the other. */
const isRearranged = (before: unknown[], after: unknown[]) =>
  before.length !== after.length ||
  before.some((entry, index) => {
    const found = after.findIndex((other) => isSame(entry, other));
    return found !== -1 && found !== index && !isSame(entry, after[index]);
  });

/** What differs, field by field; a list with entries that were added, removed or moved differs as a whole. */
export function differences(before: unknown, after: unknown, path: Path = []): Difference[] {
  if (before === after) return [];
  const areLists = Array.isArray(before) && Array.isArray(after);
  if (areLists && isRearranged(before, after)) return [{ path, before, after }];
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after))
    return [{ path, before, after }];
  return Object.keys({ ...before, ...after }).flatMap((name) =>
    differences(valueAt(before, [name]), valueAt(after, [name]), [...path, areLists ? Number(name) : name]),
  );
}

export const valueAt = (tree: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((part, step) => (isObject(part) ? Reflect.get(part, step) : undefined), tree);

/** A copy with this value at the path; `undefined` removes the field. */
export function withValue<T>(tree: T, [step, ...rest]: Path, value: unknown): T {
  if (step === undefined) return value as T;
  const part = withValue(valueAt(tree, [step]), rest, value);
  if (Array.isArray(tree)) return tree.with(Number(step), part) as T;
  const { [step]: _, ...others } = tree as Record<string, unknown>;
  return (part === undefined ? others : { ...tree, [step]: part }) as T;
}

const contains = (outer: Path, inner: Path) => outer.every((step, index) => step === inner[index]);

/**
 * What `mine` has changed since `base`, applied to `theirs`. Where `theirs` has changed the same field in another way, it
 * stays unless the answer is `mine`; without an answer the field is one of the conflicts.
 */
export function merge<T>(base: T, mine: T, theirs: T, answers: Answers | 'mine' = {}) {
  const others = differences(base, theirs).map(({ path }) => path);
  const conflicts = new Map<string, Conflict>();
  let value = theirs;
  for (const { path: own } of differences(base, mine)) {
    const clash = others.find((other) => contains(other, own) || contains(own, other));
    const path = clash && clash.length < own.length ? clash : own;
    const [at, other] = [valueAt(mine, path), valueAt(theirs, path)];
    const answer = answers === 'mine' ? answers : answers[keyOf(path)];
    if (!clash || answer === 'mine') value = withValue(value, path, at);
    else if (!answer && !isSame(at, other)) conflicts.set(keyOf(path), { path, mine: at, theirs: other });
  }
  return { value, conflicts: [...conflicts.values()] };
}

/**
 * Base and draft after the answer to `sent`, an earlier draft: the base is what the files have now, and what was typed since
 * `sent` is merged into the server's draft. A conflict keeps its own text and its base, until somebody chooses.
 */
export function takeOver<T>(
  sent: T,
  now: { base: T; draft: T },
  answer: { content: T; draft: T; conflicts: readonly Pick<Conflict, 'path'>[] },
) {
  const typed = merge(sent, now.draft, answer.draft);
  const keep = (value: T, own: T) =>
    [...answer.conflicts, ...typed.conflicts].reduce(
      (kept, { path }) => withValue(kept, path, valueAt(own, path)),
      value,
    );
  return { base: keep(answer.content, now.base), draft: keep(typed.value, now.draft) };
}
