/** How react-jsonschema-form renders the fields of a form: as groups that unfold, lists, and labeled controls. */
import { createContext, Fragment, use, type ChangeEvent, type MouseEvent } from 'react';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  WidgetProps,
} from '@rjsf/utils';
import { getInputProps } from '@rjsf/utils';
import { MarkdownTools } from './MarkdownTools.tsx';
import { inWords, nameOf } from './names.ts';

/** From this length on, in characters, a text gets a box of several lines. */
const LONG_TEXT = 60;

/** Text below a field, which describes its control: length, purpose and errors. */
const aboutId = (id: string) => `${id}__about`;
const nameId = (id: string) => `${id}__name`;

function FieldTemplate(props: FieldTemplateProps) {
  const { id, schema, fieldPathId, formData, required, rawErrors = [], rawDescription, children } = props;
  const { path } = fieldPathId;
  const index = typeof path.at(-1) === 'number' ? Number(path.at(-1)) + 1 : undefined;
  const label = index === undefined ? (schema.title ?? inWords(props.label)) : String(index);
  const errors = rawErrors.map((message) => (
    <p key={message} className="error">
      {message}
    </p>
  ));
  // The server sets it.
  if (schema['position']) return null;

  if (schema.type === 'object' || schema.type === 'array') {
    if (path.length === 0) return [errors, children];
    if (!required && formData === undefined)
      return (
        <button type="button" onClick={() => props.onChange(schema.type === 'array' ? [] : {}, path)}>
          Add: {label}
        </button>
      );
    return (
      <details id={id} open={path.length > 1 && index === undefined}>
        <summary>
          {index !== undefined && <span className="quiet">{index} </span>}
          <span id={nameId(id)}>{index === undefined ? label : nameOf(formData) || 'New entry'}</span>
        </summary>
        {errors}
        {rawDescription && <p className="quiet">{rawDescription}</p>}
        {children}
        {!required && (
          <button type="button" onClick={() => props.onChange(undefined, path)}>
            Take out: {label}
          </button>
        )}
      </details>
    );
  }

  const length = typeof formData === 'string' ? formData.trim().length : 0;
  return (
    <div className="field">
      <label htmlFor={id} id={nameId(id)}>
        {label}
        {!required && <span className="quiet"> (may stay empty)</span>}
      </label>
      {children}
      <div id={aboutId(id)}>
        {schema.maxLength !== undefined && (
          <p className={length > schema.maxLength ? 'count error' : 'count quiet'}>
            {length} of {schema.maxLength}
          </p>
        )}
        {rawDescription && <p className="quiet">{rawDescription}</p>}
        {errors}
      </div>
    </div>
  );
}

const ObjectFieldTemplate = ({ properties }: ObjectFieldTemplateProps) =>
  properties.map(({ name, content }) => <Fragment key={name}>{content}</Fragment>);

/** Whether the list has an entry more than it needs. */
const CanTakeOut = createContext(false);

const ArrayFieldTemplate = ({ items, schema, canAdd, onAddClick }: ArrayFieldTemplateProps) => (
  <CanTakeOut value={items.length > (schema.minItems ?? 0)}>
    <ol>{items}</ol>
    {canAdd && (
      <button type="button" onClick={onAddClick}>
        Add an entry
      </button>
    )}
  </CanTakeOut>
);

/** An entry of a list, and the buttons that move it or take it out, each named after the entry. */
function ArrayFieldItemTemplate({ children, buttonsProps }: ArrayFieldItemTemplateProps) {
  const canTakeOut = use(CanTakeOut);
  const { $id: id } = buttonsProps.fieldPathId;
  const tools: [name: string, sign: string, press: (event: MouseEvent) => void, isEnabled: boolean][] = [
    ['Move up:', '↑', buttonsProps.onMoveUpItem, buttonsProps.hasMoveUp],
    ['Move down:', '↓', buttonsProps.onMoveDownItem, buttonsProps.hasMoveDown],
  ];
  if (canTakeOut) tools.push(['Take out:', '×', buttonsProps.onRemoveItem, true]);
  return (
    <li>
      {children}
      <div className="tools">
        {tools.map(([name, sign, press, isEnabled]) => (
          <button
            key={sign}
            type="button"
            id={id + sign}
            aria-label={name}
            aria-labelledby={`${id}${sign} ${nameId(id)}`}
            disabled={!isEnabled}
            onClick={(event) => {
              press(event);
              keepFocus(event.currentTarget);
            }}
          >
            {sign}
          </button>
        ))}
      </div>
    </li>
  );
}

/** Brings the focus back, which the library takes from a button that was pressed: it moves with its entry. */
function keepFocus(button: HTMLButtonElement): void {
  const tools = button.parentElement;
  const list = button.closest('details')?.querySelector('summary');
  requestAnimationFrame(() => {
    const other = button.disabled ? tools?.querySelector<HTMLElement>('button:enabled') : button;
    (button.isConnected ? other : list)?.focus();
  });
}

/** A text, number, choice, or yes and no. */
function Control({ id, type, schema, value, required, options, rawErrors, onChange, onFocus }: WidgetProps) {
  const shared = {
    id,
    value: value ?? '',
    'aria-describedby': aboutId(id),
    'aria-invalid': rawErrors !== undefined && rawErrors.length > 0,
    onFocus: () => onFocus(id, value),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      onChange(target.value === '' && !required ? undefined : target.value),
  };
  if (schema.type === 'boolean')
    return (
      <input
        {...shared}
        type="checkbox"
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
      />
    );
  if (schema.enum)
    return (
      <select {...shared}>
        {(!required || value === undefined) && <option value="">None</option>}
        {schema.enum.map((choice) => (
          <option key={String(choice)}>{String(choice)}</option>
        ))}
      </select>
    );
  if ((schema.maxLength ?? 0) > LONG_TEXT) return <textarea rows={1} {...shared} />;
  return <input {...getInputProps(schema, type, options)} {...shared} />;
}

const MarkdownControl = (props: WidgetProps) => (
  <>
    <MarkdownTools field={props.id} pages={props.schema['pages']} onChange={props.onChange} />
    <Control {...props} />
  </>
);

export const templates = {
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  BaseInputTemplate: Control,
};

/** `markdown` is a format of texts in `src/content.config.ts`. */
export const widgets = { CheckboxWidget: Control, SelectWidget: Control, markdown: MarkdownControl };
