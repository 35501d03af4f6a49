import { useCallback, useEffect, useRef, useState } from 'react';
import type { Mistake } from '../build/content-mistakes.ts';
import { changesBetween, merge } from './changes.ts';
import { Field } from './Field.tsx';
import type { Form, FormEntry } from './forms.ts';
import { Preview } from './Preview.tsx';
import { fetchForm, fetchForms, sendForm } from './requests.ts';
import { inWords } from './shape.ts';

/** A form as it is being changed. */
interface Draft {
  /** What the files said when the form was loaded or last saved. */
  form: Form;
  value: unknown;
  status: 'idle' | 'saving' | 'saved' | 'refused' | 'outdated';
  mistakes: Mistake[];
  notes: Mistake[];
  /** What the files say by now, when somebody else has changed them. */
  theirs?: Form;
}

const fresh = (form: Form): Draft => ({ form, value: form.value, status: 'idle', mistakes: [], notes: [] });
const isChanged = ({ form, value }: Draft) => changesBetween(form.value, value).length > 0;

/** The list of forms, the chosen one, and the page beside it. */
export function Desk() {
  const [entries, setEntries] = useState<FormEntry[]>([]);
  const [place, setPlace] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [drafts, setDrafts] = useState<Record<string, Draft>>({});
  const [fault, setFault] = useState('');
  const [find, setFind] = useState('');
  const draft = drafts[place];

  const put = useCallback((changed: Draft) => {
    setDrafts((all) => ({ ...all, [changed.form.place]: changed }));
  }, []);

  // When each form was last saved, in milliseconds since the desk was opened.
  const savedAt = useRef<Record<string, number>>({});

  const load = useCallback((wanted: string) => {
    const askedAt = performance.now();
    return fetchForm(wanted).then(
      (form) => {
        setFault('');
        // Asked before the form was saved, it may say what was there before.
        if ((savedAt.current[wanted] ?? 0) > askedAt) return;
        // What was typed meanwhile stays; what nobody has touched is as new as its file.
        setDrafts((all) => {
          const held = all[wanted];
          return held && isChanged(held)
            ? all
            : { ...all, [wanted]: { ...fresh(form), notes: held?.notes ?? [] } };
        });
      },
      (error: Error) => setFault(error.message),
    );
  }, []);

  useEffect(() => {
    fetchForms().then(
      (list) => {
        setEntries(list);
        setPlace((chosen) =>
          list.some((entry) => entry.place === chosen) ? chosen : (list[0]?.place ?? ''),
        );
      },
      (error: Error) => setFault(error.message),
    );
  }, []);

  useEffect(() => {
    if (!place) return undefined;
    history.replaceState(null, '', `#${place}`);
    const again = () => void load(place);
    again();
    addEventListener('focus', again);
    return () => removeEventListener('focus', again);
  }, [place, load]);

  const unsaved = Object.values(drafts).some(isChanged);
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);

  async function save(base: Draft): Promise<void> {
    if (base.status === 'saving' || !isChanged(base)) return;
    put({ ...base, status: 'saving' });
    const settle = (settled: Draft) =>
      setDrafts((all) => {
        // What was typed while the files were written stays.
        const typed = all[base.form.place]?.value;
        const value = typed === base.value ? settled.value : typed;
        return { ...all, [base.form.place]: { ...settled, value } };
      });
    try {
      const saved = await sendForm(base.form, base.value);
      if (saved.outcome === 'saved') savedAt.current[base.form.place] = performance.now();
      setFault('');
      if (saved.outcome === 'saved') settle({ ...fresh(saved.form), status: 'saved', notes: saved.notes });
      else if (saved.outcome === 'refused')
        settle({ ...base, status: 'refused', mistakes: saved.mistakes, notes: [] });
      else settle({ ...base, status: 'outdated', theirs: saved.form });
    } catch (error) {
      settle({ ...base, status: 'idle' });
      setFault((error as Error).message);
    }
  }

  return (
    <div className="desk">
      <nav aria-label="Forms">
        <p className="name">The desk</p>
        <ul>
          {entries.map((entry) => (
            <li key={entry.place}>
              <button
                type="button"
                aria-current={entry.place === place || undefined}
                onClick={() => setPlace(entry.place)}
              >
                {entry.title}
                {drafts[entry.place] && isChanged(drafts[entry.place]!) && (
                  <span className="unsaved"> · not saved</span>
                )}
              </button>
            </li>
          ))}
        </ul>
        <p className="help">
          Words between braces are filled in from {entries[0]?.title.toLowerCase()}: {'{brand}'}, {'{email}'}{' '}
          and others.
        </p>
      </nav>
      <main
        onFocus={({ target }) => {
          if (target instanceof HTMLElement && target.dataset['find'] !== undefined)
            setFind(target.dataset['find']);
        }}
      >
        {fault && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
        {draft && <DraftForm draft={draft} put={put} save={() => void save(draft)} />}
      </main>
      {draft && <Preview page={draft.form.page} find={find} />}
    </div>
  );
}

