/** How react-jsonschema-form renders a form: groups and lists can be folded, and texts have a counter. */
import { Fragment, useState } from 'react';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  WidgetProps,
} from '@rjsf/utils';
import { helpId } from '@rjsf/utils';
import { humanize, nameOf } from './names.ts';

const labelId = (id: string) => `${id}__label`;

function FieldTemplate({ id, schema, formData, required, onChange, ...field }: FieldTemplateProps) {
  const { path } = field.fieldPathId;
  const index = path.at(-1);
  const isEntry = typeof index === 'number';
  const label = isEntry ? `${index + 1}. ${nameOf(formData)}` : humanize(field.label);
  // Closed at first are the required groups of the form itself, which are its table of contents, and entries with a name.
  const [isOpenAtFirst] = useState(isEntry ? nameOf(formData) === '' : path.length > 1 || !required);

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
      <details id={id} open={isOpenAtFirst}>
        <summary id={labelId(id)}>{label}</summary>
        {field.errors}
        {field.description}
        {field.children}
        {!required && (
          <button type="button" onClick={() => onChange(undefined, path)}>
            Remove: {label}
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
          {!required && <span className="muted"> (may stay empty)</span>}
        </label>
      )}
      {field.children}
      {maxLength !== undefined && (
        <p id={helpId(id)} className={length > maxLength ? 'error-detail' : 'muted'}>
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

const ArrayFieldTemplate = ({ items, schema, canAdd, onAddClick }: ArrayFieldTemplateProps) => (
  <>
    <ol className={items.length > (schema.minItems ?? 0) ? undefined : 'at-min-length'}>{items}</ol>
    {canAdd && (
      <button type="button" onClick={onAddClick}>
        Add an entry
      </button>
    )}
  </>
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
        {tool('Remove:', '×', true, () => buttonsProps.onRemoveItem())}
      </div>
    </li>
  );
}

export const templates = { FieldTemplate, ObjectFieldTemplate, ArrayFieldTemplate, ArrayFieldItemTemplate };

/** A text in Markdown, with buttons that insert its syntax around the selection, or at the caret. */
function MarkdownWidget(props: WidgetProps) {
  const { id, schema, registry } = props;
  const Textarea = registry.widgets['TextareaWidget']!;
  const links: readonly string[] = schema['links'];
  const marks: Record<string, (selected: string) => string> = {
    Bold: (words) => `**${words || 'bold'}**`,
    Italic: (words) => `_${words || 'italic'}_`,
    List: (words) => `\n\n${(words || 'first').replace(/^/gm, '- ')}\n`,
    Link: (words) => {
      const address = prompt(
        `To https://…, to mailto:…, to tel:…, or to a page of this site: ${links.join('  ')}`,
      );
      return address ? `[${words || 'words'}](${address.trim()})` : words;
    },
  };

  function write(mark: (selected: string) => string): void {
    const box = document.getElementById(id) as HTMLTextAreaElement;
    box.focus();
    // Deprecated, but the only way to insert text that the browser can undo.
    document.execCommand('insertText', false, mark(box.value.slice(box.selectionStart, box.selectionEnd)));
  }

  return (
    <>
      <fieldset aria-label="Marks">
        {Object.entries(marks).map(([name, mark]) => (
          <button key={name} type="button" onClick={() => write(mark)}>
            {name}
          </button>
        ))}
      </fieldset>
      <Textarea {...props} />
    </>
  );
}

/** By the schema's `format`. */
export const widgets = { markdown: MarkdownWidget };
