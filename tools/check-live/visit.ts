/** What a visitor's browser would fetch of a site, once for all checks; and what a check is. */
import { BUILD_INFO_PATH, type BuildInfo } from '../../src/publish/headers.ts';
import { isLoopback } from '../../src/copy/address.ts';
import { PATHS } from '../../tests/support/words.ts';

/** One answer of a server; redirects are not followed. */
export interface Answer {
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Visit {
  /** The site's origin. */
  readonly origin: string;
  /** Whether this is plain http on the visitor's own machine, as `npm start` serves it. */
  readonly isLocal: boolean;
  /** Where plain http of the site answers; undefined where the address is local or names a port. */
  readonly plainHttp: string | undefined;
  readonly pages: readonly Answer[];
  /** An address that no page has. */
  readonly missingPage: Answer;
  /** The build's own `check-live.json`; undefined where that is not published. */
  readonly build: BuildInfo | undefined;
  /** The files whose name carries a hash of their content. */
  readonly hashedFiles: readonly Answer[];
  /** Fetches an address of the site, once. */
  readonly get: (path: string) => Promise<Answer>;
}

const ANSWER_TIMEOUT_MS = 15_000;

/** Fetches an address as it stands. Rejects when nothing answers in time. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const response = await fetch(url, { redirect: 'manual', signal, ...init });
  const { status, headers } = response;
  return { path: new URL(url).pathname, status, headers, text: await response.text() };
}

/** Why nothing answered, in the words of Node.js. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
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
  const getAll = async (paths: readonly string[]) => {
    const got: Answer[] = [];
    for (const path of paths) got.push(await get(path));
    return got;
  };
  const pages = await getAll(PATHS);
  const { status, text } = await get(BUILD_INFO_PATH);
  // Some hosts answer every unknown address with a page, and status 200.
  const build = status === 200 && text.startsWith('{') ? (JSON.parse(text) as BuildInfo) : undefined;
  const isLocal = protocol === 'http:' && isLoopback(origin);
  return {
    origin,
    isLocal,
    plainHttp: plainHttp ?? (isLocal || port !== '' ? undefined : `http://${hostname}`),
    pages,
    missingPage: await get('/no-such-page'),
    build,
    hashedFiles: await getAll(build?.hashedFiles ?? []),
    get,
  };
}

/** What is wrong with the site, and what to do about it, each in one sentence. */
export class CheckError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** Throws a `CheckError` unless the condition holds. */
export function assertCheck(condition: unknown, message: string, remedy: string): asserts condition {
  if (!condition) throw new CheckError(message, remedy);
}

/** Throws a `CheckError` if the site fails it. Returns a reason only if it does not apply to this site. */
export type Check = (visit: Visit) => Promise<string | void> | string | void;
