import type { Locator, Page } from '@playwright/test';

/** Red, green, blue; 0 to 255. */
export type Color = readonly number[];

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A text that a visitor sees. Lengths in CSS pixels, from the top left of the page. */
export interface VisibleText {
  readonly text: string;
  readonly color: Color;
  readonly fontSize: number;
  readonly fontWeight: number;
  /** Without those that one has to scroll to inside a box. */
  readonly lines: readonly Box[];
  /** The number of the paragraph, heading or control that it belongs to. */
  readonly block: number;
  /** Whether a box around it cuts it off, so that it cannot be scrolled to either. */
  readonly isCut: boolean;
  readonly isInHeader: boolean;
  /** Whether it is in the marquee, or in the skip link, which comes into view only when it has the focus. */
  readonly isInMarqueeOrSkipLink: boolean;
}

/** The visible texts inside the elements, whether or not they are in the window. */
export const visibleTexts = (elements: Locator): Promise<VisibleText[]> =>
  elements.evaluateAll((all) => {
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const blocks: Element[] = [];
    const { scrollX: x, scrollY: y } = window;
    const onPage = ({ left, top, right, bottom }: DOMRect) => ({
      left: left + x,
      top: top + y,
      right: right + x,
      bottom: bottom + y,
    });
    const texts: VisibleText[] = [];
    for (const element of all) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        const text = walker.currentNode.textContent?.trim();
        if (!parent || !text || parent.closest('script, style, .visually-hidden, [hidden]')) continue;
        if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        // Closed `<details>` clip what is below their summary; where CSS opens them, they have no box or a larger one.
        const closedDetails = parent.closest('details:not([open])')?.getBoundingClientRect();
        if (
          closedDetails &&
          closedDetails.height > 0 &&
          parent.getBoundingClientRect().top >= closedDetails.bottom
        )
          continue;
        const { color, fontSize, fontWeight } = getComputedStyle(parent);
        pen.fillStyle = color;
        pen.fillRect(0, 0, 1, 1);
        const block = parent.closest('p, li, h1, h2, h3, a, button, label, summary, figcaption') ?? parent;
        if (!blocks.includes(block)) blocks.push(block);
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        let part = range.getBoundingClientRect();
        let isCut = false;
        let scrolling: DOMRect | undefined;
        for (let box: Element | null = parent; box; box = box.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(box);
          const around = box.getBoundingClientRect();
          const isCutAcross = part.left < around.left - 1 || part.right > around.right + 1;
          const isCutDown = part.top < around.top - 1 || part.bottom > around.bottom + 1;
          isCut ||= /hidden|clip/.test(overflowX) && isCutAcross;
          isCut ||= /hidden|clip/.test(overflowY) && isCutDown;
          if (!/auto|scroll/.test(overflowY)) continue;
          // What does not fit here can be scrolled to; what is around must show the whole of the scrolling box.
          part = around;
          scrolling ??= around;
        }
        const { top = -y, bottom = Infinity } = scrolling ?? {};
        const isShown = (line: DOMRect) => line.width >= 2 && line.top >= top && line.bottom <= bottom;
        texts.push({
          text,
          color: [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3),
          fontSize: Number.parseFloat(fontSize),
          fontWeight: Number(fontWeight),
          lines: [...range.getClientRects()].filter(isShown).map(onPage),
          block: blocks.indexOf(block),
          isCut,
          isInHeader: parent.closest('.header') !== null,
          isInMarqueeOrSkipLink: parent.closest('.marquee, .skip-link') !== null,
        });
      }
    }
    return texts;
  });

/** Use-case texts that overflow and cannot be scrolled by keyboard. To be polled: cards adapt to a new width late. */
export const unfocusableScrollers = (page: Page) =>
  page.locator('.use-case-body').evaluateAll((bodies) =>
    bodies
      .filter((body) => body.checkVisibility() && body.scrollHeight > body.clientHeight)
      .filter((body) => (body as HTMLElement).tabIndex !== 0)
      .map((body) => body.textContent),
  );
