/** Draws link previews (`og:image`): what chats and social networks show beside a link to a page. */
import sharp from 'sharp';
import mark from '@/assets/mark.svg?raw';
import { LINK_PREVIEW_SIZE, type Hour } from '@/constants';
import { embed } from './drawing';
import { house } from './house';
import { outline } from './outline';
import { houseStyle, pictureColor } from './picture-colors';

const { width: WIDTH, height: HEIGHT } = LINK_PREVIEW_SIZE;

// Lengths are in pixels of the picture, letter spacing (`tracking`) is in em. All of them were chosen by eye.

/** The space at the left and right of the words. */
const MARGIN = 72;
/** The y of the baselines: of brand and time, of the headline's first line, and of the tagline. */
const BASELINES = { top: 84, headline: 222, tagline: 402 };
const TOP_STYLE = { face: 'display', size: 40, tracking: -0.018 } as const;
const TAGLINE_STYLE = { face: 'text', size: 32 } as const;

const MARK_SIZE = 48;
const MARK_TOP = 44;
/** The brand begins this far to the right of the margin, behind the mark. */
const BRAND_INDENT = 44;
/** The blank edge of the mark (`$mark-edge` at `MARK_SIZE`, as a test compares), and that of large letters: each is moved by it. */
const MARK_EDGE = 9;
const HEADLINE_EDGE = 6;

const HEADLINE_WIDTH = 680;
const MOST_HEADLINE_LINES = 2;
/** The sizes of which the headline has the largest that fits. */
const HEADLINE_SIZES = [132, 116, 100, 84, 68];
const HEADLINE_TRACKING = -0.03;
/** The distance of the headline's baselines, in em. */
const HEADLINE_LEADING = 0.9;

/** The house's drawing is 1440 wide (`house.svg`), and as wide as the picture. */
const HOUSE_SCALE = WIDTH / 1440;
/** Puts the ground, which is at 330 of the drawing, just below the picture. */
const HOUSE_TOP = 362;

type Words = Record<'brand' | 'headline' | 'tagline' | 'time', string>;

/** The link preview as PNG: the street at that hour with one window lit, the headline, and the clock time in the corner. */
export async function drawLinkPreview(
  hour: Hour,
  { brand, headline, tagline, time }: Words,
): Promise<Buffer> {
  const words = await Promise.all([
    drawBrand(brand, hour),
    drawTime(time, hour),
    drawHeadline(headline, hour),
    drawTagline(tagline, hour),
  ]);
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" stroke-linejoin="round" fill="none">
    ${drawScene(hour)}
    ${words.join('')}
  </svg>`;
  return sharp(Buffer.from(picture)).resize(WIDTH, HEIGHT).png().toBuffer();
}

/** The sky, and the house with its street in front of it. */
function drawScene(hour: Hour): string {
  return `<style>${houseStyle(hour)}</style>
    <defs><linearGradient id="sky" x2="0" y2="1">
      <stop offset=".3" stop-color="${pictureColor('surface', hour)}"/>
      <stop offset="1" stop-color="${pictureColor('horizon', hour)}"/>
    </linearGradient></defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>
    <g class="house" transform="translate(0 ${HOUSE_TOP}) scale(${HOUSE_SCALE})">${house('on')}</g>`;
}

/** Shapes in a color of the hour (`_hours.scss`), with their origin at this point. */
function place(shapes: string, x: number, y: number, color: string, hour: Hour): string {
  return `<g transform="translate(${x} ${y})" fill="${pictureColor(color, hour)}">${shapes}</g>`;
}

async function drawBrand(brand: string, hour: Hour): Promise<string> {
  const name = await outline(brand, TOP_STYLE);
  const markBox = { x: MARGIN - MARK_EDGE, y: MARK_TOP, width: MARK_SIZE, height: MARK_SIZE };
  const drawnMark = embed(mark, { ...markBox, color: pictureColor('accent', hour) });
  return drawnMark + place(name.shapes, MARGIN + BRAND_INDENT, BASELINES.top, 'ink', hour);
}

/** The time, which ends at the right margin. */
async function drawTime(time: string, hour: Hour): Promise<string> {
  const clock = await outline(time, TOP_STYLE);
  return place(clock.shapes, WIDTH - MARGIN - clock.width, BASELINES.top, 'accent', hour);
}

async function drawTagline(tagline: string, hour: Hour): Promise<string> {
  const line = await outline(tagline, TAGLINE_STYLE);
  return place(line.shapes, MARGIN, BASELINES.tagline, 'ink-muted', hour);
}

async function drawHeadline(headline: string, hour: Hour): Promise<string> {
  const { lines, size } = await layOutHeadline(headline);
  const drawn = lines.map((shapes, index) => {
    const y = BASELINES.headline + index * size * HEADLINE_LEADING;
    return place(shapes, MARGIN - HEADLINE_EDGE, y, 'ink', hour);
  });
  return drawn.join('');
}

/** The shapes of a headline's lines at the largest size at which there are two at most; at the smallest, there may be more. */
async function layOutHeadline(headline: string): Promise<{ lines: string[]; size: number }> {
  let lines: string[] = [];
  let size = 0;
  for (size of HEADLINE_SIZES) {
    lines = await wrap(headline, size);
    if (lines.length <= MOST_HEADLINE_LINES) break;
  }
  return { lines, size };
}

/** The shapes of a headline's lines, each at most `HEADLINE_WIDTH` wide; a longer word has a line of its own. */
async function wrap(headline: string, size: number): Promise<string[]> {
  const style = { face: 'display', size, tracking: HEADLINE_TRACKING } as const;
  const lines: string[] = [];
  let line = '';
  for (const word of headline.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    const { width } = await outline(longer, style);
    if (line !== '' && width > HEADLINE_WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  lines.push(line);
  const drawn = await Promise.all(lines.map((text) => outline(text, style)));
  return drawn.map(({ shapes }) => shapes);
}
