import type { CollectionEntry } from 'astro:content';
import { useEffect, useRef, useState } from 'react';
import { MISSED_CALLS_LIMITS } from '@/constants';
import { dollars, figuresFrom, formula, monthlyRange, wholeNumber, type Figures } from '@/lib/missed-calls';
import { withErrorBoundary } from './ErrorBoundary.tsx';
import './MissedCalls.scss';

type Words = CollectionEntry<'home'>['data']['benefits']['calculator'];

const NAMES = ['missedCalls', 'jobsOfTen', 'averageJob'] as const;

function valueIn(fields: HTMLFieldSetElement | null, name: keyof Figures): string {
  const field = fields?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** What the visitor's missed calls are worth; an example until all three figures are given. Nothing is stored or sent. */
function MissedCalls({ legend, labels, example, exampleLabel, ownLabel, period, note, problem }: Words) {
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
    <div className="missed">
      <fieldset className="missed-fields" ref={fields} onInput={read}>
        {/* Text changed by a translation before hydration: without this React would render the fields anew, and empty. */}
        <legend suppressHydrationWarning>{legend}</legend>
        {NAMES.map((name) => {
          const most = MISSED_CALLS_LIMITS[name];
          const isWrong =
            Boolean(typed?.[name].trim()) && wholeNumber(typed?.[name] ?? '', most) === undefined;
          return (
            <div className="missed-field" key={name}>
              <label htmlFor={name} suppressHydrationWarning>
                {labels[name]}
              </label>
              <input
                id={name}
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
                placeholder={name === 'averageJob' ? dollars(example[name]) : String(example[name])}
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? `${name}-problem` : undefined}
              />
              {isWrong && (
                <p className="missed-problem" id={`${name}-problem`}>
                  {`${problem} ${most.toLocaleString('en-US')}.`}
                </p>
              )}
            </div>
          );
        })}
      </fieldset>
      <output className="missed-result">
        <span className="missed-mark" suppressHydrationWarning>
          {own ? ownLabel : exampleLabel}
        </span>{' '}
        <b className="missed-range" suppressHydrationWarning>{`${dollars(from)} – ${dollars(to)}`}</b>{' '}
        <span suppressHydrationWarning>{period}</span>
      </output>
      <p suppressHydrationWarning>{formula(figures)}</p>
      <p className="missed-note" suppressHydrationWarning>
        {note}
      </p>
    </div>
  );
}

export default withErrorBoundary(MissedCalls);
