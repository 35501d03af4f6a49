import { useEffect, useState } from 'react';
import Form from '@rjsf/core';
import { ErrorSchemaBuilder } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { createRoot } from 'react-dom/client';
import type { ContentError } from '../build/content-errors.ts';
import './editor.css';
import { templates, widgets } from './fields.tsx';
import type { Form as LoadedForm, FormEntry, Saved } from './forms.ts';
import { humanize } from './names.ts';
import { openDetailsAround, Preview } from './Preview.tsx';

interface Draft {
  /** The form when it was loaded or last saved. */
  form: LoadedForm;
  value: unknown;
  status: 'idle' | 'saving' | Saved['outcome'];
  /** Messages of the last save: errors if it was refused, else warnings. */
  messages: ContentError[];
}

const STATUS_TEXTS = {
  idle: '',
  saving: 'Saving…',
  saved: 'Saved',
  refused: 'Not saved: fix the marked fields',
  outdated: 'Not saved',
} satisfies Record<Draft['status'], string>;

/** Returns the server's JSON. Throws its message when it answers with an error. */
async function request<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`/editor/forms${path}`, init).catch(() => {
    throw new Error('The editor’s server does not answer. Is npm run edit still running?');
  });
  const body = (await response.json()) as T & { message?: string };
  if (body.message) throw new Error(body.message);
  return body;
}

