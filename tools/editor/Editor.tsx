import { useEffect, useEffectEvent, useRef, useState } from 'react';
import Form from '@rjsf/core/lib/components/Form.js';
import { ErrorSchemaBuilder, type ValidatorType } from '@rjsf/utils';
import { createRoot } from 'react-dom/client';
import type { ContentError } from '../../src/copy/errors.ts';
import './editor.css';
import { Choice } from './Choice.tsx';
import { templates, widgets } from './fields.tsx';
import type { Form as LoadedForm, FormEntry, Saved } from './forms.ts';
import { normalizeContent } from '../../src/copy/normalize.ts';
import { differences, keyOf, merge, withValue, type Answers } from './merge.ts';
import { asText, inWords } from './names.ts';
import { fieldOf, openDetailsAround, Preview, showFocused } from './Preview.tsx';
import { Publication } from './Publication.tsx';
import { request } from './request.ts';

/** What is typed is written after a pause of this length. */
const PAUSE_MS = 500;

interface Draft {
  form: LoadedForm;
  /** What the changes of `value` refer to: the form as its files have it, but for fields that wait for a choice. */
  base: unknown;
  value: unknown;
  /** The value that was last sent. */
  sent?: unknown;
  errors: ContentError[];
  warnings: ContentError[];
  conflicts: Saved['conflicts'];
}

/** The server validates, with the site's own schemas. */
const validator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
  isValid: () => true,
};

const NONE = { errors: [], warnings: [], conflicts: [] };

/** Keeps what is not written yet over a reload. */
const kept = {
  read: (name: string) =>
    JSON.parse(localStorage.getItem(`draft:${name}`) ?? 'null') as Pick<Draft, 'base' | 'value'> | null,
  write: ({ form: { name }, base, value }: Draft) =>
    isSame(base, value)
      ? localStorage.removeItem(`draft:${name}`)
      : localStorage.setItem(`draft:${name}`, JSON.stringify({ base, value })),
};
/** But for what is cleaned when it is written, such as a space at the end. */
const isSame = (one: unknown, other: unknown) =>
  differences(normalizeContent(one), normalizeContent(other)).length === 0;

