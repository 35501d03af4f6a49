/** The path of a page as links use it: in a build its URL ends in `.html` or `/index.html`, elsewhere perhaps in a slash. */
export const pagePath = (url: URL): string =>
  url.pathname.replace(/(index)?\.html$/, '').replace(/(.)\/$/, '$1');

/** The canonical URL of a page: absolute, without `.html` or a trailing slash. */
export const canonical = (site: URL, url: URL): string => new URL(pagePath(url), site).href;

/** Whether a link leads to another site, which opens in a new tab; links within this one are paths (`markdown.ts`). */
export const opensNewTab = (href: string): boolean => href.startsWith('https:');
