import type { CollectionEntry } from 'astro:content';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { MISSED_CALLS_LIMITS } from '@/constants';
import { dollars, figuresFrom, formula, monthlyRange, readFigure, type Figures } from '@/lib/missed-calls';
import { withErrorBoundary } from './ErrorBoundary.tsx';
import './MissedCalls.scss';

type Calculator = NonNullable<CollectionEntry<'home'>['data']['benefits']['calculator']>;

interface Props extends Omit<Calculator, 'demoLabel'> {
  /** The button below the result. */
  children?: ReactNode;
}

const NAMES = ['missedCalls', 'jobsOfTen', 'averageJob'] as const;

function valueIn(fields: HTMLFieldSetElement | null, name: keyof Figures): string {
  const field = fields?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** What the visitor's missed calls are worth; an example until all three figures are given. Nothing is stored or sent. */
function MissedCalls({ legend, labels, example, children, ...words }: Props) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const [typed, setTyped] = useState<Record<keyof Figures, string>>();
  const read = () =>
    setTyped({
      missedCalls: valueIn(fields.current, 'missedCalls'),
      jobsOfTen: valueIn(fields.current, 'jobsOfTen'),
      averageJob: valueIn(fields.current, 'averageJob'),
    });
  // What was typed before hydration.
  useEffect(read, []);

  const own = typed && figuresFrom(typed);
  const figures = own ?? example;
  const { from, to } = monthlyRange(figures);
  return (
    <div className="missed" data-hour="noon">
      <fieldset className="missed-fields" ref={fields} onInput={read}>
        {/* Browser translation may change text before hydration: on a mismatch React rerenders the fields, emptied. */}
        <legend suppressHydrationWarning>{legend}</legend>
        {NAMES.map((name) => {
          const most = MISSED_CALLS_LIMITS[name];
          const isWrong =
            Boolean(typed?.[name].trim()) && readFigure(name, typed?.[name] ?? '') === undefined;
          return (
            <div className="missed-field" key={name}>
              {/* Wraps the field: Orca announces a separate label as clickable. */}
              <label>
                <span suppressHydrationWarning>{labels[name]}</span>
                <input
                  id={name}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={12}
                  placeholder={`${words.placeholderPrefix} ${name === 'averageJob' ? dollars(example[name]) : example[name]}`}
                  aria-invalid={isWrong || undefined}
                  aria-describedby={isWrong ? `${name}-problem` : undefined}
                />
              </label>
              {isWrong && (
                <p className="missed-problem" role="alert" id={`${name}-problem`}>
                  {`${words.problem} ${most.toLocaleString('en-US')}.`}
                </p>
              )}
            </div>
          );
        })}
      </fieldset>
      <output>
        {/* `key` replaces the element as a whole: a screen reader announces what is inserted, not the figure alone. */}
        <span className="missed-result" key={to}>
          <span className="missed-label" suppressHydrationWarning>
            {own ? words.ownLabel : words.exampleLabel}
          </span>{' '}
          <b className="missed-range">
            <span suppressHydrationWarning>{`${dollars(from)} – ${dollars(to)}`}</span>{' '}
            <span suppressHydrationWarning>{words.period}</span>
          </b>
        </span>
      </output>
      {children}
      <details className="missed-how">
        <summary suppressHydrationWarning>{words.how}</summary>
        <p suppressHydrationWarning>{words.note}</p>
        <p suppressHydrationWarning>{formula(figures)}</p>
      </details>
    </div>
  );
}

export default withErrorBoundary(MissedCalls);
