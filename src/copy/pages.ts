import { SECTION_IDS, type Hour } from '../constants.ts';

/**
 * Every page but the error page, with the arguments of `words()` for its content file, and the time of day that colors it;
 * the landing page's sections have their own. Links, link previews and tests use this list.
 */
export const PAGES = [
  { path: '/', content: ['home'], hour: 'night' },
  { path: '/request-demo', content: ['requestDemo'], hour: 'dusk' },
  { path: '/inbound-voice-agents', content: ['agents', 'inbound-voice-agents'], hour: 'night' },
  { path: '/outbound-voice-agents', content: ['agents', 'outbound-voice-agents'], hour: 'morning' },
  { path: '/support-packages', content: ['supportPackages'], hour: 'noon' },
] as const satisfies readonly { path: string; content: readonly [string, string?]; hour: Hour }[];

/** Where a link may lead on this site. */
export const LINKS = [
  ...PAGES.map(({ path }) => path),
  ...Object.values(SECTION_IDS).map((id) => `/#${id}` as const),
];

/**
 * The page at that path.
 * @throws when the list lacks it: it would have no link preview and no test
 */
export function pageAt(path: string): (typeof PAGES)[number] {
  const page = PAGES.find((one) => one.path === path);
  if (!page) throw new Error(`The page ${path} is missing in the list of src/copy/pages.ts. Add its line.`);
  return page;
}

/** The name of a page's link preview, which is at `/og/NAME.png`. */
export const linkPreviewName = (path: string): string => path.slice(1) || 'home';
