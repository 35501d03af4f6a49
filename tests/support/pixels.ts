import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { visibleTexts, type Box, type Color } from './texts.ts';

/** Relative luminance by WCAG 2.2, 0 to 1. */
function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
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

/** What a screenshot holds, by page coordinates in CSS pixels. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number) => Color;
}

/** Reads a screenshot that was taken with one device pixel per CSS pixel. */
export async function readPicture(screenshot: Buffer): Promise<Picture> {
  const { data, info } = await sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    at: (x, y) => {
      const start = (y * info.width + x) * 3;
      return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0];
    },
  };
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

/** The whole page from its top, where the fixed header lies over nothing. */
const photograph = async (page: Page) => readPicture(await page.screenshot({ fullPage: true }));

/** The visible texts inside the elements, with the least contrast that WCAG 2.2 AA asks of text of this size and weight. */
async function textsIn(page: Page, elements: Locator) {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  return (await visibleTexts(elements)).map(({ text, color, lines, fontSize, fontWeight }) => ({
    text,
    color,
    lines,
    needed: fontSize >= 24 || (fontSize >= 18.66 && fontWeight >= 700) ? 3 : 4.5,
  }));
}

const SHARES = [0.02, 0.25, 0.5, 0.75, 0.98];

/** Points spread over a box, whole pixels. */
const pointsIn = ({ left, top, right, bottom }: Box) =>
  SHARES.flatMap((across) =>
    [0.3, 0.5, 0.7].map((down): [number, number] => [
      Math.floor(left + across * (right - left)),
      Math.floor(top + down * (bottom - top)),
    ]),
  );

/**
 * Texts inside the elements that have too little contrast with some sampled pixel of their background, which is
 * photographed with transparent letters. Everything that moves must have come to rest.
 */
export async function faintTexts(page: Page, elements: Locator): Promise<string[]> {
  const texts = await textsIn(page, elements);
  const putBack = await addStyles(
    page,
    '*, ::placeholder { -webkit-text-fill-color: transparent !important; text-decoration: none !important }',
  );
  const picture = await photograph(page);
  await putBack();
  return texts
    .filter(({ color, needed, lines }) =>
      lines.some((box) => pointsIn(box).some(([x, y]) => contrast(color, picture.at(x, y)) < needed)),
    )
    .map(({ text }) => text);
}

const lightnessOf = ([red = 0, green = 0, blue = 0]: Color) => 2 * red + 7 * green + blue;

/** Contrast between the lightest and the darkest pixel in a box. */
function widestContrast(picture: Picture, { left, top, right, bottom }: Box): number {
  let darkest: Color = [255, 255, 255];
  let lightest: Color = [0, 0, 0];
  for (let y = Math.floor(top); y < bottom; y += 1) {
    for (let x = Math.floor(left); x < right; x += 1) {
      const color = picture.at(x, y);
      if (lightnessOf(color) < lightnessOf(darkest)) darkest = color;
      if (lightnessOf(color) > lightnessOf(lightest)) lightest = color;
    }
  }
  return contrast(darkest, lightest);
}

/**
 * Texts inside the elements whose lightest and darkest pixel have too little contrast with each other. For forced colors:
 * the browser draws a background of its own behind letters, which cannot be seen without them.
 */
export async function unseenTexts(page: Page, elements: Locator): Promise<string[]> {
  const texts = await textsIn(page, elements);
  const picture = await photograph(page);
  return texts
    .filter(({ needed, lines }) => lines.some((box) => widestContrast(picture, box) < needed))
    .map(({ text }) => text);
}
