/** What a visitor's browser would read of a site, fetched once for all checks. */
import { PATHS } from '../support/words.ts';
import { isLoopback } from '../../src/lib/address.ts';

/** One answer of a server; redirects are not followed. */
export interface Answer {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Where the form's two calls go, as the page's scripts say it. */
export interface Calls {
  readonly supabaseUrl: string;
  readonly key: string;
  readonly webhookUrl: string;
}

export interface Visit {
  /** The site's origin. */
  readonly origin: string;
  /** Whether this is plain http on the visitor's own machine, as `npm start` serves it. */
  readonly isLocal: boolean;
  /** Where plain http of the site answers; undefined where the address is local or names a port. */
  readonly plainHttp: string | undefined;
  /** The pages by their path. */
  readonly pages: ReadonlyMap<string, Answer>;
  /** An address that no page has. */
  readonly nowhere: Answer;
  /** Every script that the form's page can fetch. */
  readonly scripts: readonly Answer[];
  /** Undefined when no script says it. */
  readonly calls: Calls | undefined;
  /** Fetches an address of the site, once. */
  get(path: string): Promise<Answer>;
}

const ANSWER_TIMEOUT_MS = 15_000;

/** Fetches an address as it stands. Rejects when nothing answers in time. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const response = await fetch(url, { redirect: 'manual', signal, ...init });
  return { url, status: response.status, headers: response.headers, text: await response.text() };
}

/** Why nothing answered, in the words of Node.js. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}

/** The names of script files that a text says. */
const scriptNames = (text: string) => text.match(/[\w-]+\.[\w-]{8}\.js\b/g) ?? [];

/** All scripts that a page names, and those that they name. */
async function fetchScripts(page: Answer, get: Visit['get']): Promise<Answer[]> {
  const scripts = new Map<string, Answer>();
  const waiting: string[] = scriptNames(page.text);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (scripts.has(name)) continue;
    const script = await get(`/_astro/${name}`);
    scripts.set(name, script);
    waiting.push(...scriptNames(script.text));
  }
  return [...scripts.values()];
}

const LITERAL = /["'`]((?:https?:\/\/|sb_publishable_|eyJ)[^"'`]+)["'`]/.source;

/** The build keeps the three public variables side by side, in the order of `src/build/environment.ts`. */
const ENVIRONMENT = new RegExp([LITERAL, LITERAL, LITERAL].join(String.raw`,\s*[\w$]+\s*=\s*`));

function findCalls(scripts: readonly Answer[]): Calls | undefined {
  for (const { text } of scripts) {
    const [, supabaseUrl, key, webhookUrl] = ENVIRONMENT.exec(text) ?? [];
    if (supabaseUrl && key && webhookUrl) return { supabaseUrl, key, webhookUrl };
  }
  return undefined;
}

/**
 * Visits the site at an address. Rejects when it cannot be reached at all.
 *
 * @param plainHttp where the site answers plain http, when that is not port 80 of the same host
 */
export async function visitSite(address: string, plainHttp?: string): Promise<Visit> {
  const { origin, protocol, hostname, port } = new URL(address);
  const answers = new Map<string, Promise<Answer>>();
  const get = (path: string) => {
    const answer = answers.get(path) ?? ask(origin + path);
    answers.set(path, answer);
    return answer;
  };
  const pages = new Map<string, Answer>();
  for (const path of PATHS) pages.set(path, await get(path));
  const form = await get('/request-demo');
  const isLocal = protocol === 'http:' && isLoopback(origin);
  const scripts = form.status === 200 ? await fetchScripts(form, get) : [];
  return {
    origin,
    isLocal,
    plainHttp: plainHttp ?? (isLocal || port !== '' ? undefined : `http://${hostname}`),
    pages,
    nowhere: await get('/no-such-page'),
    scripts,
    calls: findCalls(scripts),
    get,
  };
}