interface DraftFormProps {
  draft: Draft;
  put: (draft: Draft) => void;
  save: () => void;
}

/** Has Ctrl-S, or Cmd-S, save instead of the browser's own saving of the page. */
function useSaveKey(save: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      save();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [save]);
}

function DraftForm({ draft, put, save }: DraftFormProps) {
  const { form, value, status, mistakes, notes, theirs } = draft;
  const changed = isChanged(draft);
  const both = theirs && merge(form.value, value, theirs.value);
  const element = useRef<HTMLDivElement>(null);
  useSaveKey(save);

  useEffect(() => {
    if (mistakes.length === 0) return;
    const wrong = [...(element.current?.querySelectorAll<HTMLElement>('.wrong, [aria-invalid]') ?? [])];
    for (const near of wrong)
      for (
        let group = near.closest('details');
        group;
        group = group.parentElement?.closest('details') ?? null
      )
        group.open = true;
    wrong.find((near) => near.hasAttribute('aria-invalid'))?.focus();
  }, [mistakes]);

  return (
    <div ref={element}>
      <header className="bar">
        <div>
          <h1>{form.title}</h1>
          <p className="help">src/content/{form.place}</p>
        </div>
        <output className="status">
          {status === 'saving' && 'Saving…'}
          {status === 'refused' && 'Not saved: see what is marked'}
          {status === 'saved' && !changed && 'Saved'}
          {(status === 'saved' || status === 'idle') && changed && 'Not saved yet'}
        </output>
        <button type="button" className="save" disabled={!changed || status === 'saving'} onClick={save}>
          Save
        </button>
      </header>
      {status === 'outdated' && theirs && (
        <div className="fault" role="alert">
          <p>
            This was changed elsewhere since you opened it. Nothing is saved yet, and your words are still
            here.
          </p>
          {both === undefined ? (
            <p>
              An entry that you changed was changed or moved elsewhere, too. Copy your words before you drop
              them here.
            </p>
          ) : (
            <button type="button" className="quiet" onClick={() => put({ ...fresh(theirs), value: both })}>
              Keep both: put my changes on top
            </button>
          )}
          <button type="button" className="quiet" onClick={() => put(fresh(theirs))}>
            Drop my changes and show what is there now
          </button>
        </div>
      )}
      {changed && mistakes.length > 0 && (
        <ul className="fault" aria-label="What to mend">
          {mistakes.map(({ path, message }) => (
            <li key={path.join('/') + message}>
              {path
                .map((step) => (typeof step === 'number' ? `entry ${step + 1}` : inWords(String(step))))
                .join(' → ')}{' '}
              {message}
            </li>
          ))}
        </ul>
      )}
      <Field
        key={form.place}
        shape={form.schema}
        path={[]}
        label=""
        value={value}
        required
        mistakes={mistakes}
        notes={notes}
        onChange={(next) => put({ ...draft, value: next, status: status === 'saving' ? 'saving' : 'idle' })}
      />
    </div>
  );
}
