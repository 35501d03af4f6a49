import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sirv from 'sirv';
import { forward, listen, localServer, type Listening } from './listen.ts';

/** The headers of a site's `_headers`, each with its path: lines of a path, followed by indented ones of a header. */
async function readHeaders(dir: string) {
  let path = '';
  return (await readFile(join(dir, '_headers'), 'utf8')).split('\n').flatMap((line) => {
    const [, name, sent] = /^ +(.+?): (.+)$/.exec(line) ?? [];
    if (!name || !sent) path = line;
    // Safari obeys headers that demand https even on localhost, where nothing answers it: they are left out.
    if (!name || !sent || name === 'Strict-Transport-Security') return [];
    return { path, name, value: sent.replace('; upgrade-insecure-requests', '') };
  });
}

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
  const headers = await readHeaders(dir);
  const errorPage = await readFile(join(dir, '404.html'));
  // `dev` reads a file when it is asked for: a new build may have replaced those that were there at the start.
  const serveFile = sirv(dir, { dev: true, etag: true, brotli: true, extensions: ['html'] });
  const server = localServer((request, response) => {
    const [path = '', query = ''] = (request.url ?? '/').split(/(?=\?)/);
    const forwarded = Object.keys(forwards).find((beginning) => path.startsWith(beginning));
    if (forwarded) return forward(request, response, forwards[forwarded]!);
    response.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
    for (const { path: rule, name, value } of headers)
      if (rule.endsWith('*') ? path.startsWith(rule.slice(0, -1)) : path === rule)
        response.setHeader(name, value);
    if (cleanPath(path) !== path) return response.writeHead(308, { Location: cleanPath(path) + query }).end();
    const answerNotFound = () =>
      void response.writeHead(404, { 'Content-Type': 'text/html;charset=utf-8' }).end(errorPage);
    // No host serves the 404 page or the rules for itself at an address of their own.
    if (path === '/404' || path === '/_headers') return answerNotFound();
    return serveFile(request, response, answerNotFound);
  });
  return listen(server, port);
}
