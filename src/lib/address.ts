/** The names by which a machine calls itself in an address. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The path under which a page is linked to; builds know it as a file. */
export function pagePath(url: URL): string {
  return url.pathname.replace(/(index)?\.html$/, '').replace(/(.)\/$/, '$1');
}

/** The one address of a page: absolute, without `.html` and without a slash at its end. */
export function canonical(site: URL, url: URL): string {
  return new URL(pagePath(url), site).href;
}
