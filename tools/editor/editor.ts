/** The editor: what is typed is written after a pause, as far as it fits; the rest stays in the form, and in this browser. */
import { byId, h, request } from './browser.ts';
import type { Draft, Saved } from './content.ts';
import { buildField, buildFields } from './fields.ts';
import { isKept, keep, restore, unreadable, type State } from './kept.ts';
import { isSame, keyOf, merge, valueAt, withValue, type Answers, type Path } from './merge.ts';
import { fixedTexts, formOf, nameOf } from './names.ts';
import { showFocused, showPage } from './preview.ts';
import { buildChoice, openDialog, type NamedConflict } from './publication.ts';

const PAUSE_MS = 500;
/** How long it waits where the editor did not answer, as without a connection, until it tries again. */
const AGAIN_MS = 4000;
const NOT_KEPT = 'This browser keeps nothing for this page: wait for “All on the page” before you leave it.';
const KEPT = 'Everything is kept: ';
const UNREADABLE =
  'Something that this browser has kept cannot be read. Here it is, once: copy the words that you need.';
/** The status where a body is larger than the server takes. */
const TOO_LARGE = 413;
/** How many drafts without an answer are remembered: the first, as those have arrived most likely, and the last. */
const MOST_SENT = 5;

// `base` is what the files had, `draft` what the form has. The rest comes with the server's first answer.
let state = { base: {}, draft: {}, written: {}, errors: [], conflicts: [] } as Partial<State> as State;
/** Set while something is typed that is not sent yet. */
let pause: ReturnType<typeof setTimeout> | undefined;
/** Set while the editor does not answer. */
let again: ReturnType<typeof setTimeout> | undefined;
/** The request before, for which the next one waits. A web lock would not do: a browser denies it where it blocks site data. */
let last = Promise.resolve();

/** Sends what is typed, and what was chosen, and takes over the answer. */
async function send(answers: Answers): Promise<void> {
  clearTimeout(pause);
  clearTimeout(again);
  pause = undefined;
  again = undefined;
  const { base, draft, sent = [] } = state;
  if (state.forms) {
    const others = sent.filter((earlier) => !isSame(earlier, draft));
    state.sent = [...others.slice(0, MOST_SENT - 1), draft];
    keep(state);
  }
  const body: Draft = { base, draft, answers, sent };
  const answer = await request<Saved>('PUT', body).catch((error) => {
    if (error.status === TOO_LARGE) state.sent = sent; // The server has not read it.
    if (!error.status) again = setTimeout(attempt, AGAIN_MS); // A lost connection mostly comes back.
    throw error;
  });
  const typed = merge(draft, state.draft, answer.draft);
  // Where the answer changes a field that was typed in meanwhile, it is not taken over: the next request sends what was typed.
  if (typed.conflicts.length === 0)
    update(state.forms ? { ...answer, draft: typed.value, sent: [] } : open(answer));
  showFailure(isKept ? '' : NOT_KEPT);
}

function showFailure(words: string): void {
  const place = byId('failure');
  // A screen reader reads an alert aloud each time that it is written, also with the same words.
  if (place.textContent !== words) place.textContent = words;
}

/** The server's first answer, with what is kept, which is written after a pause. */
function open(answer: Saved): State {
  const restored = restore(answer);
  byId('unreadable').textContent = unreadable.map((text) => `${UNREADABLE}\n${text}`).join('\n');
  if (!isSame(restored.written, restored.draft)) pause = setTimeout(attempt, PAUSE_MS);
  return restored;
}

/** Sends what is typed, one request after another: each begins with what the one before has written. */
function write(answers: Answers = {}): Promise<void> {
  last = last.catch(() => {}).then(() => send(answers));
  return last;
}

/** Writes, and shows why that fails. */
const attempt = (answers?: Answers) =>
  write(answers).catch(({ message }: Error) => {
    showFailure(message);
    showState();
  });

/** Takes over a part of the state, keeps what is not written yet, and shows the state; the form shows what `isTyped` already. */
function update(next: Partial<State>, isTyped = false): void {
  const before = state.draft;
  state = { ...state, ...next };
  keep(state);
  const isShown = isTyped || (isSame(before, state.draft) && byId('fields').hasChildNodes());
  if (!isShown) buildForm();
  if (next.conflicts) showConflicts();
  showProblems(isTyped);
}

/** The form of the file in the URL. */
function currentForm() {
  const file = new URLSearchParams(location.search).get('form') ?? '';
  return formOf(file, state.forms) ?? state.forms[0]!;
}

/** The link to a field, or to the group that it would be in; following it opens what that is folded into. */
function addressOf(path: Path): string {
  const [file, ...field] = path.map(String);
  // Another form is another document.
  if (formOf(file!, state.forms) !== currentForm())
    return `?form=${encodeURIComponent(file!)}#${keyOf(path)}`;
  if (byId(keyOf(path))) return `#${keyOf(path)}`;
  return field.length > 0 ? addressOf(path.slice(0, -1)) : '#heading';
}

