/** The size budgets of a page, and how its files are measured. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const KB = 1024;

/** Upper limits in bytes, after compression. */
export const BUDGETS = {
  /** HTML with its style sheet in it. The first two round trips carry about 14 and 28 KB. */
  html: 24 * KB,
  /** The scripts of our own inside a page: they run before the first paint. */
  inlineScript: 2 * KB,
  /** Two typefaces cut down to the site's glyphs. Fonts compete with the largest paint for a phone's network. */
  fonts: 24 * KB,
  /** Everything that a first visit fetches without the visitor acting; to the form's page, React with it. */
  firstVisit: 50 * KB,
  firstVisitToForm: 120 * KB,
} as const;

/** At most this many typefaces, one file each: display and text. */
export const MOST_FONT_FILES = 2;

/** Hosts compress on the fly at about this Brotli level, of 11; files compressed beforehand are smaller. */
const BROTLI_QUALITY = 5;

/** Whether a host compresses this file; pictures and fonts are compressed already. */
export const isCompressible = (file: string): boolean =>
  /\.(html|js|css|svg|json|xml|txt|webmanifest)$/.test(file);

/** Transfer size of a file, in bytes, as a content delivery network compresses it. */
export function bytesOnTheWire(file: string, content: Buffer): number {
  return isCompressible(file) ? brotli(content).length : content.length;
}

export const brotli = (content: Buffer): Buffer =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });

/** Strings that only these libraries contain, minified or not. File names would miss a library inside another chunk. */
const MARKS = {
  React: /react\.dev\/errors|react\.transitional\.element/,
  GSAP: /_gsap|GreenSock/,
  'supabase-js': /supabase-js/,
} as const;

export type Library = keyof typeof MARKS;

/** The libraries in a script. */
export const librariesIn = (code: string): Library[] =>
  (Object.keys(MARKS) as Library[]).filter((library) => MARKS[library].test(code));

/** The scripts inside a page that are neither data nor Astro's island runtime. */
export const ownInlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, code = '']) => code)
    .filter((code) => !code.includes('customElements.define("astro-island"'));

/** Size in bytes after gzip, together. */
export const gzippedSize = (texts: readonly string[]): number => gzipSync(texts.join('\n')).length;
