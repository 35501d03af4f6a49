/** The page whose words the form edits, beside it; the development server reloads it after each change. */
import { textsIn } from '../../src/copy/texts.ts';
import type { Path } from './merge.ts';

const frame = document.querySelector('iframe')!;

/** Shows the form's page, in which a click on a text calls `pick` with the text. */
export function showPage(page: string, pick: (text: string) => void): void {
  if (frame.src) return;
  document.querySelector<HTMLAnchorElement>('#address')!.href = page;
  frame.src = page;
  frame.addEventListener('load', () => {
    const { body } = frame.contentDocument!;
    body.addEventListener('click', (event) => {
      // The frame stays on the form's page.
      if ((event.target as Element).closest('a')) event.preventDefault();
      const { clientX: x, clientY: y } = event;
      // Not a card's link, which is on top of the card's texts by a pseudo-element that is larger than itself.
      const shown = body.ownerDocument.elementsFromPoint(x, y).find((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left <= x && x <= right && top <= y && y <= bottom;
      });
      pick(collapseSpace(shown?.textContent ?? ''));
    });
    // Styles and typefaces may come later, and move what is shown.
    new ResizeObserver(showFocused).observe(body);
  });
}

/** The field whose text is more than half of `shown`, a text of the page; one of `files`, if there is one. */
export function findField(content: unknown, shown: string, files: string[]): Path | undefined {
  const found = textsIn(content)
    // A line break is in no text of the page: nothing is found for a field without a word.
    .filter(({ text }) => text.length * 2 > shown.length && shown.includes(longestRun(text) || '\n'))
    .toSorted((one, other) => other.text.length - one.text.length);
  return (found.find(({ path }) => files.includes(String(path[0]))) ?? found[0])?.path;
}

const collapseSpace = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The longest part without placeholders or Markdown syntax. */
function longestRun(text: string): string {
  const runs = text.split(/\{\w+\}|\n|[*_[]|\]\([^)]*\)/).map(collapseSpace);
  return runs.toSorted((one, other) => other.length - one.length)[0] ?? '';
}

/** Scrolls the page to the text of the focused field, and opens what it is folded into. */
export function showFocused(): void {
  const wanted = longestRun((document.activeElement as HTMLInputElement).value ?? '');
  const body: HTMLElement | null | undefined = frame.contentDocument?.body;
  if (!body || wanted.length < 2) return; // One letter is everywhere.
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (!parentElement || !collapseSpace(textContent ?? '').includes(wanted)) continue;
    for (let fold = parentElement.closest('details'); fold; fold = fold.parentElement!.closest('details'))
      fold.open = true;
    if (!parentElement.checkVisibility()) continue;
    // Not scrollIntoView, which would scroll the form away, too.
    const { top } = parentElement.getBoundingClientRect();
    return frame.contentWindow!.scrollBy(0, top - frame.contentWindow!.innerHeight / 2);
  }
}