function buildForm(): void {
  const { forms, draft } = state;
  const { title, page, files, schema, count = Infinity } = currentForm();
  const current = (path: Path) => valueAt(state.draft, path);
  const context = { change, current, fixed: fixedTexts(draft) };
  const positionOf = (file: string) => Number(draft[file]?.['order'] ?? 0);
  const inOrder = files
    .filter((file) => draft[file])
    .toSorted((one, other) => positionOf(one) - positionOf(other));
  const fields = inOrder.flatMap((file, index) => {
    const label = `${index + 1}. ${nameOf(draft[file])}`;
    const isOptional = inOrder.length > count; // One too many can be removed.
    const field = { schema, path: [file], value: draft[file], label, isOptional };
    return files.length > 1 ? buildField(context, field) : buildFields(context, field);
  });
  const links = forms.map((one) => {
    const ariaCurrent = one.title === title ? 'page' : null;
    return h('a', { href: `?form=${one.files[0]}#heading`, ariaCurrent }, one.title);
  });
  byId('forms').replaceChildren(...links);
  byId('heading').textContent = title;
  const { id, selectionStart, selectionEnd } = document.activeElement as HTMLTextAreaElement;
  const unfolded = document.querySelectorAll('details[open] > summary');
  byId('fields').replaceChildren(...fields);
  for (const summary of unfolded) byId(summary.id)?.parentElement!.setAttribute('open', '');
  const field = byId(id);
  field?.focus();
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(selectionStart, selectionEnd);
  showPage(page);
}

/** Changes a field, and writes it after a pause. */
function change(path: Path, value: unknown, isTyped = false): void {
  clearTimeout(pause);
  pause = setTimeout(attempt, PAUSE_MS);
  update({ draft: withValue(state.draft, path, value) }, isTyped);
}

/** Texts that somebody else has published otherwise: the dialog asks for them here. */
let asked: NamedConflict[] = [];
/** What is asked at the moment: of the files, and of what is published. */
let shownConflicts: NamedConflict[][] = [[], []];
let choosePublished: (answer: Answers) => void = () => {};

/** Asks which text shall stay where somebody else has published another one. */
function ask(conflicts: NamedConflict[], choose: typeof choosePublished): void {
  asked = conflicts;
  choosePublished = choose;
  showConflicts();
  showProblems(true);
}

/** Asks which text shall stay in fields that were changed elsewhere, too. Scrolls there for a new question only. */
function showConflicts(): void {
  const place = byId('conflicts');
  // `mine` is what is typed by now.
  asked = asked
    .map((conflict) => ({ ...conflict, mine: valueAt(state.draft, conflict.path) }))
    .filter(({ mine, theirs }) => !isSame(mine, theirs));
  const next = [state.conflicts, asked];
  // A button that is built anew while it is pressed would do nothing.
  if (isSame(shownConflicts, next)) return;
  const hadFocus = place.contains(document.activeElement);
  place.replaceChildren(
    ...state.conflicts.map((conflict) => buildChoice(conflict, 'publish', attempt)),
    ...asked.map((conflict) => buildChoice(conflict, 'publish', (choice) => choosePublished(choice))),
  );
  if (hadFocus) (place.querySelector('button') ?? byId('heading')).focus();
  const known = new Set(shownConflicts.flat().map(({ path }) => keyOf(path)));
  shownConflicts = next;
  if (next.flat().some(({ path }) => !known.has(keyOf(path)))) place.scrollIntoView({ block: 'center' });
}

/** Where what is typed is, in words. */
function whereItIs(): string {
  const { forms, errors, conflicts } = state;
  if (!forms) return 'The forms could not be opened';
  if (pause) return 'Writing…';
  if (conflicts.length + asked.length > 0) return 'Waits for your choice';
  if (errors.length > 0)
    return errors.length === 1 ? 'One text does not fit yet' : `${errors.length} texts do not fit yet`;
  return isWritten() ? 'All on the page' : 'Not on the page yet';
}

const isWritten = () => isSame(state.written, state.draft);

function showState(before = ''): void {
  // `textContent` would add a node to the document, at which Chrome ends the run of typing that Undo takes back.
  (byId('state').firstChild as Text).data = before + whereItIs();
}

function showProblems(isTyped: boolean): void {
  const { errors, warnings } = state;
  showState();
  if (isTyped) return;
  for (const field of document.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  for (const place of document.querySelectorAll('#fields strong')) place.textContent = '';
  const problems = [...errors, ...warnings].map(({ path, where, message }) => {
    byId(keyOf(path))?.setAttribute('aria-invalid', 'true');
    byId(`${keyOf(path)}-problem`)?.replaceChildren(message);
    return h('li', {}, h('a', { href: addressOf(path) }, where), ` ${message}`);
  });
  byId('problems').replaceChildren(...problems);
}

function showKept(): void {
  if (isKept || isWritten()) showState(KEPT);
}

document.querySelector('main')!.addEventListener('focusin', showFocused);
addEventListener('keydown', (event) => {
  // With Caps Lock, the key is an S.
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 's') return;
  event.preventDefault();
  showKept(); // Writing may take a while.
  void attempt().then(showKept);
});
addEventListener('beforeunload', (event) => {
  if (!isKept && !isWritten()) event.preventDefault();
});
// Back may show this document as it was left: what was typed since is in the files, or kept.
addEventListener('pagehide', () => {
  clearTimeout(pause);
  clearTimeout(again);
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
const heldBack = () => [...state.errors, ...state.conflicts].map(({ where }) => where);
// A press before the forms are open counts, too: the dialog writes first, which waits for them.
byId('publish').addEventListener('click', () => openDialog(write, heldBack, ask));
await attempt();
// The field or heading in the URL is there only now.
if (location.hash) location.replace(location.href);
// Files may have been changed in another program.
addEventListener('focus', () => attempt());
addEventListener('online', () => attempt());
