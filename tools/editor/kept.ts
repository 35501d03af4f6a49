/** What is typed and not in the files yet: this browser keeps it, by folder and field, until it is; tabs share it. */
import type { Content, Saved } from './content.ts';
import { differences, isSame, keepConflicts, keyOf, merge, valueAt, withValue, type Path } from './merge.ts';

/** What the form holds; `sent` are earlier drafts whose answers have not come: the files may have them all the same. */
export type State = Saved & { sent?: Content[] };

/** A field, what was sent of it, and its file as it was when it was typed: that may be another by now, or gone. */
type Kept = { path: Path; file: Content[string]; value: unknown; sent: unknown[] };

/** What this tab keeps, by its key in `localStorage`. */
let own = new Map<string, string>();

/** Whether this browser keeps it: not where it blocks site data, or has no room. */
export let isKept = true;

/** What was kept, but cannot be read. */
export const unreadable: string[] = [];

/** Keeps in this browser what has not been written to the files yet, by folder and field. */
export function keep({ folder, base, draft, written, sent = [] }: State): void {
  const next = new Map<string, string>();
  for (const { path, after: value } of differences(written, draft)) {
    const values = sent.map((earlier) => valueAt(earlier, path)).filter((earlier) => earlier !== undefined);
    const kept: Kept = { path, file: base[String(path[0])]!, value, sent: values };
    next.set(`${folder}\n${keyOf(path)}`, JSON.stringify(kept));
  }
  try {
    const store = localStorage; // Where site data is blocked, this throws.
    for (const [key, kept] of next) store.setItem(key, kept);
    // Another tab may have kept other words since.
    for (const [key, kept] of own) {
      if (!next.has(key) && store.getItem(key) === kept) store.removeItem(key);
    }
    own = next;
    isKept = true;
  } catch {
    isKept = false;
  }
}

/** The server's first answer, with what this browser keeps in the draft; each kept field is merged with its file as it was then. */
export function restore(saved: Saved): State {
  try {
    // The page beside the form does not begin with its splash, which looks at this.
    sessionStorage.setItem('splash', 'seen');
    own = new Map(Object.entries(localStorage).filter(([key]) => key.startsWith(`${saved.folder}\n`)));
  } catch {
    // Nothing is kept, as `keep` finds, too.
  }
  let { base, draft } = saved;
  const sent: Content[] = [];
  for (const [key, text] of own) {
    const kept = read(text);
    if (!kept) {
      unreadable.push(text);
      own.delete(key);
      localStorage.removeItem(key);
      continue;
    }
    const { path, file, value } = kept;
    const before = { ...saved.base, [String(path[0])]: file };
    const mine = withValue(before, path, value);
    const merged = merge(before, mine, draft);
    // Where two tabs have changed one list, the draft takes one version; the other stays kept until the editor opens again.
    if (merged.conflicts.some(({ path: at }) => !isSame(valueAt(draft, at), valueAt(saved.base, at))))
      own.delete(key);
    else {
      base = keepConflicts(merged.conflicts, base, before);
      draft = keepConflicts(merged.conflicts, merged.value, mine);
      sent.push(...kept.sent.map((earlier) => withValue(base, path, earlier)));
    }
  }
  return { ...saved, base, draft, written: base, sent };
}

/** What was kept of a field, unless another program, or another version of this one, has written it. */
function read(text: string): Kept | undefined {
  try {
    const { path, file, value, sent = [] }: Kept = JSON.parse(text);
    if (Array.isArray(path) && Array.isArray(sent) && path.length > 0 && typeof file === 'object')
      return { path, file, value, sent };
  } catch {
    // The text may have been cut off.
  }
  return undefined;
}
