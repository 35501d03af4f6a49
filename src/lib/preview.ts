import sharp from 'sharp';
import { FLAME } from './flame';
import { PICTURE_COLORS } from './mark';
import { outline } from './outline';

/** Size that link previews expect of `og:image`, in pixels. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

const MARGIN = 80;
const HEADLINE = { face: 'display', weight: 750, size: 140, tracking: -0.025 } as const;
const HEADLINE_STEP = HEADLINE.size * 0.95;
const WAVE =
  'M-40 0h640c16 0 16-10 30-10s14 20 28 20 14-34 28-34 14 50 28 50 14-62 28-62 14 72 28 72 14-68 28-68' +
  ' 14 58 28 58 14-46 28-46 14 36 28 36 14-22 28-22 14 6 30 6h320';

interface Words {
  brand: string;
  headline: string;
  tagline: string;
  hour: string;
  address: string;
}

/** The picture that link previews show: a night, one light on, and what we promise. As PNG. */
export async function drawPreview({ brand, headline, tagline, hour, address }: Words): Promise<Buffer> {
  const { width, height } = PREVIEW_SIZE;
  const { night, paper, amber } = PICTURE_COLORS;
  const right = width - MARGIN;

  const lines = await wrap(headline, width - 2 * MARGIN);
  const top = 332 - ((lines.length - 1) * HEADLINE_STEP) / 2;
  const title = lines.map(
    ({ path }, index) =>
      `<path transform="translate(${MARGIN} ${top + index * HEADLINE_STEP})" d="${path}" fill="${paper}"/>`,
  );
  const name = await outline(brand, { face: 'display', weight: 700, size: 44 });
  const clock = await outline(hour, { face: 'text', weight: 500, size: 34 });
  const claim = await outline(tagline, { face: 'text', weight: 500, size: 34 });
  const place = await outline(address, { face: 'text', weight: 400, size: 28 });

  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
    <defs><radialGradient id="lamp" cx=".9" cy="1.05" r=".62">
      <stop offset="0" stop-color="${amber}" stop-opacity=".42"/><stop offset="1" stop-color="${amber}" stop-opacity="0"/>
    </radialGradient></defs>
    <rect width="${width}" height="${height}" fill="${night}"/>
    <rect width="${width}" height="${height}" fill="url(#lamp)"/>
    <path transform="translate(${MARGIN - 9} 62) scale(2.2)" d="${FLAME}" fill="${amber}" fill-rule="evenodd"/>
    <path transform="translate(${MARGIN + 52} 104)" d="${name.path}" fill="${paper}"/>
    <path transform="translate(${right - clock.width} 102)" d="${clock.path}" fill="${amber}"/>
    ${title.join('')}
    <path transform="translate(0 478)" d="${WAVE}" fill="none" stroke="${amber}" stroke-width="4"/>
    <path transform="translate(${MARGIN} 570)" d="${claim.path}" fill="${paper}"/>
    <path transform="translate(${right - place.width} 570)" d="${place.path}" fill="${paper}"/>
  </svg>`;
  return sharp(Buffer.from(picture)).resize(width, height).png().toBuffer();
}

/** Breaks a headline into as few lines as fit the width. */
async function wrap(text: string, width: number): Promise<{ path: string }[]> {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ');
    if (lines.length > 0 && (await outline(longer, HEADLINE)).width <= width)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return Promise.all(lines.map((line) => outline(line, HEADLINE)));
}
