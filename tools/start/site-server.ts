import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sirv from 'sirv';
import { forward, listen, localServer, type Listening } from './listen.ts';

type HeaderRules = Record<string, Record<string, string>>;

/** The rules of a site's `_headers`: lines of a path, each followed by indented ones of a header. */
async function readHeaderRules(dir: string): Promise<HeaderRules> {
  const rules: HeaderRules = {};
  let path = '';
  for (const line of (await readFile(join(dir, '_headers'), 'utf8')).split('\n')) {
    const [, name, value] = /^ +(.+?): (.+)$/.exec(line) ?? [];
    if (!name || !value) path = line;
    // Safari obeys headers that demand https even on localhost, where nothing answers it: they are left out.
    else if (name !== 'Strict-Transport-Security')
      (rules[path] ??= {})[name] = value.replace('; upgrade-insecure-requests', '');
  }
  return rules;
}

const headersFor = (path: string, rules: HeaderRules): Record<string, string> =>
  Object.entries(rules)
    .filter(([rule]) => (rule.endsWith('*') ? path.startsWith(rule.slice(0, -1)) : path === rule))
    .reduce((headers, [, more]) => Object.assign(headers, more), {
      'Cache-Control': 'public, max-age=0, must-revalidate',
    });

/** The one address of a page: without `index`, `.html` and a last slash, and with one first slash, as `//name` is a host. */
const cleanPath = (path: string) =>
  path.replace(/\/index(\.html)?\/*$|(\.html)?\/*$/, '').replace(/^[/\\]*/, '/');

/**
 * Serves a built site over plain http as a static host does: one address for each page, its 404 page, the headers of its
 * `_headers` file, byte ranges of a recording; a file's `.br` beside it, where there is one. Port 0 takes any free port.
 *
 * @param forwards the servers, by the beginning of the paths that are passed on to them
 */
export async function serveSite(
  dir: string,
  port: number,
  forwards: Readonly<Record<string, string>> = {},
): Promise<Listening> {
  const rules = await readHeaderRules(dir);
  const errorPage = await readFile(join(dir, '404.html'));
  // `dev` reads a file when it is asked for: a new build may have replaced those that were there at the start.
  const serveFile = sirv(dir, { dev: true, etag: true, brotli: true, extensions: ['html'] });
  const server = localServer((request, response) => {
    const [path = '', query = ''] = (request.url ?? '/').split(/(?=\?)/);
    const forwarded = Object.keys(forwards).find((beginning) => path.startsWith(beginning));
    if (forwarded) return forward(request, response, forwards[forwarded]!);
    for (const [name, value] of Object.entries(headersFor(path, rules))) response.setHeader(name, value);
    if (cleanPath(path) !== path) return response.writeHead(308, { Location: cleanPath(path) + query }).end();
    const answerNotFound = () =>
      void response.writeHead(404, { 'Content-Type': 'text/html;charset=utf-8' }).end(errorPage);
    // No host serves the 404 page or the rules for itself at an address of their own.
    if (path === '/404' || path === '/_headers') return answerNotFound();
    return serveFile(request, response, answerNotFound);
  });
  return listen(server, port);
}
