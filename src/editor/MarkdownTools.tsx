interface Props {
  /** Id of the textarea. */
  field: string;
  /** The site's own link targets. */
  links: readonly string[];
  onChange: (text: string) => void;
}

/** Buttons that insert Markdown syntax around the selection, or at the caret. */
export function MarkdownTools({ field, links, onChange }: Props) {
  const marks: Record<string, (selected: string) => string> = {
    Bold: (words) => `**${words || 'bold'}**`,
    Italic: (words) => `_${words || 'italic'}_`,
    List: (words) => `\n\n${(words || 'first').replace(/^/gm, '- ')}\n`,
    Link: (words) => {
      const address = prompt(`To https://…, to mailto:…, or to a page of this site: ${links.join('  ')}`);
      return address ? `[${words || 'words'}](${address.trim()})` : words;
    },
  };

  function write(mark: (selected: string) => string): void {
    const box = document.getElementById(field) as HTMLTextAreaElement;
    const { selectionStart: start, selectionEnd: end, value } = box;
    box.setRangeText(mark(value.slice(start, end)), start, end, 'end');
    onChange(box.value);
    box.focus();
  }

  return (
    <fieldset aria-label="Marks">
      {Object.entries(marks).map(([name, mark]) => (
        <button key={name} type="button" onClick={() => write(mark)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
