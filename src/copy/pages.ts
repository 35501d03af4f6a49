import { SECTION_IDS, type Hour } from '../constants.ts';

/**
 * Every page but the error page, with the collection of its content (`content.config.ts`), its `id` there if that has several
 * files, and the time of day that colors it; the landing page's sections have their own. Links, link previews and tests use this
 * list.
 */
export const PAGES = [
  { path: '/', collection: 'home', hour: 'night' },
  { path: '/request-demo', collection: 'requestDemo', hour: 'dusk' },
  { path: '/inbound-voice-agents', collection: 'agents', id: 'inbound-voice-agents', hour: 'night' },
  { path: '/outbound-voice-agents', collection: 'agents', id: 'outbound-voice-agents', hour: 'morning' },
  { path: '/support-packages', collection: 'supportPackages', hour: 'noon' },
] as const satisfies readonly { path: string; collection: string; id?: string; hour: Hour }[];

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
