import { useId, type ReactNode } from 'react';
import type { Mistake } from '../build/content-mistakes.ts';
import { ListField } from './ListField.tsx';
import { MarkdownTools } from './MarkdownTools.tsx';
import { blank, inWords, type Shape } from './shape.ts';

/** From this length on a text gets a box of several lines. */
const LONG_TEXT = 60;

export interface FieldProps {
  shape: Shape;
  path: (string | number)[];
  label: string;
  value: unknown;
  required: boolean;
  mistakes: readonly Mistake[];
  notes: readonly Mistake[];
  /** Without a value the field is left out of the file. */
  onChange: (value: unknown) => void;
}

const isAt = (path: readonly unknown[]) => (mistake: Mistake) => mistake.path.join('/') === path.join('/');

/** The messages that belong to one field. */
export const messagesAt = (found: readonly Mistake[], path: readonly unknown[]) =>
  found.filter(isAt(path)).map(({ message }) => `${message.charAt(0).toUpperCase()}${message.slice(1)}`);

/** One field of a form, or a group or list of them, as its shape asks for it. */
export function Field(props: FieldProps) {
  const { shape, value, required, label, onChange } = props;
  const isTree = shape.type === 'object' || shape.type === 'array';
  if (isTree && !required && value === undefined)
    return (
      <button type="button" className="quiet" onClick={() => onChange(blank(shape))}>
        Add: {label}
      </button>
    );
  if (shape.type === 'object') return <Group {...props} />;
  if (shape.type === 'array') return <ListField {...props} />;
  if (shape.type === 'boolean') return <Choice {...props} />;
  if (shape.type === 'string' || shape.type === 'integer' || shape.type === 'number')
    return <Input {...props} />;
  return <p className="help">{label}: this part is changed in its file, by hand.</p>;
}

function Group({ shape, path, label, value, required, mistakes, notes, onChange }: FieldProps) {
  const words = value as Record<string, unknown>;
  const names = Object.entries(shape.properties ?? {}).filter(([, { position }]) => !position);
  const set = (name: string, next: unknown) => {
    const changed: Record<string, unknown> = { ...words, [name]: next };
    if (next === undefined) delete changed[name];
    onChange(changed);
  };
  const fields = names.map(([name, part]) => (
    <Field
      key={name}
      shape={part}
      path={[...path, name]}
      label={part.title ?? inWords(name)}
      value={words[name]}
      required={shape.required?.includes(name) ?? false}
      mistakes={mistakes}
      notes={notes}
      onChange={(next) => set(name, next)}
    />
  ));
  if (label === '') return <>{fields}</>;
  return (
    <details className="group" open={path.length > 1}>
      <summary>{label}</summary>
      <Messages lines={messagesAt(mistakes, path)} />
      {shape.description && <p className="help">{shape.description}</p>}
      {fields}
      {!required && (
        <button type="button" className="quiet" onClick={() => onChange(undefined)}>
          Take out: {label}
        </button>
      )}
    </details>
  );
}

function Choice({ shape, path, label, value, onChange, mistakes }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="choice">
        <input
          type="checkbox"
          checked={value === true}
          aria-describedby={id}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <div id={id}>
        {shape.description && <p className="help">{shape.description}</p>}
        <Messages lines={messagesAt(mistakes, path)} />
      </div>
    </div>
  );
}

function Input({ shape, path, label, value, required, mistakes, notes, onChange }: FieldProps) {
  const id = useId();
  const text = value === undefined || value === null ? '' : String(value);
  const wrong = messagesAt(mistakes, path);
  const length = text.trim().length;
  const tooLong = shape.maxLength !== undefined && length > shape.maxLength;
  const isNumber = shape.type !== 'string';
  const shared = {
    id,
    value: text,
    'aria-describedby': `${id}-about`,
    'aria-invalid': wrong.length > 0 || undefined,
    onChange: ({ target }: { target: { value: string } }) => {
      const next = target.value;
      if (isNumber) onChange(next === '' ? undefined : Number(next));
      else onChange(next === '' && !required ? undefined : next);
    },
  };
  let control: ReactNode;
  if (shape.enum)
    control = (
      <select {...shared}>
        {!required && <option value="">None</option>}
        {shape.enum.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  else if (isNumber)
    control = <input type="number" step="any" min={shape.minimum} max={shape.maximum} {...shared} />;
  else if ((shape.maxLength ?? 0) > LONG_TEXT) control = <textarea rows={1} data-find={text} {...shared} />;
  else control = <input type="text" data-find={text} {...shared} />;

  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {!required && <span className="optional"> (may stay empty)</span>}
      </label>
      {shape.format === 'markdown' && (
        <MarkdownTools field={id} links={shape.links ?? []} onChange={onChange} />
      )}
      {control}
      <div id={`${id}-about`} className="about">
        {shape.maxLength !== undefined && (
          <span className={tooLong ? 'count over' : 'count'}>
            {length} of {shape.maxLength}
          </span>
        )}
        {shape.description && <p className="help">{shape.description}</p>}
        <Messages lines={wrong} />
        {messagesAt(notes, path).map((line) => (
          <p key={line} className="note">
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}

/** The mistakes of one field, as the build words them. */
export function Messages({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <p key={line} className="wrong">
      {line}
    </p>
  ));
}
