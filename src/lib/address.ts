const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address leads to the machine that it is used on. One with a user name leads nowhere. */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, username } = new URL(address);
  return LOOPBACK_HOSTS.has(hostname) && username === '';
}

/** The path under which a page is linked to; builds know it as a file. */
export function pagePath(url: URL): string {
  return url.pathname.replace(/(index)?\.html$/, '').replace(/(.)\/$/, '$1');
}

/** The one address of a page: absolute, without `.html` and without a slash at its end. */
export function canonical(site: URL, url: URL): string {
  return new URL(pagePath(url), site).href;
}

/** Whether a link leads to another site, which opens in a new tab. */
export const opensNewTab = (href: string): boolean => href.startsWith('https:');
