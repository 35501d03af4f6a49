import { createServer, type RequestListener } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sirv from 'sirv';
import { listen, type Listening } from './listen.ts';

type HeaderFields = Readonly<Record<string, string>>;

/** Response headers by path; a path that ends in `*` holds for everything that begins with the rest. */
export type HeaderRules = Readonly<Record<string, HeaderFields>>;

export interface SiteOptions {
  /** Folder of the built site. */
  readonly dir: string;
  readonly headers?: HeaderRules | undefined;
}

/** What the hosts that read `_headers` send unless it says otherwise. */
const DEFAULT_HEADERS: HeaderFields = { 'Cache-Control': 'public, max-age=0, must-revalidate' };

/** The rules of a `_headers` file as Cloudflare and Netlify read it. A missing file has none. */
export async function readHeaderRules(file: string): Promise<HeaderRules> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const rules: Record<string, Record<string, string>> = {};
  let current: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(#|$)/.test(line)) continue;
    const colon = line.indexOf(':');
    if (/^\s/.test(line)) current[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
    else current = rules[line.trim()] ??= {};
  }
  return rules;
}

function headersFor(path: string, rules: HeaderRules): HeaderFields {
  const matching = Object.entries(rules).filter(([pattern]) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  );
  return Object.assign({}, ...matching.map(([, headers]) => headers));
}

/** The one address of a page: no `.html`, no trailing slash, never another host. */
function cleanPath(path: string): string {
  const cleaned = path.replace(/(\/index)?\.html$/, '').replace(/\/+$/, '');
  return `/${cleaned.replace(/^[/\\]+/, '')}`;
}

/**
 * Answers for a built site as a static host does: clean addresses, its 404 page, the headers of its `_headers` file.
 * A file that has a compressed copy beside it (`.br`, `.gz`) is sent as that copy.
 */
export async function answerForSite({ dir, headers = {} }: SiteOptions): Promise<RequestListener> {
  const notFoundPage = await readFile(join(dir, '404.html')).catch(() => 'Not found');
  const serveFile = sirv(dir, { extensions: ['html'], etag: true, brotli: true, gzip: true });

  return (request, response) => {
    const { pathname, search } = new URL(`http://localhost${request.url ?? '/'}`);
    for (const [name, value] of Object.entries({ ...DEFAULT_HEADERS, ...headersFor(pathname, headers) }))
      response.setHeader(name, value);

    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' });
      return response.end();
    }

    const page = cleanPath(pathname);
    if (pathname !== page && pathname !== '/') {
      response.writeHead(308, { Location: page + search });
      return response.end();
    }

    const notFound = () => {
      response.writeHead(404, { 'Content-Type': 'text/html;charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : notFoundPage);
    };
    if (pathname === '/404' || pathname === '/_headers') return notFound();
    return serveFile(request, response, notFound);
  };
}

/** What plain http may say: a promise of https would keep Safari from the machine's own addresses. */
function withoutHttps(headers: HeaderFields): HeaderFields {
  const { 'Strict-Transport-Security': _, 'Content-Security-Policy': policy, ...rest } = headers;
  if (policy === undefined) return rest;
  return { ...rest, 'Content-Security-Policy': policy.replace(/;?\s*upgrade-insecure-requests/, '') };
}

/** Serves a built site over plain http. Port 0 takes any free one. */
export async function serveSite({
  dir,
  headers = {},
  port,
}: SiteOptions & { readonly port: number }): Promise<Listening> {
  const plain = Object.entries(headers).map(([pattern, rule]) => [pattern, withoutHttps(rule)]);
  return listen(createServer(await answerForSite({ dir, headers: Object.fromEntries(plain) })), port);
}
