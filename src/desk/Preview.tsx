import { useEffect, useRef, useState } from 'react';

/** Widths at which the page is shown, in pixels; it is scaled down to the room that there is. */
const WIDTHS = { Laptop: 1280, Phone: 390 } as const;

type Device = keyof typeof WIDTHS;

/** The page on which the words stand, from the same development server: it shows each saved change by itself. */
export function Preview({ page, find }: { page: string; find: string }) {
  const [device, setDevice] = useState<Device>('Laptop');
  const frame = useRef<HTMLIFrameElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });

  useEffect(() => {
    const element = pane.current;
    if (!element) return undefined;
    const watching = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth, height: element.clientHeight }),
    );
    watching.observe(element);
    return () => watching.disconnect();
  }, []);
  // No room is known before the pane has been measured.
  const scale = Math.min(1, room.width / WIDTHS[device]);
  const size = scale > 0 ? { width: WIDTHS[device], height: room.height / scale, scale: String(scale) } : {};

  useEffect(() => {
    // While the page is being loaded there is none, and an error here would take the whole desk away.
    const body = frame.current?.contentDocument?.body;
    if (body) showWords(body, find);
  }, [find]);

  return (
    <section className="preview" aria-label="The page">
      <div className="bar">
        <a href={page} target="_blank" rel="noreferrer">
          On the site: {page} <span className="hidden">(opens in a new tab)</span>
        </a>
        <fieldset aria-label="Width of the page">
          {(Object.keys(WIDTHS) as Device[]).map((name) => (
            <button
              key={name}
              type="button"
              className="quiet"
              aria-pressed={name === device}
              onClick={() => setDevice(name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      </div>
      <div ref={pane} className="pane">
        {/* The site's own page: the desk has to look into it, and it has scripts. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe ref={frame} key={page} src={page} style={size} title={`The page ${page}`} />
      </div>
    </section>
  );
}

/** Brings the words that are being edited into view: the longest run of them without a placeholder or a mark. */
function showWords(body: HTMLElement, words: string): void {
  const [part = ''] = words
    .split(/\{\w+\}|\n|[*_[]|\]\([^)]*\)/)
    .toSorted((one, other) => other.length - one.length);
  const wanted = part.trim();
  if (wanted.length < 2) return;
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (!parentElement || !textContent?.replaceAll('\u00a0', ' ').includes(wanted)) continue;
    for (let near: Element | null = parentElement; near; near = near.parentElement)
      if (near.tagName === 'DETAILS') near.setAttribute('open', '');
    if (parentElement.checkVisibility()) {
      parentElement.scrollIntoView({ block: 'center', behavior: 'smooth' });
      return;
    }
  }
}
