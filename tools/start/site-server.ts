import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sirv from 'sirv';
import { forward, listen, localServer, type Listening } from './listen.ts';

/** A header for the answers at one path, or at all that begin with it where it ends in an asterisk. */
interface HeaderRule {
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

/**
 * The rules of a site's `_headers`: a path on a line, then its headers on indented ones. Left out are those that demand https:
 * Safari obeys them even on localhost, where nothing answers it.
 */
async function readHeaderRules(dir: string): Promise<HeaderRule[]> {
  const text = await readFile(join(dir, '_headers'), 'utf8');
  const rules: HeaderRule[] = [];
  let path = '';
  for (const line of text.split('\n')) {
    const [, name, value] = /^ +(.+?): (.+)$/.exec(line) ?? [];
    if (!name || !value) path = line;
    else if (name !== 'Strict-Transport-Security')
      rules.push({ path, name, value: value.replace('; upgrade-insecure-requests', '') });
  }
  return rules;
}

function isFor(rule: HeaderRule, path: string): boolean {
  if (rule.path.endsWith('*')) return path.startsWith(rule.path.slice(0, -1));
  return path === rule.path;
}

/** The one address of a page: without `index`, `.html` and a last slash, and with one first slash, as `//name` is a host. */
function cleanPath(path: string): string {
  const withoutEnding = path.replace(/\/index(\.html)?\/*$|(\.html)?\/*$/, '');
  return withoutEnding.replace(/^[/\\]*/, '/');
}

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
    response.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
    for (const rule of rules) {
      if (isFor(rule, path)) response.setHeader(rule.name, rule.value);
    }
    if (cleanPath(path) !== path) return response.writeHead(308, { Location: cleanPath(path) + query }).end();
    const answerNotFound = () =>
      void response.writeHead(404, { 'Content-Type': 'text/html;charset=utf-8' }).end(errorPage);
    // No host serves the 404 page or the rules for itself at an address of their own.
    if (path === '/404' || path === '/_headers') return answerNotFound();
    return serveFile(request, response, answerNotFound);
  });
  return listen(server, port);
}
