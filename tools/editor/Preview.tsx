import { useState } from 'react';
import type { Form, FormEntry } from './forms.ts';
import type { Path } from './merge.ts';
import { request } from './request.ts';

interface Props {
  form: Form;
  entries: FormEntry[];
  value: unknown;
  onPick: (id: string) => void;
}

/** The page whose content the form edits. The development server reloads it after each change. */
export function Preview({ form: { name, page }, entries, value, onPick }: Props) {
  const [isPhone, setIsPhone] = useState(false);

  /** Goes to the field of a text that is clicked in the page, which may be in another form. */
  async function pick(event: MouseEvent): Promise<void> {
    const target = event.target as HTMLElement;
    // A link would show another page than the form's.
    if (target.closest('a')) event.preventDefault();
    const clicked = plain(target.textContent);
    const find = (fields: unknown) => {
      const found = leaves(fields).filter(([, text]) => clicked.includes(longestRun(text) || '\n'));
      const [path, text = ''] = found.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
      // Not a short text that is part of a longer one.
      return text.length * 2 > clicked.length && path ? ['root', ...path].join('_') : undefined;
    };
    const here = find(value);
    if (here) return onPick(here);
    for (const { name: other } of entries.filter((entry) => entry.name !== name)) {
      const there = find((await request<Form>(`forms/${other}`)).value);
      if (there) return location.assign(`?form=${other}&field=${there}`);
    }
  }

  return (
    <section aria-label="The page">
      <header>
        <a href={page} target="_blank" rel="noreferrer">
          {page} <span className="muted">(opens in a new tab)</span>
        </a>
        <button type="button" aria-pressed={isPhone} onClick={() => setIsPhone(!isPhone)}>
          Phone width
        </button>
      </header>
      <div className="pane">
        {/* Not sandboxed: it is the site's own page with scripts, and the editor accesses its document. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          key={page}
          className={isPhone ? 'phone' : undefined}
          src={page}
          title={`The page ${page}`}
          onLoad={({ currentTarget: { contentDocument: shown } }) => {
            shown?.addEventListener('click', (event) => void pick(event), true);
            // Styles and typefaces may come later, and move what is shown.
            if (shown) new ResizeObserver(showFocused).observe(shown.body);
          }}
        />
      </div>
    </section>
  );
}

/** The texts of a value, each with its path. */
const leaves = (value: unknown, path: Path = []): [Path, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) =>
        leaves(part, [...path, Array.isArray(value) ? Number(name) : name]),
      )
    : [[path, String(value)]];

export const fieldOf = (id: string): HTMLElement | null => document.getElementById(id.replace(/__.*/, ''));

/** What the focused field says: its text, or the name of its section or entry. */
const focusedText = ({ activeElement: field } = document) =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field.value
    : ((field as HTMLElement | null)?.dataset['text'] ?? '');

/** As the site shows it: with no-break spaces in place of some spaces. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll(/\s+/g, ' ').trim();

/** The longest part without placeholders or Markdown syntax. */
function longestRun(text: string): string {
  const runs = text.split(/\{\w+\}|\n|[*_[]|\]\([^)]*\)/).map(plain);
  return runs.toSorted((one, other) => other.length - one.length)[0] ?? '';
}

/** Scrolls the page to the text of the focused field, and opens what it is folded into. */
export function showFocused(): void {
  // The document has no body while the page is loading.
  const body: HTMLElement | null | undefined = document.querySelector('iframe')?.contentDocument?.body;
  const wanted = longestRun(focusedText());
  if (!body || wanted.length < 2) return;
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (!plain(textContent ?? '').includes(wanted)) continue;
    openDetailsAround(parentElement);
    if (!parentElement?.checkVisibility()) continue;
    parentElement.scrollIntoView({ block: 'center' });
    return;
  }
}

export function openDetailsAround(element: Element | null): void {
  for (let group = element?.closest('details'); group; group = group.parentElement?.closest('details'))
    group.open = true;
}
