/** The page whose words the form edits, beside it; the development server reloads it after each change. */
const frame = document.querySelector('iframe')!;

/** Shows the form's page. */
export function showPage(page: string): void {
  if (frame.src) return;
  document.querySelector<HTMLAnchorElement>('#address')!.href = page;
  frame.src = page;
  frame.addEventListener('load', () => {
    // The frame stays on the form's page.
    frame.contentDocument!.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a')) event.preventDefault();
    });
    // Styles and typefaces may come later, and move what is shown.
    new ResizeObserver(showFocused).observe(frame.contentDocument!.body);
  });
}

const collapseSpace = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The longest part without placeholders or Markdown syntax. */
function longestRun(text: string): string {
  const runs = text.split(/\{\w+\}|\n|[*_[]|\]\([^)]*\)/).map(collapseSpace);
  return runs.toSorted((one, other) => other.length - one.length)[0] ?? '';
}

/** Scrolls the page to the text of the focused field, and opens what it is folded into. A choice has no text there. */
export function showFocused(): void {
  const focused = document.activeElement as HTMLTextAreaElement | HTMLSelectElement;
  const wanted = focused.localName === 'select' ? '' : longestRun(focused.value ?? '');
  const body: HTMLElement | null | undefined = frame.contentDocument?.body;
  if (!body || wanted.length < 2) return; // A single letter would be found anywhere.
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (!parentElement || !collapseSpace(textContent ?? '').includes(wanted)) continue;
    for (let fold = parentElement.closest('details'); fold; fold = fold.parentElement!.closest('details'))
      fold.open = true;
    if (!parentElement.checkVisibility()) continue;
    // `scrollIntoView` would scroll the form away, too.
    const { top } = parentElement.getBoundingClientRect();
    return frame.contentWindow!.scrollBy(0, top - frame.contentWindow!.innerHeight / 2);
  }
}
