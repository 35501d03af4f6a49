/** How react-jsonschema-form renders the fields of a form: as collapsible groups, lists and labeled controls. */
import { createContext, Fragment, use, useState, type ChangeEvent } from 'react';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  BaseInputTemplateProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
} from '@rjsf/utils';
import { ariaDescribedByIds, getInputProps, helpId } from '@rjsf/utils';
import { MarkdownTools } from './MarkdownTools.tsx';
import { inWords, nameOf } from './names.ts';

/** From this maximum length on, in characters, a text has a textarea. */
const LONG_TEXT = 60;

const labelId = (id: string) => `${id}__label`;

function FieldTemplate({
  id,
  schema,
  fieldPathId,
  formData,
  required,
  onChange,
  ...field
}: FieldTemplateProps) {
  const { path } = fieldPathId;
  const index = path.at(-1);
  const isEntry = typeof index === 'number';
  const label = isEntry ? `${index + 1}. ${nameOf(formData)}` : inWords(field.label);
  const [isOpen] = useState(isEntry ? nameOf(formData) === '' : path.length > 1 || !required);
  // The server numbers the entries of a list.
  if (schema['position']) return null;

  if (path.length === 0)
    return (
      <>
        {field.errors}
        {field.children}
      </>
    );
  if (schema.type === 'object' || schema.type === 'array') {
    if (!required && formData === undefined)
      return (
        <button type="button" onClick={() => onChange(schema.type === 'array' ? [] : {}, path)}>
          Add: {label}
        </button>
      );
    return (
      <details id={id} open={isOpen}>
        <summary id={labelId(id)}>{label}</summary>
        {field.errors}
        {field.description}
        {field.children}
        {!required && (
          <button type="button" onClick={() => onChange(undefined, path)}>
            Take out: {label}
          </button>
        )}
      </details>
    );
  }

  const { maxLength } = schema;
  const length = String(formData ?? '').trim().length;
  return (
    <div className="field">
      {field.displayLabel && (
        <label htmlFor={id} id={labelId(id)}>
          {label}
          {!required && <span className="quiet"> (may stay empty)</span>}
        </label>
      )}
      {schema.format === 'markdown' && (
        <MarkdownTools field={id} links={schema['links']} onChange={(text) => onChange(text, path)} />
      )}
      {field.children}
      {maxLength !== undefined && (
        <p id={helpId(id)} className={length > maxLength ? 'error-detail' : 'quiet'}>
          {length} of {maxLength}
        </p>
      )}
      {field.displayLabel && field.description}
      {field.errors}
    </div>
  );
}

const ObjectFieldTemplate = ({ properties }: ObjectFieldTemplateProps) =>
  properties.map(({ name, content }) => <Fragment key={name}>{content}</Fragment>);

/** Whether a list has more entries than it needs. */
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

/** An entry of a list, and the buttons that move or remove it, whose accessible names contain the entry's. */
function ArrayFieldItemTemplate({ children, buttonsProps }: ArrayFieldItemTemplateProps) {
  const { $id: id } = buttonsProps.fieldPathId;
  const tool = (name: string, sign: string, isEnabled: boolean, press: () => void) => (
    <button
      type="button"
      id={id + sign}
      aria-label={name}
      aria-labelledby={`${id}${sign} ${labelId(id)}`}
      // `disabled` would lose the focus at the end of the list.
      aria-disabled={!isEnabled}
      onClick={() => isEnabled && press()}
    >
      {sign}
    </button>
  );
  return (
    <li>
      {children}
      <div>
        {tool('Move up:', '↑', buttonsProps.hasMoveUp, () => buttonsProps.onMoveUpItem())}
        {tool('Move down:', '↓', buttonsProps.hasMoveDown, () => buttonsProps.onMoveDownItem())}
        {use(CanTakeOut) && tool('Take out:', '×', true, () => buttonsProps.onRemoveItem())}
      </div>
    </li>
  );
}

/** A text or a number. */
function BaseInputTemplate(props: BaseInputTemplateProps) {
  const { id, type, schema, value, required, options, rawErrors, onChange, onFocus } = props;
  const shared = {
    id,
    value: value ?? '',
    'aria-describedby': ariaDescribedByIds(id),
    'aria-invalid': rawErrors !== undefined && rawErrors.length > 0,
    onFocus: () => onFocus(id, value),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(target.value === '' && !required ? undefined : target.value),
  };
  if ((schema.maxLength ?? 0) > LONG_TEXT) return <textarea rows={1} {...shared} />;
  return <input {...getInputProps(schema, type, options)} {...shared} />;
}

export const templates = {
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  BaseInputTemplate,
};
