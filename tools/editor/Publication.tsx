import { useRef, useState } from 'react';
import { Choice } from './Choice.tsx';
import type { Answers } from './merge.ts';
import type { Kind, Outcome, Preview } from './publish.ts';
import { request } from './request.ts';

interface Props {
  /** Writes what is typed. */
  before: () => Promise<void>;
  /** Reads what publishing has changed in the files. */
  after: () => Promise<void>;
  /** How many texts are not written, as they do not fit. */
  unfit: number;
}

const WORDS = {
  publish: {
    title: 'Publish',
    none: 'Nothing differs from what is published.',
    lead: 'These changes will be published:',
    done: 'Published. The site shows it as soon as it is built again, mostly within minutes.',
  },
  takeBack: {
    title: 'Take back',
    none: 'The last publication is taken back already.',
    lead: 'These texts will be again what they were:',
    done: 'Taken back. The site shows it as soon as it is built again, mostly within minutes.',
  },
};

/** The button, and the dialog that shows what would be published, and what came of it. */
export function Publication({ before, after, unfit }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [kind, setKind] = useState<Kind>('publish');
  const [step, setStep] = useState<Outcome | { failure: string } | undefined>();
  const [answers, setAnswers] = useState<Answers>({});
  const { title, none, lead, done } = WORDS[kind];

  async function ask(asked: Kind, body: { answers?: Answers; version?: string } = {}): Promise<void> {
    setKind(asked);
    setStep(undefined);
    setAnswers(body.answers ?? {});
    dialog.current?.querySelector('h2')?.focus();
    try {
      await before();
      setStep(await request<Outcome>(`publication/${asked}`, 'POST', body));
      await after();
    } catch (error) {
      setStep({ failure: (error as Error).message });
    }
  }

  function open(): void {
    dialog.current?.showModal();
    void ask('publish');
  }

  const preview = step && 'changes' in step ? step : undefined;
  return (
    <>
      <button type="button" className="main" onClick={open}>
        Publish
      </button>
      <dialog ref={dialog} aria-labelledby="publication">
        <h2 id="publication" tabIndex={-1}>
          {title}
        </h2>
        <div aria-live="polite">
          {!step && <p>Looking at what is published…</p>}
          {step && 'failure' in step && (
            <div className="alert">
              <p className="text">{step.failure}</p>
              <p>Nothing is lost: your texts are in this folder, and on the page beside the form.</p>
            </div>
          )}
          {step && 'status' in step && (
            <p className="done">
              {step.status === 'published' ? (
                done
              ) : (
                <>
                  The branch is protected: somebody has to agree first. Your texts are proposed on the branch{' '}
                  {step.branch}.{' '}
                  {step.address ? (
                    <a href={step.address} target="_blank" rel="noreferrer">
                      Ask for them to be published (opens in a new tab)
                    </a>
                  ) : (
                    'Ask whoever looks after the site to publish it.'
                  )}
                </>
              )}
            </p>
          )}
          {preview && preview.conflicts.length > 0 && (
            <Choice
              lead="Somebody else has published other words for these texts. Which shall be published?"
              conflicts={preview.conflicts}
              onAnswer={(given) => void ask(kind, { answers: { ...answers, ...given } })}
            />
          )}
          {preview?.conflicts.length === 0 && <p>{preview.changes.length > 0 ? lead : none}</p>}
        </div>
        {preview && (
          <>
            <Changes changes={preview.changes} />
            {[
              ...preview.notes,
              ...(unfit > 0 ? ['Texts that do not fit yet stay in the form and are not published.'] : []),
            ].map((note) => (
              <p key={note} className="alert">
                {note}
              </p>
            ))}
            {preview.changes.length > 0 && preview.conflicts.length === 0 && (
              <button
                type="button"
                className="main"
                onClick={() => void ask(kind, { answers, version: preview.version })}
              >
                {kind === 'publish' ? 'Publish now' : 'Take back now'}
              </button>
            )}
            {kind === 'publish' && preview.last && (
              <p className="muted">
                Last published: “{preview.last.subject}” by {preview.last.by}, {preview.last.day}.{' '}
                <button type="button" onClick={() => void ask('takeBack')}>
                  Take it back…
                </button>
              </p>
            )}
          </>
        )}
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
    </>
  );
}

const Changes = ({ changes }: Pick<Preview, 'changes'>) => (
  <ul>
    {changes.map(({ where, before, after }) => (
      <li key={where}>
        <b>{where}</b>
        <dl>
          <dt>Before</dt>
          <dd className="text">{before}</dd>
          <dt>After</dt>
          <dd className="text">{after}</dd>
        </dl>
      </li>
    ))}
  </ul>
);
