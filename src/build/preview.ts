import sharp from 'sharp';
import { FLAME } from '@/lib/flame';
import { HOUSE } from '@/lib/house';
import { PREVIEW_SIZE } from '@/lib/preview-size';
import { PICTURE_COLORS } from './picture-colors';
import { outline } from './outline';

const MARGIN = 72;
const HEADLINE_LINES = 2;
const HEADLINE_SIZES = [132, 116, 100, 84, 68];
const HEADLINE_LEADING = 0.9;
const HEADLINE_WIDTH = 680;
const HOUSE_SCALE = PREVIEW_SIZE.width / 1440;
const HOUSE_TOP = 376;

interface Words {
  brand: string;
  headline: string;
  tagline: string;
  time: string;
}

/** The picture that link previews show: a street at night, one light on, and what we promise. As PNG. */
export async function drawPreview({ brand, headline, tagline, time }: Words): Promise<Buffer> {
  const { width, height } = PREVIEW_SIZE;
  const { night, walls, horizon, line, outline: edge, paper, amber } = PICTURE_COLORS;

  const { lines, size } = await fit(headline);
  const title = lines.map(
    ({ path }, index) =>
      `<path transform="translate(${MARGIN - 6} ${222 + index * size * HEADLINE_LEADING})" d="${path}" fill="${paper}"/>`,
  );
  const name = await outline(brand, { face: 'display', size: 40, tracking: -0.018 });
  const clock = await outline(time, { face: 'display', size: 40, tracking: -0.018 });
  const claim = await outline(tagline, { face: 'text', size: 32 });

  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" stroke-linejoin="round" fill="none">
    <defs><linearGradient id="sky" x2="0" y2="1">
      <stop offset=".3" stop-color="${night}"/><stop offset="1" stop-color="${horizon}"/>
    </linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    <g transform="translate(0 ${HOUSE_TOP}) scale(${HOUSE_SCALE})" stroke-width="2">
      <path d="${HOUSE.street}" fill="${walls}"/>
      <path d="${HOUSE.walls}" fill="${walls}"/>
      <path d="${HOUSE.room}" fill="${amber}" fill-opacity=".16"/>
      <path d="${HOUSE.works.join('')}" stroke="${line}"/>
      <path d="${HOUSE.frame}" stroke="${edge}"/>
      <path d="${HOUSE.window}${HOUSE.flame}" fill="${amber}"/>
      <path d="${HOUSE.bars}" stroke="${night}" stroke-width="3"/>
      <path d="${HOUSE.wire}${HOUSE.voice}" stroke="${amber}" stroke-width="4"/>
    </g>
    <path transform="translate(${MARGIN - 9} 44) scale(2)" d="${FLAME}" fill="${amber}" fill-rule="evenodd"/>
    <path transform="translate(${MARGIN + 44} 84)" d="${name.path}" fill="${paper}"/>
    <path transform="translate(${width - MARGIN - clock.width} 84)" d="${clock.path}" fill="${amber}"/>
    ${title.join('')}
    <path transform="translate(${MARGIN} 402)" d="${claim.path}" fill="${edge}"/>
  </svg>`;
  return sharp(Buffer.from(picture)).resize(width, height).png().toBuffer();
}

/** Sets a headline at the largest size at which it takes two lines; at the smallest one it may take more. */
async function fit(headline: string) {
  let fitted: { lines: { path: string }[]; size: number } = { lines: [], size: 0 };
  for (const size of HEADLINE_SIZES) {
    fitted = { lines: await wrap(headline, size), size };
    if (fitted.lines.length <= HEADLINE_LINES) break;
  }
  return fitted;
}

/** Breaks a headline into as few lines as fit the width. */
async function wrap(text: string, size: number): Promise<{ path: string }[]> {
  const setting = { face: 'display', size, tracking: -0.03 } as const;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ');
    if (lines.length > 0 && (await outline(longer, setting)).width <= HEADLINE_WIDTH)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return Promise.all(lines.map((line) => outline(line, setting)));
}
