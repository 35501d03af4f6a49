/** The fields of a content file, built from its JSON schema. */
import { button, h } from './browser.ts';
import { keyOf, type Path } from './merge.ts';
import { humanize, nameOf } from './names.ts';
import { convert } from './paste.ts';

/** What all fields of a form have in common. */
export interface Context {
  /** Changes the value at a path, and builds the form anew, unless the value `isTyped`: its field shows it already. */
  change: (path: Path, value: unknown, isTyped?: boolean) => void;
  /** The value at a path as it is now: what is typed does not build the form anew. */
  current: (path: Path) => unknown;
  /** The texts that the specification fixes, by `keyOf` their path. */
  fixed: Map<string, string>;
}

interface Field {
  /** JSON Schema. */
  schema: any;
  path: Path;
  value: any;
  label: string;
  isOptional?: boolean;
}

/** A field, or a group of fields; a section or an entry at the top of a form can be folded. */
export function buildField(context: Context, field: Field): Node {
  const { schema, path, value, label, isOptional } = field;
  const isList = schema.type === 'array';
  if (!isList && schema.type !== 'object') return buildText(context, field);
  if (value === undefined) {
    const add = () => {
      context.change(path, isList ? [] : {});
      // The new group has the id of this button, and with it the focus.
      document.getElementById(keyOf(path))?.closest('details')?.setAttribute('open', '');
    };
    return button(`Add: ${label}`, add, { id: keyOf(path) });
  }
  const remove = () => {
    context.change(path, undefined);
    focusFirst(path);
  };
  const isFolded = path.length <= 2; // The file, and the section in it.
  const id = keyOf(path);
  // What has the id takes the focus. It is not the `details`: with a tabindex of -1, Tab skips all that is in it.
  return h(
    isFolded ? 'details' : 'fieldset',
    isFolded ? {} : { id, tabIndex: -1 },
    // `value` is what the preview scrolls to while this has the focus, as it is in a field.
    isFolded ? h('summary', { id, value: nameOf(value) }, label) : label && h('legend', {}, label),
    buildNotes(context, field),
    ...(isList ? buildEntries(context, field) : buildFields(context, field)),
    isOptional && button(`Remove: ${label}`, remove, { id: keyOf([...path, 'remove']) }),
  );
}

/** Moves the focus to the first of these that the form has: what had it may be gone. */
function focusFirst(...paths: Path[]): void {
  const found = paths.map((path) => document.getElementById(keyOf(path))).find(Boolean);
  (found ?? document.getElementById('heading'))?.focus();
}

/** The fields of a group, as elements of the form. */
export const buildFields = (context: Context, { schema, path, value }: Field): Node[] =>
  Object.entries<Field['schema']>(schema.properties).map(([name, part]) => {
    const isOptional = !schema.required?.includes(name);
    const field = { schema: part, path: [...path, name], value: value[name], isOptional };
    return buildField(context, { ...field, label: humanize(name, part) });
  });

function buildEntries(context: Context, { schema, path, value }: Field): Node[] {
  const { items, minItems = 0, maxItems = Infinity } = schema;
  const entries: unknown[] = value;
  /** Changes the entries as they are now. */
  const change = (edit: (now: unknown[]) => unknown[]) =>
    context.change(path, edit(context.current(path) as unknown[]));
  const remove = (index: number) => {
    change((now) => now.toSpliced(index, 1));
    focusFirst([...path, index, '×'], [...path, index - 1, '×'], [...path, 'add']);
  };
  const all: Node[] = entries.map((entry, index) => {
    const label = `${index + 1}. ${nameOf(entry)}`;
    const tool = (sign: string, name: string, onclick: () => void) =>
      button(sign, onclick, { id: keyOf([...path, index, sign]), ariaLabel: `${name}: ${label}` });
    const mover = (sign: string, name: string, to: number) =>
      tool(sign, name, () => {
        if (!(to in entries)) return;
        change((now) => now.with(to, now[index]).with(index, now[to]));
        document.getElementById(keyOf([...path, to, sign]))?.focus();
      });
    return h(
      'div',
      { className: 'entry' },
      buildField(context, { schema: items, path: [...path, index], value: entry, label }),
      mover('↑', 'Move up', index - 1),
      mover('↓', 'Move down', index + 1),
      entries.length > minItems && tool('×', 'Remove', () => remove(index)),
    );
  });
  const add = () => {
    change((now) => [...now, items.type === 'object' ? {} : '']);
    focusFirst([...path, entries.length]);
  };
  return entries.length < maxItems ? [...all, button('Add one', add, { id: keyOf([...path, 'add']) })] : all;
}

