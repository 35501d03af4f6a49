import { useId, useState } from 'react';

interface Props {
  /** Id of the box that holds the text. */
  field: string;
  /** The pages of this site, to choose from. */
  links: readonly string[];
  onChange: (text: string) => void;
}

const focus = (input: HTMLInputElement | null) => input?.focus();

const list = (words: string) => `\n\n${(words || 'first').replace(/^/gm, '- ')}\n`;

/** Buttons that write the marks of Markdown around what is selected, or in the place of the caret. */
export function MarkdownTools({ field, links, onChange }: Props) {
  const [isLinking, setLinking] = useState(false);
  const id = useId();

  function write(change: (selected: string) => string): void {
    const box = document.getElementById(field) as HTMLTextAreaElement;
    const { selectionStart: start, selectionEnd: end, value } = box;
    const text = change(value.slice(start, end));
    box.setRangeText(text, start, end, 'end');
    onChange(box.value);
    box.focus();
  }

  function link(form: FormData): void {
    const address = String(form.get('address')).trim();
    setLinking(false);
    if (address) write((words) => `[${words || 'words'}](${address})`);
  }

  return (
    <div className="markdown-tools">
      <fieldset aria-label="Marks">
        <button type="button" className="quiet" onClick={() => write((words) => `**${words || 'bold'}**`)}>
          <b>Bold</b>
        </button>
        <button type="button" className="quiet" onClick={() => write((words) => `_${words || 'italic'}_`)}>
          <i>Italic</i>
        </button>
        <button type="button" className="quiet" onClick={() => write(list)}>
          List
        </button>
        <button
          type="button"
          className="quiet"
          aria-expanded={isLinking}
          onClick={() => setLinking(!isLinking)}
        >
          Link
        </button>
      </fieldset>
      {isLinking && (
        <form action={link} className="linking">
          <label htmlFor={id}>Where it leads: a page of this site, https://… or mailto:…</label>
          <input id={id} name="address" list={`${id}-pages`} ref={focus} />
          <datalist id={`${id}-pages`}>
            {links.map((page) => (
              <option key={page}>{page}</option>
            ))}
          </datalist>
          <button className="quiet">Set the link</button>
        </form>
      )}
    </div>
  );
}
