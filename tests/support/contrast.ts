/** Asserts that a visitor can read a page: by axe's rules, and by each text's contrast with what is drawn behind it. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from './site.ts';

/** Red, green, blue; 0 to 255. */
type Color = ArrayLike<number>;

type VisibleText = Awaited<ReturnType<typeof visibleTexts>>[number];

/** The visible texts of a part of the page, in the window or not. Lengths in CSS pixels, from the top left of the page. */
export const visibleTexts = (page: Page, within = 'body') =>
  page
    .locator(within)
    .first()
    .evaluate((part) => {
      // The canvas converts any CSS color: a pixel painted in it is red, green and blue.
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
      const blocks: Element[] = [];
      const texts = [];
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement!;
        const text = walker.currentNode.textContent!.trim();
        if (!text || parent.closest('script, style, .visually-hidden, .skip-link')) continue;
        if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        // Spaces at line breaks have boxes, too, of almost no width.
        let lines = [...range.getClientRects()].filter(({ width }) => width >= 2);
        let shown = range.getBoundingClientRect();
        let isCut = false;
        for (let box: Element | null = parent; box; box = box.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(box);
          const { left, top, right, bottom } = box.getBoundingClientRect();
          // A pixel may be rounding.
          const isWider = shown.left < left - 1 || shown.right > right + 1;
          const isTaller = shown.top < top - 1 || shown.bottom > bottom + 1;
          isCut ||= /hidden|clip/.test(overflowX) && isWider;
          isCut ||= /hidden|clip/.test(overflowY) && isTaller;
          if (!/auto|scroll/.test(overflowY)) continue;
          // What a box that scrolls hides can be scrolled to; the boxes around that one must show it whole.
          lines = lines.filter((line) => line.top >= top && line.bottom <= bottom);
          shown = box.getBoundingClientRect();
        }
        const { color, fontSize, fontWeight } = getComputedStyle(parent);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        // A clock is a column of its own, beside the text of its paragraph.
        const block =
          parent.closest('p, li, h1, h2, h3, a, button, label, summary, figcaption, .clock') ?? parent;
        if (!blocks.includes(block)) blocks.push(block);
        texts.push({
          text,
          color: [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3),
          fontSize: Number.parseFloat(fontSize),
          fontWeight: Number(fontWeight),
          // Lines that one has to scroll to inside another box are left out.
          lines: lines.map(({ left, top, right, bottom }) => ({
            left: left + scrollX,
            top: top + scrollY,
            right: right + scrollX,
            bottom: bottom + scrollY,
          })),
          /** Texts of the same paragraph, heading or control have the same. */
          block: blocks.indexOf(block),
          /** Whether a box around it cuts it off, so that it cannot be scrolled to either. */
          isCut,
          /** The header is fixed, and may overlap any other text. */
          isInHeader: parent.closest('.header') !== null,
        });
      }
      return texts;
    });

/** Relative luminance by WCAG 2.2, 0 to 1. */
function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = Array.from(color, (channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast by WCAG 2.2, 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Adds a style sheet in the way that the security policy allows; returns a function that removes it. */
export async function addStyles(page: Page, css: string): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle((text) => {
    const added = new CSSStyleSheet();
    added.replaceSync(text);
    document.adoptedStyleSheets.push(added);
    return added;
  }, css);
  return () =>
    sheet.evaluate((added) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== added);
    });
}

/** Resolves with the color of each pixel of the page, scrolled to the top, where the fixed header covers no text. */
async function photograph(page: Page): Promise<(x: number, y: number) => Color> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const picture = sharp(await page.screenshot({ fullPage: true })).removeAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return (x, y) => {
    const start = info.channels * (Math.floor(y) * info.width + Math.floor(x));
    return data.subarray(start, start + info.channels);
  };
}

/** The contrast that WCAG 2.2 AA asks of a text: less from 18 pt on, or from 14 pt on in bold, at 0.75 pt to the pixel. */
const requiredContrast = ({ fontSize, fontWeight }: VisibleText) =>
  fontSize >= 24 || (fontSize >= 18.66 && fontWeight >= 700) ? 3 : 4.5;

/** Texts too faint for what is behind them, drawings included, as photographed without letters. Nothing may move then. */
export async function faintTexts(page: Page, within = 'html'): Promise<string[]> {
  const putBack = await addStyles(
    page,
    // The fill is what hides letters: borders and icons may take `color`.
    '*, ::placeholder { -webkit-text-fill-color: transparent !important; text-decoration: none !important }',
  );
  const colorAt = await photograph(page);
  await putBack();
  const texts = await visibleTexts(page, within);
  // Each line is tried at five places across it, from its first letter to its last, in each of three heights of its letters.
  const isFaint = (text: VisibleText) =>
    text.lines.some(({ left, top, right, bottom }) =>
      [0.02, 0.25, 0.5, 0.75, 0.98].some((across) =>
        [0.3, 0.5, 0.7].some((down) => {
          const behind = colorAt(left + across * (right - left), top + down * (bottom - top));
          return contrast(text.color, behind) < requiredContrast(text);
        }),
      ),
    );
  return texts.filter(isFaint).map(({ text }) => text);
}

/** Texts in forced colors, where the background goes with the letters, whose lightest pixel is too like their darkest. */
async function illegibleTexts(page: Page, within: string): Promise<string[]> {
  const colorAt = await photograph(page);
  const texts = await visibleTexts(page, within);
  const isIllegible = (text: VisibleText) =>
    text.lines.some(({ left, top, right, bottom }) => {
      let [dark, light] = [1, 0];
      for (let y = top; y < bottom; y += 1)
        for (let x = left; x < right; x += 1) {
          const shade = luminance(colorAt(x, y));
          dark = Math.min(dark, shade);
          light = Math.max(light, shade);
        }
      return (light + 0.05) / (dark + 0.05) < requiredContrast(text);
    });
  return texts.filter(isIllegible).map(({ text }) => text);
}

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Asserts that axe finds nothing in a part of the page. Contrast with a drawing it leaves undecided: see `faintTexts`. */
export async function expectNothingFound(page: Page, state: string, within = 'html'): Promise<void> {
  // In legacy mode axe opens no second page for its results, which only a page with frames needs.
  const axe = new AxeBuilder({ page }).include(within).withTags(AXE_TAGS).setLegacyMode();
  const find = async () => {
    const { violations, incomplete } = await axe.analyze();
    return [...violations, ...incomplete.filter(({ id }) => id !== 'color-contrast')].map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
  };
  // After a resize, the use-case cards measure themselves again with a delay.
  await expect.poll(find, state).toEqual([]);
}

/** Asserts that axe finds nothing in this state of the page and that every text can be read, also in forced colors. */
export async function expectAccessible(
  page: Page,
  state: string,
  within = 'html',
  /** CSS pixels; 320 is also what 1280 become at 400 % zoom. */
  widths: readonly number[] = [320, 1280],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectNothingFound(page, `${state}, ${width} px`, within);
    expect.soft(await faintTexts(page, within), `too little contrast: ${state}, ${width} px`).toEqual([]);
    await page.emulateMedia({ forcedColors: 'active' });
    expect.soft(await illegibleTexts(page, within), `forced colors: ${state}, ${width} px`).toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });
  }
}
