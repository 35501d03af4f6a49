import { useEffect, useState } from 'react';
import Form from '@rjsf/core';
import { ErrorSchemaBuilder } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import type { FieldError } from '../build/content-errors.ts';
import { changesBetween } from './changes.ts';
import { templates } from './fields.tsx';
import type { Form as LoadedForm, FormEntry, Saved } from './forms.ts';
import { inWords } from './names.ts';
import { Preview } from './Preview.tsx';
import { fetchForm, fetchForms, sendForm } from './requests.ts';

/** A form being edited. */
interface Draft {
  /** The form when it was loaded or last saved. */
  form: LoadedForm;
  value: unknown;
  status: 'idle' | 'saving' | Saved['outcome'];
  /** Messages of the last save: errors if it was refused, else notes. */
  messages: FieldError[];
}

const STATUS_TEXTS = {
  idle: '',
  saving: 'Saving…',
  saved: 'Saved',
  refused: 'Not saved: see what is marked',
  outdated: 'Not saved',
} satisfies Record<Draft['status'], string>;

const draftOf = (form: LoadedForm): Draft => ({ form, value: form.value, status: 'idle', messages: [] });
const isChanged = ({ form, value }: Draft) => changesBetween(form.value, value).length > 0;

/** The list of forms, the selected form, and the preview of its page. */
export function Editor() {
  const [entries, setEntries] = useState<FormEntry[]>([]);
  const [place, setPlace] = useState('');
  const [drafts, setDrafts] = useState<Record<string, Draft>>({});
  const [failure, setFailure] = useState('');
  const [find, setFind] = useState('');
  const draft = drafts[place];

  const fail = (error: Error) => setFailure(error.message);
  const update = (where: string, next: (held: Draft) => Draft) =>
    setDrafts((all) => ({ ...all, [where]: next(all[where]!) }));

  /** Loads a form, unless its draft is no longer `known` (typed or saved meanwhile). */
  async function load(wanted: string, known: Draft | undefined): Promise<void> {
    const form = await fetchForm(wanted);
    setFailure('');
    update(wanted, (held) => (held === known && form.version !== known?.form.version ? draftOf(form) : held));
  }

  function choose(wanted: string): void {
    setPlace(wanted);
    history.replaceState(null, '', `#${wanted}`);
    const known = drafts[wanted];
    if (!known || !isChanged(known)) load(wanted, known).catch(fail);
  }

  async function save(changed: Draft): Promise<void> {
    const { form, value: sent, status } = changed;
    if (status === 'saving' || !isChanged(changed)) return;
    update(form.place, (held) => ({ ...held, status: 'saving' }));
    const saved = await sendForm(form, sent).catch((error: Error) => fail(error));
    if (saved) setFailure('');
    update(form.place, ({ value }) => ({
      form: saved?.form ?? form,
      // Keeps what was typed during the save.
      value: saved?.form && value === sent ? saved.form.value : value,
      status: saved?.outcome ?? 'idle',
      messages: saved?.messages ?? [],
    }));
  }

  useEffect(() => {
    fetchForms().then((list) => {
      setEntries(list);
      const linked = decodeURIComponent(location.hash.slice(1));
      choose((list.find((entry) => entry.place === linked) ?? list[0])?.place ?? '');
    }, fail);
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // Files may have been changed in another program: reload on return.
    addEventListener('focus', () => draft && !isChanged(draft) && load(place, draft).catch(fail), { signal });
    addEventListener(
      'keydown',
      (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
        event.preventDefault();
        if (draft) void save(draft);
      },
      { signal },
    );
    if (Object.values(drafts).some(isChanged))
      addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    return () => listening.abort();
  });

  return (
    <>
      <nav aria-label="Forms">
        <ul>
          {entries.map((entry) => (
            <li key={entry.place}>
              <button
                type="button"
                aria-current={entry.place === place || undefined}
                onClick={() => choose(entry.place)}
              >
                {entry.title}
                {drafts[entry.place] && isChanged(drafts[entry.place]!) && <i> · not saved</i>}
              </button>
            </li>
          ))}
        </ul>
        <p className="quiet">
          Words between braces are filled in from {entries[0]?.title.toLowerCase()}: {'{brand}'}, {'{email}'}{' '}
          and others.
        </p>
      </nav>
      <main>
        {failure && (
          <p className="alert" role="alert">
            {failure}
          </p>
        )}
        {draft && (
          <DraftForm
            key={place}
            draft={draft}
            onChange={(value) => update(place, (held) => ({ ...held, value }))}
            onFocus={setFind}
            onSave={() => void save(draft)}
            onDrop={() => load(place, draft).catch(fail)}
          />
        )}
      </main>
      {draft && <Preview page={draft.form.page} find={find} />}
    </>
  );
}

/** A field's path in words; entries of a list count from 1. */
const placeOf = (path: FieldError['path']) =>
  path.map((step) => (typeof step === 'number' ? `entry ${step + 1}` : inWords(String(step)))).join(' → ');

/** Opens every `<details>` around the fields, and focuses the first. */
function reveal(paths: FieldError['path'][]): void {
  const fields = paths.map((path) => document.getElementById(['root', ...path].join('_')));
  for (const field of fields)
    for (let group = field?.closest('details'); group; group = group.parentElement?.closest('details'))
      group.open = true;
  const first = fields.find((field) => field !== null);
  (first?.querySelector('summary') ?? first)?.focus();
}

interface DraftFormProps {
  draft: Draft;
  onChange: (value: unknown) => void;
  onFocus: (words: string) => void;
  onSave: () => void;
  onDrop: () => void;
}

function DraftForm({ draft, onChange, onFocus, onSave, onDrop }: DraftFormProps) {
  const { form, value, status, messages } = draft;
  const changed = isChanged(draft);
  const errors = new ErrorSchemaBuilder();
  if (status === 'refused')
    for (const { path, message } of messages)
      errors.addErrors(message.charAt(0).toUpperCase() + message.slice(1), path.map(String));

  useEffect(() => {
    if (status === 'refused') reveal(messages.map(({ path }) => path));
  }, [status, messages]);

  return (
    <>
      <header>
        <h1>{form.title}</h1>
        <output>
          {changed && (status === 'idle' || status === 'saved') ? 'Not saved yet' : STATUS_TEXTS[status]}
        </output>
        <button type="button" className="save" disabled={!changed || status === 'saving'} onClick={onSave}>
          Save
        </button>
      </header>
      {status === 'outdated' && (
        <div className="alert" role="alert">
          <p>
            The file was changed elsewhere since you opened it. Nothing is saved, and what you typed is still
            here: copy what you want to keep before you load the file.
          </p>
          <button type="button" onClick={onDrop}>
            Load the file and drop what I typed
          </button>
        </div>
      )}
      {messages.length > 0 && (
        <ul className="alert" aria-label={status === 'refused' ? 'Errors' : 'Notes'}>
          {messages.map(({ path, message }) => (
            <li key={path.join('/') + message}>
              {placeOf(path)} {message}
            </li>
          ))}
        </ul>
      )}
      <Form
        tagName="div"
        schema={form.schema}
        formData={value}
        extraErrors={errors.ErrorSchema}
        validator={validator}
        templates={templates}
        showErrorList={false}
        experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults' }}
        onChange={({ formData }) => onChange(formData)}
        onFocus={(_, words) => onFocus(String(words))}
      >
        {/* Replaces the library's default submit button. */}
        <></>
      </Form>
    </>
  );
}
