/** The editor: what is typed is written after a pause, as far as it fits; the rest stays in the form, and in this tab. */
import { normalizeContent } from '../../src/copy/normalize.ts';
import { specifiedTexts } from '../../src/copy/specification.ts';
import type { Content, Opened, Saved } from './content.ts';
import { buildField, buildFields } from './fields.ts';
import { button, byId, h } from './html.ts';
import { differences, isSame, keyOf, takeOver, valueAt, withValue, type Path } from './merge.ts';
import { humanize, nameOf } from './names.ts';
import { findField, showField, showFocused, showPage } from './preview.ts';
import { buildChoice, connectDialog } from './publication.ts';
import { request } from './request.ts';

const PAUSE_MS = 500;

interface State extends Opened {
  /** What the changes of `draft` refer to: the content of the files, but while somebody has to choose. */
  base: Content;
  draft: Content;
  /** The draft that the server has answered for. */
  sent?: Content | undefined;
}

let state: State;
let pause: ReturnType<typeof setTimeout>;
const wanted = new URLSearchParams(location.search);

/** But for what is cleaned when it is written, such as a space at the end. */
const isWritten = () => isSame(normalizeContent(state.base), normalizeContent(state.draft));

async function load(): Promise<void> {
  const opened = await request<Opened>('GET');
  const kept = JSON.parse(sessionStorage.getItem('draft') ?? '{}');
  update({ ...opened, base: opened.content, draft: opened.content, ...kept });
}

let last = Promise.resolve();

/** Sends what is typed, and takes over the answer. One after another: each begins with what the one before has written. */
function write(): Promise<void> {
  last = last.catch(() => {}).then(send);
  return last;
}

async function send(): Promise<void> {
  const { base, draft } = state;
  const saved = await request<Saved>('PUT', { base, draft });
  const isAll = state.draft === draft && state.base === base;
  const next = takeOver(draft, state, saved);
  update({ ...saved, ...next, sent: isAll ? next.draft : undefined });
}

const isSent = () => state.draft === state.sent || isWritten();

const attempt = (action: () => Promise<void>) =>
  action().then(
    () => (byId('failure').textContent = ''),
    (error: Error) => (byId('failure').textContent = error.message),
  );

/** Takes a new part of the state, shows it, and writes after a pause what is not written. */
function update(next: Partial<State>): void {
  const before = state?.draft;
  state = { ...state, ...next };
  if (isWritten()) sessionStorage.removeItem('draft');
  else sessionStorage.setItem('draft', JSON.stringify({ base: state.base, draft: state.draft }));
  clearTimeout(pause);
  pause = setTimeout(() => isSent() || attempt(write), PAUSE_MS);

  // A change that is no field's value, such as a new entry of a list, makes other fields; a position, another order.
  const isBuilt = differences(before, state.draft).every(({ path, after }) => {
    const field = byId(keyOf(path)) as HTMLInputElement | null;
    if (field?.value !== undefined && field.value !== String(after ?? '')) field.value = String(after ?? '');
    const isElsewhere = path.length > 0 && !openForm().files.includes(String(path[0]));
    return isElsewhere || (field?.value !== undefined && path[1] !== 'order');
  });
  if (!isBuilt) buildForm();
  if (next.conflicts) showConflicts();
  showProblems();
}

/** The form of the file in the URL. */
const openForm = () =>
  state.forms.find(({ files }) => files.includes(wanted.get('form') ?? '')) ?? state.forms[0]!;

function buildForm(): void {
  const { forms, draft, icons } = state;
  const { title, page, files, schema } = openForm();
  const wordsOf = (choice: string) => {
    const section = choice.startsWith('/#') && valueAt(draft, ['home.json', choice.slice(2), 'heading']);
    const file = forms.find((form) => form.page === choice)?.files[0] ?? '';
    if (choice === '/' || section) return ['Landing page', section].filter(Boolean).join(': ');
    return String(valueAt(draft, [file, 'name']) ?? humanize(choice));
  };
  const fixed = files.flatMap((file) =>
    specifiedTexts(file, draft[file]).map(({ path, text }) => [keyOf([file, ...path]), text] as const),
  );
  const form = { change, icons, wordsOf, fixed: new Map(fixed) };
  const positionOf = (file: string) => Number(draft[file]?.['order'] ?? 0);
  const inOrder = files.toSorted((one, other) => positionOf(one) - positionOf(other));
  const fields = inOrder.flatMap((file, index) => {
    const field = { schema, path: [file], value: draft[file] };
    const label = `${index + 1}. ${nameOf(draft[file])}`;
    return files.length > 1 ? buildField(form, { ...field, label }) : buildFields(form, field);
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

const change = (path: Path, value: unknown) => update({ draft: withValue(state.draft, path, value) });

/** Goes to a field, which may be in another form. */
function goTo(path: Path): void {
  const [file, ...field] = path;
  if (openForm().files.includes(String(file))) showField(keyOf(path));
  else location.assign(`?form=${file}&field=${field.join('/')}`);
}

/** Asks which shall stay of texts that were changed in the files while they were being typed. */
function showConflicts(): void {
  const choices = state.conflicts.map((conflict) =>
    buildChoice(conflict, (side) => {
      const { path, theirs } = conflict;
      const conflicts = state.conflicts.filter((other) => other !== conflict);
      const draft = side === 'theirs' ? withValue(state.draft, path, theirs) : state.draft;
      update({ base: withValue(state.base, path, theirs), draft, conflicts, sent: undefined });
    }),
  );
  byId('conflicts').replaceChildren(...choices);
  if (choices.length > 0) byId('conflicts').scrollIntoView({ block: 'center' });
}

function showProblems(): void {
  const { errors, warnings, conflicts } = state;
  const unfit = errors.length === 1 ? 'One text does' : `${errors.length} texts do`;
  const result = errors.length > 0 ? `${unfit} not fit yet` : 'All on the page';
  const words = conflicts.length > 0 ? 'Waits for your choice' : result;
  byId('state').textContent = isSent() ? words : 'Writing…';
  for (const field of document.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  for (const place of document.querySelectorAll('strong')) place.textContent = '';
  const problems = [...errors, ...warnings].map(({ path, where, message, isUnknownField }) => {
    byId(keyOf(path))?.setAttribute('aria-invalid', 'true');
    const place = byId(`${keyOf(path)}-notes`)?.querySelector('strong');
    if (place) place.textContent = message;
    const field = button(where, () => goTo(path));
    const remove = isUnknownField && button('Remove it', () => change(path, undefined));
    return h('li', {}, field, ` ${message} `, remove);
  });
  byId('problems').replaceChildren(...problems);
}

// The preview shows the page without its splash.
sessionStorage.setItem('splash', 'seen');
document.querySelector('main')!.addEventListener('focusin', showFocused);
await attempt(load);
connectDialog(write, () => state.errors.length);
if (wanted.has('field')) showField(`${wanted.get('form')}/${wanted.get('field')}`);
else if (wanted.has('form')) document.querySelector('h1')!.focus();
// Files may have been changed in another program.
addEventListener('focus', () => attempt(write));
