/** How react-jsonschema-form renders a form: sections can be folded, texts have a counter and say what is fixed. */
import { createElement, Fragment, useState, type ClipboardEvent } from 'react';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  WidgetProps,
} from '@rjsf/utils';
import { helpId } from '@rjsf/utils';
import { humanize, nameOf } from './names.ts';
import { fromHtml } from './paste.ts';

const labelId = (id: string) => `${id}__label`;

function FieldTemplate({ id, schema, formData, required, onChange, registry, ...field }: FieldTemplateProps) {
  const [lost, setLost] = useState<string[]>([]);
  const { path } = field.fieldPathId;
  const index = path.at(-1);
  const isEntry = typeof index === 'number';
  const label = isEntry ? `${index + 1}. ${nameOf(formData)}` : humanize(field.label, path.at(-2));

  if (path.length === 0) return field.children;
  if (schema.type === 'object' || schema.type === 'array') {
    if (!required && formData === undefined)
      return (
        <button type="button" onClick={() => onChange(schema.type === 'array' ? [] : {}, path)}>
          Add: {label}
        </button>
      );
    const isSection = path.length === 1;
    const [Group, Label] = isSection ? (['details', 'summary'] as const) : (['fieldset', 'legend'] as const);
    return (
      <Group id={id}>
        {label && (
          <Label id={labelId(id)} data-text={nameOf(formData)}>
            {label}
          </Label>
        )}
        {field.errors}
        {field.description}
        {field.children}
        {!required && (
          <button type="button" onClick={() => onChange(undefined, path)}>
            Remove: {label}
          </button>
        )}
      </Group>
    );
  }

  const { maxLength } = schema;
  const length = String(formData ?? '').trim().length;
  const fixed: string | undefined = registry.formContext['fixed'][id];

  function paste(event: ClipboardEvent): void {
    const html = event.clipboardData.getData('text/html');
    if (!html || !event.target || !('value' in event.target)) return;
    event.preventDefault();
    const { text, lost: names } = fromHtml(html, schema.format === 'markdown');
    setLost(names);
    insert(text);
  }

  return (
    <div className="field" onPaste={paste}>
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
      {fixed && (
        <p className="muted">
          Agreed word for word: “{fixed}”. The site’s tests compare it, so change it only together with
          whoever looks after them.
        </p>
      )}
      {lost.length > 0 && <output className="alert">Not taken over: {lost.join(', ')}.</output>}
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
        Add one
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

/** Inserts a text into the focused field. Deprecated, but the only way that the browser can undo. */
const insert = (text: string) => document.execCommand('insertText', false, text);

type Links = readonly { link: string; title: string }[];

/** A text in Markdown, with buttons that insert its syntax around the selection, or at the caret. */
function MarkdownWidget(props: WidgetProps) {
  const { id, schema, registry } = props;
  const [isLinking, setIsLinking] = useState(false);
  const Textarea = registry.widgets['TextareaWidget']!;
  const links: Links = schema['links'];
  const marks: Record<string, (selected: string) => string> = {
    Bold: (words) => `**${words || 'bold'}**`,
    Italic: (words) => `_${words || 'italic'}_`,
    List: (words) => `\n\n${(words || 'first').replace(/^/gm, '- ')}\n`,
  };

  function write(mark: (selected: string) => string): void {
    const box = document.getElementById(id) as HTMLTextAreaElement;
    box.focus();
    insert(mark(box.value.slice(box.selectionStart, box.selectionEnd)));
  }

  return (
    <>
      <fieldset className="tools" aria-label="Marks">
        {Object.entries(marks).map(([name, mark]) => (
          <button key={name} type="button" onClick={() => write(mark)}>
            {name}
          </button>
        ))}
        <button type="button" aria-expanded={isLinking} onClick={() => setIsLinking(!isLinking)}>
          Link
        </button>
        {isLinking && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const address = String(new FormData(event.currentTarget).get('address')).trim();
              const page = links.find(({ title }) => title === address)?.link;
              setIsLinking(false);
              write((words) => `[${words || 'words'}](${page ?? address})`);
            }}
          >
            <label htmlFor={`${id}__link`}>Where to: a page of this site, or https://…</label>
            <input id={`${id}__link`} name="address" list={`${id}__links`} required />
            <datalist id={`${id}__links`}>
              {links.map(({ link, title }) => (
                <option key={link}>{title}</option>
              ))}
            </datalist>
            <button>Insert the link</button>
          </form>
        )}
      </fieldset>
      <Textarea {...props} />
    </>
  );
}

/** An icon, chosen by its picture. */
function IconWidget({ id, value, schema, onChange }: WidgetProps) {
  const drawings: Record<string, [string, object][]> = schema['drawings'];
  return (
    <fieldset id={id} className="tools icons" aria-labelledby={labelId(id)}>
      {Object.entries(drawings).map(([name, shapes]) => (
        <label key={name} title={humanize(name)}>
          <input
            type="radio"
            name={id}
            aria-label={humanize(name)}
            checked={name === value}
            onChange={() => onChange(name)}
          />
          <svg viewBox="0 0 24 24" aria-hidden="true">
            {shapes.map(([shape, attributes], index) => createElement(shape, { ...attributes, key: index }))}
          </svg>
        </label>
      ))}
    </fieldset>
  );
}

/** A page of this site, chosen by its name. */
const LinkWidget = ({ id, value, schema, onChange }: WidgetProps) => (
  <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
    {(schema['links'] as Links).map(({ link, title }) => (
      <option key={link} value={link}>
        {title}
      </option>
    ))}
  </select>
);

/** By the schema's `format`. */
export const widgets = { markdown: MarkdownWidget, icon: IconWidget, link: LinkWidget };
