import { useRef } from 'react';
import { Field, messagesAt, Messages, type FieldProps } from './Field.tsx';
import { blank, numbered, summary } from './shape.ts';

/** A list whose entries can be moved, and added or taken out where their number is free. */
export function ListField({ shape, path, label, value, required, mistakes, notes, onChange }: FieldProps) {
  const element = useRef<HTMLOListElement>(null);
  const list = value as unknown[];
  const { items = {}, minItems = 0, maxItems = Infinity } = shape;
  const put = (next: unknown[]) => onChange(numbered(next, items));

  function move(from: number, to: number): void {
    const next = [...list];
    next.splice(to, 0, ...next.splice(from, 1));
    put(next);
    // The focus goes with the entry that moves.
    const direction = to < from ? 'up' : 'down';
    requestAnimationFrame(() => {
      const entry = element.current?.children[to];
      const same = entry?.querySelector<HTMLButtonElement>(`:scope > .entry-tools [data-move=${direction}]`);
      const other = entry?.querySelector<HTMLButtonElement>(
        ':scope > .entry-tools [data-move]:not(:disabled)',
      );
      (same?.disabled ? other : same)?.focus();
    });
  }

  const entries = (
    <>
      <Messages lines={messagesAt(mistakes, path)} />
      {shape.description && <p className="help">{shape.description}</p>}
      <ol ref={element} className="entries">
        {list.map((entry, index) => {
          const name = summary(entry) || `Entry ${index + 1}`;
          const isTree = items.type === 'object' || items.type === 'array';
          const field = (
            <Field
              shape={items}
              path={[...path, index]}
              label={isTree ? '' : `${index + 1}`}
              value={entry}
              required
              mistakes={mistakes}
              notes={notes}
              onChange={(next) => put(list.with(index, next))}
            />
          );
          return (
            // Entries have no name of their own: the place is what they are known by.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="entry">
              {isTree ? (
                <details className="group">
                  <summary>
                    <span className="place">{index + 1}</span> {name}
                  </summary>
                  {field}
                </details>
              ) : (
                field
              )}
              <div className="entry-tools">
                <button
                  type="button"
                  className="quiet"
                  data-move="up"
                  disabled={index === 0}
                  aria-label={`Move up: ${name}`}
                  onClick={() => move(index, index - 1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  className="quiet"
                  data-move="down"
                  disabled={index === list.length - 1}
                  aria-label={`Move down: ${name}`}
                  onClick={() => move(index, index + 1)}
                >
                  ↓
                </button>
                {minItems < maxItems && (
                  <button
                    type="button"
                    className="quiet"
                    disabled={list.length <= minItems}
                    aria-label={`Take out: ${name}`}
                    onClick={() => put(list.toSpliced(index, 1))}
                  >
                    ×
                  </button>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {minItems < maxItems && list.length < maxItems && (
        <button type="button" className="quiet" onClick={() => put([...list, blank(items)])}>
          Add an entry
        </button>
      )}
      {!required && (
        <button type="button" className="quiet" onClick={() => onChange(undefined)}>
          Take out: {label}
        </button>
      )}
    </>
  );
  if (label === '') return entries;
  return (
    <details className="group" open={path.length > 1}>
      <summary>{label}</summary>
      {entries}
    </details>
  );
}