/** The list of forms, the form named in the URL, and the preview of its page. */
function Editor() {
  const [entries, setEntries] = useState<FormEntry[]>([]);
  const [draft, setDraft] = useState<Draft>();
  const [failure, setFailure] = useState('');
  const isWriting = useRef<Promise<void>>(undefined);
  const fail = (error: Error) => setFailure(error.message);

  async function load(name: string): Promise<void> {
    const form = await request<LoadedForm>(`forms/${name}`);
    setFailure('');
    setDraft({ ...NONE, base: form.value, value: form.value, ...kept.read(name), form });
  }

  async function write(): Promise<void> {
    await isWriting.current;
    if (!draft || draft.value === draft.sent || isSame(draft.value, draft.base)) return;
    const { form, base, value: sent } = draft;
    const saved = await request<Saved>(`forms/${form.name}`, 'PUT', { base, value: sent });
    setFailure('');
    setDraft((current) => {
      if (current?.form.name !== form.name) return current;
      // Keeps what was typed meanwhile.
      const { value } = merge(sent, current.value, saved.value, 'mine');
      const open = saved.conflicts.reduce<unknown>(
        (all, { path, base: was }) => withValue(all, path, was),
        saved.form.value,
      );
      const next: Draft = { ...saved, base: open, value, sent: current.value === sent ? value : sent };
      kept.write(next);
      return next;
    });
  }
  const writeNow = useEffectEvent(() => {
    isWriting.current = write().catch(fail);
  });

  function change(value: unknown): void {
    if (!draft) return;
    const next = { ...draft, value };
    kept.write(next);
    setDraft(next);
  }

  /** Takes one side of each field that was changed in the files, too. */
  function answer(answers: Answers): void {
    if (!draft) return;
    const chosen = draft.conflicts.reduce<Pick<Draft, 'base' | 'value'>>(
      ({ base, value }, { path, theirs }) => ({
        base: withValue(base, path, theirs),
        value: answers[keyOf(path)] === 'theirs' ? withValue(value, path, theirs) : value,
      }),
      draft,
    );
    setDraft({ ...draft, ...chosen, conflicts: [], sent: undefined });
  }

  const { form: wanted, field } = Object.fromEntries(new URLSearchParams(location.search));
  useEffect(() => {
    request<FormEntry[]>('forms')
      .then((list) => {
        setEntries(list);
        return load(wanted ?? list[0]!.name);
      })
      .catch(fail);
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const isLoaded = draft !== undefined;
  useEffect(() => {
    if (field) focusField(field);
    else if (wanted) document.querySelector('h1')?.focus();
  }, [isLoaded, wanted, field]);

  useEffect(() => {
    const timer = setTimeout(writeNow, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft?.value, draft?.base]);

  // Files may have been changed in another program: reload on return.
  const reload = useEffectEvent(() => {
    if (draft && isSame(draft.value, draft.base)) load(draft.form.name).catch(fail);
  });
  useEffect(() => {
    addEventListener('focus', reload);
    return () => removeEventListener('focus', reload);
  }, []);

  const errors = new ErrorSchemaBuilder();
  for (const { path, message } of draft?.errors ?? [])
    errors.addErrors(capitalize(message), path.map(String));
  const isUnwritten = draft && !isSame(draft.value, draft.sent ?? draft.base);

  return (
    <>
      <nav aria-label="Forms">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const { value } = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement;
            void write()
              .catch(fail)
              .then(() => location.assign(`?form=${value}`));
          }}
        >
          {entries.map(({ name, title }) => (
            <button key={name} value={name} aria-current={name === draft?.form.name || undefined}>
              {title}
            </button>
          ))}
        </form>
        <p className="muted">
          Words between braces, {'{brand}'} or {'{setupFee}'}, are filled in from the form “
          {entries[0]?.title}”.
        </p>
      </nav>
      <main onFocus={showFocused}>
        {failure && (
          <p className="alert" role="alert">
            {failure}
          </p>
        )}
        {draft && (
          <>
            <header>
              <h1 tabIndex={-1}>{draft.form.title}</h1>
              <output>
                {isUnwritten
                  ? 'Writing…'
                  : draft.errors.length > 0
                    ? `${draft.errors.length === 1 ? 'One text does' : `${draft.errors.length} texts do`} not fit yet`
                    : 'All on the page'}
              </output>
              <Publication before={write} after={() => load(draft.form.name)} unfit={draft.errors.length} />
            </header>
            {draft.conflicts.length > 0 && (
              <Choice
                lead="These texts were changed elsewhere while you were typing. Which shall stay?"
                conflicts={draft.conflicts.map(({ path, mine, theirs }) => ({
                  key: keyOf(path),
                  where: inWords(path, draft.value),
                  mine: asText(mine),
                  theirs: asText(theirs),
                }))}
                onAnswer={answer}
              />
            )}
            {[...draft.errors, ...draft.warnings].length > 0 && (
              <ul className="alert" aria-label="What does not fit">
                {[...draft.errors, ...draft.warnings].map(({ path, message, isUnknownField }) => (
                  <li key={path.join('/') + message}>
                    <button
                      type="button"
                      className="link"
                      onClick={() => focusField(['root', ...path].join('_'))}
                    >
                      {inWords(path, draft.value)}
                    </button>{' '}
                    {message}{' '}
                    {isUnknownField && (
                      <button type="button" onClick={() => change(withValue(draft.value, path, undefined))}>
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
              formContext={{
                fixed: Object.fromEntries(
                  draft.form.fixed.map(([path, text]) => [['root', ...path].join('_'), text]),
                ),
              }}
              extraErrors={errors.ErrorSchema}
              validator={validator}
              templates={templates}
              widgets={widgets}
              showErrorList={false}
              experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults' }}
              onChange={({ formData }) => change(formData)}
            >
              {/* Replaces the library's default submit button. */}
              <></>
            </Form>
          </>
        )}
      </main>
      {draft && <Preview form={draft.form} entries={entries} value={draft.value} onPick={focusField} />}
    </>
  );
}

const capitalize = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);

/** Opens every `<details>` around a field, and focuses it. */
function focusField(id: string): void {
  const field = fieldOf(id);
  openDetailsAround(field);
  (field?.querySelector('summary') ?? field)?.focus();
}

// The preview shows the page without its splash.
sessionStorage.setItem('splash', 'seen');

createRoot(document.getElementById('editor')!).render(<Editor />);