/** What there is to know about a field, and a place for what does not fit, which `editor.ts` fills in. */
function buildNotes({ fixed }: Context, { schema, path, isOptional }: Field): Node {
  const words = fixed.get(keyOf(path));
  const notes = [
    isOptional && schema.type === 'string' && 'May stay empty',
    schema.description,
    words &&
      `Agreed word for word: “${words}”. Somebody has to agree first: ask whoever looks after the site`,
  ];
  const text = notes.filter(Boolean).map((note) => `${note}. `);
  const problem = h('strong', { id: `${keyOf(path)}-problem` });
  return h('p', { id: `${keyOf(path)}-notes` }, text.join(''), problem);
}

type Control = HTMLSelectElement | HTMLTextAreaElement | HTMLInputElement;

/** The element in which a field is typed or chosen, without its value. */
function buildControl({ schema, path, isOptional }: Field): Control {
  const id = keyOf(path);
  const choices: string[] | undefined =
    schema.type === 'boolean' ? ['true', 'false'] : schema.enum?.map(String);
  if (choices) return h('select', { id }, ...optionsOf(isOptional ? ['', ...choices] : choices));
  if (schema.type === 'string') return h('textarea', { id, rows: 1 });
  const input = h('input', { id, type: 'number', step: 'any' });
  // Scrolling over a focused number would change it.
  input.addEventListener('wheel', () => input.blur());
  return input;
}

/** What a control has, in the type of its field; undefined where that is empty, but for a text that must be there. */
function valueIn({ value }: Control, { schema, isOptional }: Field): unknown {
  const isText = schema.type === 'string';
  if (value === '' && (isOptional || !isText)) return undefined;
  if (isText) return value;
  return schema.type === 'boolean' ? value === 'true' : Number(value);
}

/** A field that is typed or chosen. Where the schema has `links`, the pages to link to, the text is Markdown. */
function buildText(context: Context, field: Field): Node {
  const { schema, path, value, label } = field;
  const { maxLength, links } = schema;
  const id = keyOf(path);
  const control = buildControl(field);
  const lost = h('output', { className: 'alert' });
  const onPaste = (event: ClipboardEvent) => {
    const [html, plain] = ['text/html', 'text/plain'].map((kind) => event.clipboardData!.getData(kind));
    const pasted = html ? convert(html, plain!, links !== undefined) : { text: plain!, lost: [] };
    event.preventDefault();
    // The text is put on one line before it arrives: Undo would not take back a change that is made afterwards.
    insert(links ? pasted.text : onOneLine(pasted.text));
    lost.textContent = pasted.lost.length > 0 ? `Not taken over: ${pasted.lost.join(', ')}.` : '';
  };
  // A text that is not Markdown stands on one line.
  const onBeforeInput = (event: InputEvent) => {
    if (!links && /LineBreak|Paragraph/.test(event.inputType)) event.preventDefault();
  };
  if (control instanceof HTMLTextAreaElement) {
    control.addEventListener('paste', onPaste);
    control.addEventListener('beforeinput', onBeforeInput);
  }
  control.setAttribute('aria-describedby', `${id}-notes`);
  control.value = String(value ?? '');
  // Its text is changed by `data`, not by `textContent`: `showState` of `editor.ts` says why.
  const count = document.createTextNode('');
  const showCount = () => {
    if (maxLength) count.data = `${control.value.trim().length} of ${maxLength}`;
  };
  showCount();
  control.addEventListener('input', () => {
    // A text that was dropped may have several lines.
    if (!links && control.value.includes('\n')) control.value = onOneLine(control.value);
    showCount();
    context.change(path, valueIn(control, field), true);
  });
  const tools = links && buildLinkTool(control as HTMLTextAreaElement, links);
  const title = h('label', { htmlFor: id }, label);
  const head = [title, h('small', {}, count), tools];
  return h('div', { className: 'field' }, ...head, control, buildNotes(context, field), lost);
}

/** Inserts a text into the focused field. `execCommand` is deprecated, but the only way that the browser can undo. */
const insert = (text: string) => document.execCommand('insertText', false, text);

const onOneLine = (text: string) =>
  text.replaceAll(/^[\r\n]+|[\r\n]+$/g, '').replaceAll(/\s*[\r\n]\s*/g, ' ');

const CHOICES: Partial<Record<string, string>> = { '/': 'Landing page', true: 'Yes', false: 'No' };

/** Choices by their names: pages and the landing page's sections by what the editor calls them. */
const optionsOf = (choices: string[]) =>
  choices.map((value) => h('option', { value }, CHOICES[value] ?? humanize(value.replace(/^\/#?/, ''))));

/** Makes the selected words a link. */
function buildLinkTool(box: HTMLTextAreaElement, links: string[]): Node {
  const other = h('option', { value: 'https://' }, 'Another site');
  const target = h('select', { ariaLabel: 'Where the link leads' }, ...optionsOf(links), other);
  const link = button('Link to', () => {
    box.focus();
    insert(`[${box.value.slice(box.selectionStart, box.selectionEnd) || 'words'}](${target.value})`);
  });
  const more = 'Also: **bold**, _italic_, and “- ” at the beginning of each line of a list.';
  return h('div', {}, link, target, h('small', {}, ` ${more}`));
}
