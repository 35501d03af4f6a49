import { useEffect, useRef, useState } from 'react';

/** The page whose content the form edits. The development server reloads it after each save. */
export function Preview({ page, focusedText }: { page: string; focusedText: string }) {
  const [isPhone, setIsPhone] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    // The document has no body while the page is loading.
    const body = frame.current?.contentDocument?.body;
    if (body) scrollToText(body, focusedText);
  }, [focusedText]);

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
function scrollToText(body: HTMLElement, text: string): void {
  const runs = text.split(/\{\w+\}|\n|[*_[]|\]\([^)]*\)/).map((run) => run.trim());
  const [wanted = ''] = runs.toSorted((one, other) => other.length - one.length);
  if (wanted.length < 2) return;
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    // The site replaces some spaces with no-break spaces.
    if (!textContent?.replaceAll('\u00a0', ' ').includes(wanted)) continue;
    openDetailsAround(parentElement);
    if (!parentElement?.checkVisibility()) continue;
    parentElement.scrollIntoView({ block: 'center', behavior: 'smooth' });
    return;
  }
}

export function openDetailsAround(element: Element | null): void {
  for (let group = element?.closest('details'); group; group = group.parentElement?.closest('details'))
    group.open = true;
}
