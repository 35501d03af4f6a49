/** The editor: what is typed is written after a pause, as far as it fits; the rest stays in the form, and in this tab. */
import { button, byId, h, request } from './browser.ts';
import type { Saved } from './content.ts';
import { buildField, buildFields } from './fields.ts';
import { isSame, keyOf, merge, withValue, type Answers, type Path } from './merge.ts';
import { fixedTexts, nameOf } from './names.ts';
import { findField, showField, showFocused, showPage } from './preview.ts';
import { buildChoice, openDialog } from './publication.ts';

const PAUSE_MS = 500;

// `base` is what the files had, `draft` what the form has. The rest comes with the server's first answer.
let state = { base: {}, draft: {}, ...JSON.parse(sessionStorage.getItem('draft') ?? '{}') } as Saved;
/** Set while something is typed that is not sent yet. */
let pause: ReturnType<typeof setTimeout> | undefined;
let lastWrite = Promise.resolve();
/** `form`, a file, and `field`, the key of a field in it. */
const query = new URLSearchParams(location.search);

/**
 * Sends what is typed, and what was chosen, and takes over the answer. One after another: each begins with what the one
 * before has written.
 */
function write(answers: Answers = {}): Promise<void> {
  lastWrite = lastWrite
    .catch(() => {})
    .then(async () => {
      clearTimeout(pause);
      pause = undefined;
      const { base, draft } = state;
      const answer = await request<Saved>('PUT', { base, draft, answers });
      const typed = merge(draft, state.draft, answer.draft);
      // With conflicts, a field that the answer changes was typed in meanwhile: the next request sends what was typed.
      if (typed.conflicts.length === 0) update({ ...answer, draft: typed.value });
    });
  return lastWrite;
}

/** Writes, and shows why that fails. */
const attempt = (answers?: Answers) =>
  write(answers).then(
    () => (byId('failure').textContent = ''),
    (error: Error) => (byId('failure').textContent = error.message),
  );

/** Takes a new part of the state, keeps it in this tab, and shows it; what `isTyped` is shown already. */
function update(next: Partial<Saved>, isTyped = false): void {
  const before = state.draft;
  state = { ...state, ...next };
  sessionStorage.setItem('draft', JSON.stringify({ base: state.base, draft: state.draft }));
  const isShown = isTyped || (isSame(before, state.draft) && byId('fields').hasChildNodes());
  if (!isShown) buildForm();
  if (next.conflicts) showConflicts(next.conflicts);
  showProblems();
}

/** The form of the file in the URL. */
const currentForm = () =>
  state.forms.find(({ files }) => files.includes(query.get('form') ?? '')) ?? state.forms[0]!;

function buildForm(): void {
  const { forms, draft, icons } = state;
  const { title, page, files, schema } = currentForm();
  const context = { change, icons, fixed: fixedTexts(draft) };
  const positionOf = (file: string) => Number(draft[file]?.['order'] ?? 0);
  const inOrder = files.toSorted((one, other) => positionOf(one) - positionOf(other));
  const fields = inOrder.flatMap((file, index) => {
    const field = { schema, path: [file], value: draft[file], label: `${index + 1}. ${nameOf(draft[file])}` };
    return files.length > 1 ? buildField(context, field) : buildFields(context, field);
  });
  const links = forms.map((one) =>
    h('a', { href: `?form=${one.files[0]}`, ariaCurrent: one.title === title ? 'page' : null }, one.title),
  );
  byId('forms').replaceChildren(...links);
  document.querySelector('h1')!.textContent = title;
  const [focused, unfolded] = [document.activeElement!.id, document.querySelectorAll('details[open]')];
  byId('fields').replaceChildren(...fields);
  for (const { id } of unfolded) byId(id)?.setAttribute('open', '');
  byId(focused)?.focus();
  showPage(page, (text) => {
    const path = findField(state.draft, text, files);
    if (path) goTo(path);
  });
}

/** Changes a field, and writes it after a pause. */
function change(path: Path, value: unknown, isTyped = false): void {
  clearTimeout(pause);
  pause = setTimeout(attempt, PAUSE_MS);
  update({ draft: withValue(state.draft, path, value) }, isTyped);
}

/** Goes to a field, which may be in another form. */
function goTo(path: Path): void {
  const [file, ...field] = path;
  if (currentForm().files.includes(String(file))) showField(keyOf(path));
  else location.assign(`?form=${String(file)}&field=${keyOf(field)}`);
}

/** Asks which text shall stay in fields that were changed in the files while they were being typed. */
function showConflicts(conflicts: Saved['conflicts']): void {
  const choices = conflicts.map((conflict) =>
    buildChoice(conflict, 'publish', (side) => attempt({ [keyOf(conflict.path)]: side })),
  );
  byId('conflicts').replaceChildren(...choices);
  if (choices.length > 0) byId('conflicts').scrollIntoView({ block: 'center' });
}

function showProblems(): void {
  const { errors, warnings, conflicts } = state;
  const unfit = errors.length === 1 ? 'One text does' : `${errors.length} texts do`;
  const result = errors.length > 0 ? `${unfit} not fit yet` : 'All on the page';
  const words = conflicts.length > 0 ? 'Waits for your choice' : result;
  byId('state').textContent = pause ? 'Writing…' : words;
  for (const field of document.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  for (const place of document.querySelectorAll('#fields strong')) place.textContent = '';
  const problems = [...errors, ...warnings].map(({ path, where, message }) => {
    byId(keyOf(path))?.setAttribute('aria-invalid', 'true');
    byId(`${keyOf(path)}-problem`)?.replaceChildren(message);
    const field = button(where, () => goTo(path));
    return h('li', {}, field, ` ${message}`);
  });
  byId('problems').replaceChildren(...problems);
}

// The page beside the form does not begin with its splash, which looks at this.
sessionStorage.setItem('splash', 'seen');
document.querySelector('main')!.addEventListener('focusin', showFocused);
await attempt();
byId('publish').addEventListener('click', () =>
  openDialog(write, () => [...state.errors, ...state.conflicts].map(({ where }) => where)),
);
if (query.has('field')) showField(`${query.get('form')}/${query.get('field')}`);
else if (query.has('form')) document.querySelector('h1')!.focus();
// Files may have been changed in another program.
addEventListener('focus', () => attempt());
