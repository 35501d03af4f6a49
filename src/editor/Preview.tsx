import { useEffect, useRef, useState } from 'react';

/** The page on which the words stand, from the same development server: it shows each saved change by itself. */
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
        {/* The site's own page: the editor looks into it, and it has scripts. */}
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

/** Scrolls to the words that are being edited: to the longest run of them without a placeholder or Markdown's marks. */
function showWords(body: HTMLElement, words: string): void {
  const runs = words.split(/\{\w+\}|\n|[*_[]|\]\([^)]*\)/).map((run) => run.trim());
  const [wanted = ''] = runs.toSorted((one, other) => other.length - one.length);
  if (wanted.length < 2) return;
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (!textContent?.replaceAll('\u00a0', ' ').includes(wanted)) continue;
    for (
      let group = parentElement?.closest('details');
      group;
      group = group.parentElement?.closest('details')
    )
      group.open = true;
    if (!parentElement?.checkVisibility()) continue;
    parentElement.scrollIntoView({ block: 'center', behavior: 'smooth' });
    return;
  }
}
