import { useEffect, useRef, useState } from 'react';

/** The page that shows the form's content, from the same dev server, which reloads it after each save. */
export function Preview({ page, find }: { page: string; find: string }) {
  const [isPhone, setPhone] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    // There is none while the page is being loaded.
    const body = frame.current?.contentDocument?.body;
    if (body) showWords(body, find);
  }, [find]);

  return (
    <section aria-label="The page">
      <header>
        <a href={page} target="_blank" rel="noreferrer">
          {page} <span className="quiet">(opens in a new tab)</span>
        </a>
        <button type="button" aria-pressed={isPhone} onClick={() => setPhone(!isPhone)}>
          As on a phone
        </button>
      </header>
      <div className="pane">
        {/* Not sandboxed: it is the site's own page with scripts, and the editor accesses its document. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          ref={frame}
          key={page}
          className={isPhone ? 'phone' : undefined}
          src={page}
          title={`The page ${page}`}
        />
      </div>
    </section>
  );
}

/** Scrolls to the text that is being edited: to its longest part without placeholders or Markdown syntax. */
function showWords(body: HTMLElement, words: string): void {
  const runs = words.split(/\{\w+\}|\n|[*_[]|\]\([^)]*\)/).map((run) => run.trim());
  const [wanted = ''] = runs.toSorted((one, other) => other.length - one.length);
  if (wanted.length < 2) return;
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (!textContent?.replaceAll('\u00a0', ' ').includes(wanted)) continue;
    openGroups(parentElement);
    if (!parentElement?.checkVisibility()) continue;
    parentElement.scrollIntoView({ block: 'center', behavior: 'smooth' });
    return;
  }
}

export function openGroups(element: Element | null): void {
  for (let group = element?.closest('details'); group; group = group.parentElement?.closest('details'))
    group.open = true;
}