/** The list of forms, the form named in the URL, and the preview of its page. */
function Editor() {
  const [entries, setEntries] = useState<FormEntry[]>([]);
  const [draft, setDraft] = useState<Draft>();
  const [failure, setFailure] = useState('');
  const [focusedText, setFocusedText] = useState('');
  const isChanged = JSON.stringify(draft?.value) !== JSON.stringify(draft?.form.value);
  const fail = (error: Error) => setFailure(error.message);

  /** Loads a form, unless something was typed or saved meanwhile. */
  async function load(fileOrFolder: string): Promise<void> {
    const form = await request<LoadedForm>(`/${fileOrFolder}`);
    setFailure('');
    // The same as is shown: the messages of the last save stay.
    if (!isChanged && form.version === draft?.form.version) return;
    const loaded: Draft = { form, value: form.value, status: 'idle', messages: [] };
    setDraft((current) => (current === draft ? loaded : current));
  }

  async function save(): Promise<void> {
    if (!draft || !isChanged || draft.status === 'saving') return;
    const { form, value: sent } = draft;
    setDraft({ ...draft, status: 'saving' });
    const saved = await request<Saved>(`/${form.fileOrFolder}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'If-Match': form.version },
      body: JSON.stringify(sent),
    }).catch(fail);
    if (saved) setFailure('');
    setDraft((current) => ({
      form: saved?.form ?? form,
      // Keeps what was typed during the save.
      value: saved?.form && current?.value === sent ? saved.form.value : current?.value,
      status: saved?.outcome ?? 'idle',
      messages: saved?.messages ?? [],
    }));
  }

  /** Removes a field that the schema does not have, and that no form shows therefore. */
  function removeField(error: ContentError): void {
    if (!draft) return;
    const value = structuredClone(draft.value) as object;
    const parent = error.path.slice(0, -1).reduce((part, step) => Reflect.get(part, step), value);
    Reflect.deleteProperty(parent, error.path.at(-1)!);
    const messages = draft.messages.filter((other) => other !== error);
    setDraft({ ...draft, value, messages, status: messages.length > 0 ? 'refused' : 'idle' });
  }

  useEffect(() => {
    request<FormEntry[]>('')
      .then((list) => {
        setEntries(list);
        return load(new URLSearchParams(location.search).get('form') ?? list[0]!.fileOrFolder);
      })
      .catch(fail);
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  // After every render, so that the listeners see the current draft.
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // Files may have been changed in another program: reload on return.
    addEventListener('focus', () => draft && !isChanged && load(draft.form.fileOrFolder).catch(fail), {
      signal,
    });
    addEventListener(
      'keydown',
      (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
        event.preventDefault();
        void save();
      },
      { signal },
    );
    if (isChanged) addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    return () => listening.abort();
  });

  useEffect(() => {
    if (draft?.status === 'refused') focusFirstError(draft.messages.map(({ path }) => path));
  }, [draft?.status, draft?.messages]);

  const errors = new ErrorSchemaBuilder();
  if (draft?.status === 'refused')
    for (const { path, message } of draft.messages) errors.addErrors(capitalize(message), path.map(String));

  return (
    <>
      {/* Each form has its own URL: switching is a navigation, so `beforeunload` warns of unsaved changes. */}
      <nav aria-label="Forms">
        <form>
          {entries.map(({ fileOrFolder, title }) => (
            <button
              key={fileOrFolder}
              name="form"
              value={fileOrFolder}
              aria-current={fileOrFolder === draft?.form.fileOrFolder || undefined}
            >
              {title}
            </button>
          ))}
        </form>
        <p className="muted">
          Words between braces are filled in from the form “{entries[0]?.title}”: {'{brand}'}, {'{email}'} and
          others.
        </p>
      </nav>
      <main>
        {failure && (
          <p className="alert" role="alert">
            {failure}
          </p>
        )}
        {draft && (
          <>
            <header>
              <h1>{draft.form.title}</h1>
              <output>
                {isChanged && (draft.status === 'idle' || draft.status === 'saved')
                  ? 'Not saved yet'
                  : STATUS_TEXTS[draft.status]}
              </output>
              <button
                type="button"
                className="save"
                disabled={!isChanged || draft.status === 'saving'}
                onClick={() => void save()}
              >
                Save
              </button>
            </header>
            {draft.status === 'outdated' && (
              <div className="alert" role="alert">
                <p>
                  The file was changed elsewhere since you opened it. Nothing is saved, and what you typed is
                  still here: copy what you want to keep before you load the file.
                </p>
                <button type="button" onClick={() => load(draft.form.fileOrFolder).catch(fail)}>
                  Discard my changes and load the file
                </button>
              </div>
            )}
            {draft.messages.length > 0 && (
              <ul className="alert" aria-label={draft.status === 'refused' ? 'Errors' : 'Warnings'}>
                {draft.messages.map((error) => (
                  <li key={error.path.join('/') + error.message}>
                    {error.path.map(inWords).join(' → ')} {error.message}{' '}
                    {error.isUnknownField && (
                      <button type="button" onClick={() => removeField(error)}>
                        Remove it
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )}
            <Form
              tagName="div"
              schema={draft.form.schema}
              formData={draft.value}
              extraErrors={errors.ErrorSchema}
              validator={validator}
              templates={templates}
              widgets={widgets}
              showErrorList={false}
              experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults' }}
              onChange={({ formData }) => setDraft((current) => current && { ...current, value: formData })}
              onFocus={(_, text) => setFocusedText(String(text))}
            >
              {/* Replaces the library's default submit button. */}
              <></>
            </Form>
          </>
        )}
      </main>
      {draft && <Preview page={draft.form.page} focusedText={focusedText} />}
    </>
  );
}

const capitalize = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);

/** A step of a field's path in words; entries of a list count from 1. */
const inWords = (step: PropertyKey) =>
  typeof step === 'number' ? `entry ${step + 1}` : humanize(String(step));

/** Opens every `<details>` around the fields, and focuses the first. */
function focusFirstError(paths: ContentError['path'][]): void {
  const fields = paths.map((path) => document.getElementById(['root', ...path].join('_')));
  for (const field of fields) openDetailsAround(field);
  const first = fields.find((field) => field !== null);
  (first?.querySelector('summary') ?? first)?.focus();
}

// The preview shows the page without its splash.
sessionStorage.setItem('splash', 'seen');

createRoot(document.getElementById('editor')!).render(<Editor />);
