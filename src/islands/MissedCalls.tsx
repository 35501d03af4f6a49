import type { CollectionEntry } from 'astro:content';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { MISSED_CALLS_LIMITS } from '@/constants';
import { dollars, figuresFrom, formula, monthlyRange, wholeNumber, type Figures } from '@/lib/missed-calls';
import { withErrorBoundary } from './ErrorBoundary.tsx';
import './MissedCalls.scss';

type Calculator = CollectionEntry<'home'>['data']['benefits']['calculator'];

interface Props extends Omit<Calculator, 'demoLabel'> {
  /** Below the result: the button that its sum asks for. */
  children?: ReactNode;
}

const NAMES = ['missedCalls', 'jobsOfTen', 'averageJob'] as const;

/** What a visitor's own missed calls may be worth; an example until all three figures are given. Nothing is stored or sent. */
function MissedCalls({ legend, labels, example, children, ...words }: Props) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const [typed, setTyped] = useState<Record<keyof Figures, string>>();
  const read = () => {
    const values = [...(fields.current?.querySelectorAll('input') ?? [])].map(({ value }) => value);
    setTyped({ missedCalls: values[0] ?? '', jobsOfTen: values[1] ?? '', averageJob: values[2] ?? '' });
  };
  // What was typed before hydration.
  useEffect(read, []);

  const own = typed && figuresFrom(typed);
  const figures = own ?? example;
  const { from, to } = monthlyRange(figures);
  return (
    <div className="missed" data-hour="noon">
      <fieldset className="missed-fields" ref={fields} onInput={read}>
        {/* A page translated before hydration must not be rendered anew: that would lose what was typed. */}
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
                placeholder={`${words.exampleMark} ${name === 'averageJob' ? dollars(example[name]) : example[name]}`}
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? `${name}-problem` : undefined}
              />
              {isWrong && (
                <p className="missed-problem" id={`${name}-problem`}>
                  {`${words.problem} ${most.toLocaleString('en-US')}.`}
                </p>
              )}
            </div>
          );
        })}
      </fieldset>
      <output className="missed-result">
        <span className="missed-mark" suppressHydrationWarning>
          {own ? words.ownLabel : words.exampleLabel}
        </span>{' '}
        <b className="missed-range" suppressHydrationWarning>
          {`${dollars(from)} – ${dollars(to)} `}
          <span>{words.period}</span>
        </b>
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
