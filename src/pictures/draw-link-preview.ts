import sharp from 'sharp';
import mark from '@/assets/mark.svg?raw';
import { LINK_PREVIEW_SIZE, type Hour } from '@/constants';
import { embed } from './drawing';
import { house } from './house';
import { outline } from './outline';
import { houseStyle, pictureColor } from './picture-colors';

// Lengths are in pixels of the picture, tracking is in em; both are set by eye.
const MARGIN = 72;
/** Of the brand and the time, of the headline's first line, and of the tagline. */
const BASELINES = { top: 84, headline: 222, tagline: 402 };
const TOP_STYLE = { face: 'display', size: 40, tracking: -0.018 } as const;
const HEADLINE_LINES = 2;
const HEADLINE_SIZES = [132, 116, 100, 84, 68];
const HEADLINE_LEADING = 0.9;
const HEADLINE_WIDTH = 680;
/** The drawing of the house is 1440 wide. */
const HOUSE_SCALE = LINK_PREVIEW_SIZE.width / 1440;
/** Puts the ground, at 330 of the drawing, just below the picture. */
const HOUSE_TOP = 362;

type Layout = { lines: { shapes: string }[]; size: number };
type Words = Record<'brand' | 'headline' | 'tagline' | 'time', string>;

/** The link preview as PNG: the street at that hour with one window lit, the headline, and the clock time in the corner. */
export async function drawLinkPreview(hour: Hour, { brand, headline, tagline, time }: Words) {
  const { width, height } = LINK_PREVIEW_SIZE;
  const color = (name: string) => pictureColor(name, hour);

  const { lines, size } = await fit(headline);
  // 6 to the left, by eye, as the mark is 9: letters have a space at their left, which grows with the size.
  const title = lines.map(({ shapes }, index) => {
    const y = BASELINES.headline + index * size * HEADLINE_LEADING;
    return `<g transform="translate(${MARGIN - 6} ${y})" fill="${color('ink')}">${shapes}</g>`;
  });
  const name = await outline(brand, TOP_STYLE);
  const clock = await outline(time, TOP_STYLE);
  const subtitle = await outline(tagline, { face: 'text', size: 32 });

  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" stroke-linejoin="round" fill="none">
    <style>${houseStyle(hour)}</style>
    <defs><linearGradient id="sky" x2="0" y2="1">
      <stop offset=".3" stop-color="${color('surface')}"/><stop offset="1" stop-color="${color('horizon')}"/>
    </linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    <g class="house" transform="translate(0 ${HOUSE_TOP}) scale(${HOUSE_SCALE})">
      ${house('on')}
    </g>
    ${embed(mark, { x: MARGIN - 9, y: 44, width: 48, height: 48, color: color('accent') })}
    <g transform="translate(${MARGIN + 44} ${BASELINES.top})" fill="${color('ink')}">${name.shapes}</g>
    <g transform="translate(${width - MARGIN - clock.width} ${BASELINES.top})" fill="${color('accent')}">${clock.shapes}</g>
    ${title.join('')}
    <g transform="translate(${MARGIN} ${BASELINES.tagline})" fill="${color('ink-muted')}">${subtitle.shapes}</g>
  </svg>`;
  return sharp(Buffer.from(picture)).resize(width, height).png().toBuffer();
}

/** Lays out a headline at the largest size at which it fits two lines; at the smallest size it may take more. */
async function fit(headline: string, [size = 0, ...smaller] = HEADLINE_SIZES): Promise<Layout> {
  const lines = await wrap(headline, size);
  return lines.length <= HEADLINE_LINES || smaller.length === 0 ? { lines, size } : fit(headline, smaller);
}

/** Breaks a text into lines of at most `HEADLINE_WIDTH`; a longer word has a line of its own. */
async function wrap(text: string, size: number): Promise<{ shapes: string }[]> {
  const style = { face: 'display', size, tracking: -0.03 } as const;
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ');
    if (lines.length > 0 && (await outline(longer, style)).width <= HEADLINE_WIDTH)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return Promise.all(lines.map((line) => outline(line, style)));
}
