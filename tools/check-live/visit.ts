import { isLoopback } from '../../src/publish/loopback.ts';
import { PAGES } from '../../src/copy/pages.ts';
import { BUILD_INFO_PATH, type BuildInfo } from '../../src/publish/headers.ts';

/** One answer of a server; redirects are not followed. */
export type Answer = Awaited<ReturnType<typeof ask>>;
export type Visit = Awaited<ReturnType<typeof visitSite>>;

/** One check, in a record whose key is its name: that says what holds when the check passes. */
export interface Check {
  readonly remedy: string;
  /** Throws what is wrong. Returns a reason only if the check does not apply to this site. */
  readonly check: (visit: Visit) => Promise<string | void> | string | void;
}

export const DAY_MS = 24 * 60 * 60 * 1000;

/** How long an answer is waited for. */
export const ANSWER_TIMEOUT_MS = 15_000;

/** Fetches an address as it stands. Rejects when nothing answers within `ANSWER_TIMEOUT_MS`. */
export async function ask(url: string, init: RequestInit = {}) {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const response = await fetch(url, { redirect: 'manual', signal, ...init });
  /** The value of a header; empty when it is missing. */
  const header = (name: string) => response.headers.get(name) ?? '';
  return { url, status: response.status, text: await response.text(), header };
}

/** Words in the address to which a host sends a visitor who has to log in first. */
const LOGIN = /\b(login|log-in|signin|sign-in|sso|sso-api|auth|cloudflareaccess)\b/i;

/** What a wall against bots answers with in place of the site: too many requests, or a challenge that a browser solves. */
const WALL_STATUSES = new Set([202, 401, 403, 429]);
/** Headers by which Cloudflare, Vercel and AWS WAF mark such an answer, also one with status 200. */
const WALL_HEADERS = ['cf-mitigated', 'x-vercel-mitigated', 'x-amzn-waf-action'];

/** The answer, if it is the site's. Throws when something before the site has answered instead. */
function assertLetIn(answer: Answer): Answer {
  const { url, status, header } = answer;
  const isLogin = status >= 300 && status <= 399 && LOGIN.test(header('location'));
  const isWall = WALL_STATUSES.has(status) || WALL_HEADERS.some((name) => header(name) !== '');
  if (!isLogin && !isWall) return answer;
  const where = isLogin ? ` and leads to ${header('location')}` : '';
  throw new Error(
    `${url} answers with status ${status}${where}: a protection of the host, or one against bots, does not let this check through, which proves nothing about the site`,
  );
}

/**
 * Visits the site at an address. Rejects when it cannot be reached at all, or does not say how it was built.
 *
 * @param plainHttp as for `checkSite`
 */
export async function visitSite(address: string, plainHttp?: string) {
  const { origin, protocol, hostname, port } = new URL(address);
  const get = (path: string) => ask(origin + path);
  const { status, text } = assertLetIn(await get(BUILD_INFO_PATH));
  // Some hosts answer every unknown address with a page, and status 200.
  if (status !== 200 || !text.startsWith('{'))
    throw new Error(`${BUILD_INFO_PATH}, which says how the site was built, answers with status ${status}`);
  const build = JSON.parse(text) as BuildInfo;
  const isLocal = protocol === 'http:' && isLoopback(origin);
  return {
    origin,
    /** Whether this is plain http on the visitor's own machine, as `npm start` serves it. */
    isLocal,
    plainHttp: plainHttp ?? (isLocal || port !== '' ? undefined : `http://${hostname}`),
    pages: await Array.fromAsync(PAGES, async ({ path }) => assertLetIn(await get(path))),
    missingPage: await get('/no-such-page'),
    build,
    hashedFiles: await Array.fromAsync(build.hashedFiles, get),
    get,
  };
}
