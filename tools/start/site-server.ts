import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join, relative, sep } from 'node:path';
import mime from 'mime';
import { forward, listen, localServer, REST_METHODS, type Listening } from './listen.ts';

type HeaderFields = Readonly<Record<string, string>>;

/** Response headers by path; a path that ends in `*` holds for everything that begins with the rest. */
export type HeaderRules = Readonly<Record<string, HeaderFields>>;

export interface SiteOptions {
  /** Folder of the built site. */
  readonly dir: string;
  readonly headers?: HeaderRules | undefined;
}

/** The default headers of hosts that read `_headers`; the file can override them. */
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

/**
 * The one address of a page: no `index`, no `.html`, no slash at its end, and one alone at its start, as `//name` would
 * be another host.
 */
function cleanPath(path: string): string {
  return path.replace(/(^|\/)index(\.html)?\/*$|(\.html)?\/*$/, '').replace(/^[/\\]*/, '/');
}

interface SiteFile {
  readonly body: Buffer;
  /** Changes with the content. */
  readonly etag: string;
}

/** Every file in `dir` by its path from there, which begins with a slash. */
async function readFiles(dir: string): Promise<ReadonlyMap<string, SiteFile>> {
  const files = new Map<string, SiteFile>();
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const body = await readFile(file);
    const etag = `W/"${createHash('sha256').update(body).digest('base64url')}"`;
    files.set(`/${relative(dir, file).replaceAll(sep, '/')}`, { body, etag });
  }
  return files;
}

/** For a folder without a 404 page. */
const NOT_FOUND: SiteFile = { body: Buffer.from('Not found'), etag: '' };

function typeOf(file: string): string {
  const type = mime.getType(file) ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type};charset=utf-8` : type;
}

/**
 * The first and the last byte that a `Range` header asks for; undefined for the whole file, which HTTP allows as an
 * answer to any.
 */
function partOf(size: number, range = ''): readonly [number, number] | undefined {
  const asked = /^bytes=(\d+)-(\d*)$/.exec(range);
  if (!asked) return undefined;
  const first = Number(asked[1]);
  const last = Math.min(Number(asked[2] || Infinity), size - 1);
  return first <= last ? [first, last] : undefined;
}

/**
 * Answers for a built site as a static host does: clean addresses, its 404 page, the headers of its `_headers` file.
 * A media player may request a part, without which Safari plays no recording. The files are read once, so that no answer
 * waits for the disk or fails on it.
 * sirv, the usual package for this, reads them for each answer: a file that is gone ends the process, and so does
 * `Range: bytes=5-2`.
 */
export async function answerForSite({ dir, headers = {} }: SiteOptions): Promise<RequestListener> {
  const files = await readFiles(dir);
  const fileByPath = new Map([...files.keys()].map((file) => [cleanPath(file), file]));
  // Neither the 404 page nor the rules for the host have an address of their own.
  for (const path of ['/404', '/_headers']) fileByPath.delete(path);

  return (request, response) => {
    const { pathname, search } = new URL(`http://localhost${request.url ?? '/'}`);
    const path = decodeURIComponent(pathname);
    const page = cleanPath(path);
    const isFound = fileByPath.has(page);
    const rules = { ...DEFAULT_HEADERS, ...headersFor(path, headers) };
    for (const [name, value] of Object.entries(rules)) response.setHeader(name, value);

    if (page !== path) return response.writeHead(308, { Location: encodeURI(page) + search }).end();

    const file = fileByPath.get(page) ?? '/404.html';
    const { body, etag } = files.get(file) ?? NOT_FOUND;
    if (isFound) {
      response.setHeader('ETag', etag);
      if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    }
    response.setHeader('Content-Type', typeOf(file));
    const part = isFound ? partOf(body.length, request.headers.range) : undefined;
    response.statusCode = part ? 206 : isFound ? 200 : 404;
    if (!part) return response.end(body);
    const [first, last] = part;
    response.setHeader('Content-Range', `bytes ${first}-${last}/${body.length}`);
    return response.end(body.subarray(first, last + 1));
  };
}

/** Without the headers that demand https: Safari would obey them even for localhost, where no https answers. */
function withoutHttps(headers: HeaderFields): HeaderFields {
  const { 'Strict-Transport-Security': _, 'Content-Security-Policy': policy, ...rest } = headers;
  if (policy === undefined) return rest;
  return { ...rest, 'Content-Security-Policy': policy.replace(/;?\s*upgrade-insecure-requests/, '') };
}

/**
 * Serves a built site over plain http. Port 0 takes any free one. What begins with a path of `forwards` is passed on to the
 * server at that address.
 */
export async function serveSite({
  dir,
  headers = {},
  port,
  forwards = {},
}: SiteOptions & {
  readonly port: number;
  readonly forwards?: Readonly<Record<string, string>>;
}): Promise<Listening> {
  const plain = Object.entries(headers).map(([pattern, rule]) => [pattern, withoutHttps(rule)]);
  const answer = await answerForSite({ dir, headers: Object.fromEntries(plain) });
  const pages = localServer(['GET', 'HEAD'], answer);
  const server = localServer(REST_METHODS, (request, response) => {
    const path = Object.keys(forwards).find((prefix) => request.url?.startsWith(prefix));
    if (path) forward(request, response, forwards[path]!);
    else pages.emit('request', request, response);
  });
  return listen(server, port);
}
