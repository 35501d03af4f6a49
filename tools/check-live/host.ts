import { ok as assert } from 'node:assert/strict';
import { IMMUTABLE, RESOURCE_POLICY, SECURITY_HEADERS, hashOf } from '../../src/publish/headers.ts';
import { ask, DAY_MS, type Answer, type Check } from './visit.ts';

const PUBLISH = 'Publish the whole folder dist/ of a fresh npm run build.';
const CONFIGURE = 'Give the host its configuration: docs/hosting.md.';
const SET_ADDRESS = 'Set SITE_URL to the address that visitors use, and build and publish again.';

/** Matches a group of robots.txt that refuses all to every search engine; the group of another robot ends it. */
const REFUSES_ALL = /^user-agent: *\* *$(\r?\n(?!user-agent:).*)*?\r?\ndisallow: *\/\*? *$/im;

const isRedirect = ({ status }: Answer) => status >= 300 && status < 400;

/** Throws unless the answer `isRight`, and says its status, this header or where it leads, and what it should do. */
function assertAnswer(answer: Answer, isRight: unknown, headerName: string, wanted = ''): void {
  const shown = isRedirect(answer) ? 'Location' : headerName;
  const said = `${answer.url} answers with status ${answer.status} and ${shown}: ${answer.header(shown) || 'none'}`;
  const advice = wanted === '' ? '' : `; it should ${wanted}`;
  assert(isRight, `${said}${advice}.`);
}

function assertLeadsTo(answer: Answer, target: string): void {
  const leads = isRedirect(answer) && URL.parse(answer.header('location'), answer.url)?.href === target;
  assertAnswer(answer, leads, 'Location', `lead to ${target}`);
}

function assertCached(answer: Answer, status: number, cacheControl: RegExp): void {
  const isRight = answer.status === status && cacheControl.test(answer.header('cache-control'));
  assertAnswer(answer, isRight, 'Cache-Control');
}

export const HOST_CHECKS: Readonly<Record<string, Check>> = {
  'Every page answers, and an unknown address has status 404': {
    remedy: `${PUBLISH} ${CONFIGURE} A page that leads elsewhere: check the address at which visitors end up.`,
    check({ pages, missingPage }) {
      for (const page of [...pages, missingPage]) {
        const wanted = page === missingPage ? 404 : 200;
        const isRight = page.status === wanted && page.header('content-type').startsWith('text/html');
        assertAnswer(page, isRight, 'Content-Type', `be HTML with status ${wanted}`);
      }
    },
  },
  'Pages, scripts and typefaces are sent as what they are': {
    remedy: `${CONFIGURE} Browsers run no script that is sent as another type, and read a page in the charset of its header.`,
    check({ pages, hashedFiles }) {
      for (const answer of [...pages, ...hashedFiles]) {
        const sent = answer.header('content-type');
        const isUtf8 = !/charset=(?!"?utf-8\b)/i.test(sent);
        assertAnswer(answer, sent && isUtf8, 'Content-Type', 'be in UTF-8');
        const isScript = /^(text|application)\/javascript\b/.test(sent);
        if (answer.url.endsWith('.js')) assertAnswer(answer, isScript, 'Content-Type', 'be text/javascript');
      }
    },
  },
  'Search engines may list every page': {
    remedy: `Take it back where the host or a proxy adds it, as hosts do for previews: the site's own robots.txt allows everything.`,
    async check({ pages, get }) {
      for (const page of pages) {
        const isHidden = /\b(noindex|none)\b/i.test(page.header('x-robots-tag'));
        assertAnswer(page, !isHidden, 'X-Robots-Tag');
      }
      const { url, text } = await get('/robots.txt');
      assert(!REFUSES_ALL.test(text), `${url} has Disallow: / for every search engine.`);
    },
  },
  'A recording can be heard in Safari': {
    remedy:
      'Have the host answer byte ranges (Range: bytes=0-1) with status 206: Safari plays nothing without them.',
    async check({ origin, pages }) {
      const found = pages.flatMap(({ text }) => text.match(/\/recordings\/[\w./-]+\.\w+/g) ?? []);
      for (const path of new Set(found)) {
        const answer = await ask(origin + path, { headers: { Range: 'bytes=0-1' } });
        assertAnswer(answer, answer.status === 206, 'Content-Range', 'be 206 and bytes 0-1');
      }
      return found.length > 0 ? undefined : 'no page has a recording';
    },
  },
  'Every page has one address': {
    remedy: CONFIGURE,
    async check({ pages }) {
      for (const { url } of pages) {
        const others = url.endsWith('/') ? [`${url}index.html`] : [`${url}.html`, `${url}/`];
        for (const other of others) assertLeadsTo(await ask(other), url);
      }
    },
  },
  'Every page arrives as it was built': {
    remedy: `${PUBLISH} Or a proxy before the site rewrites pages, and their policy refuses scripts and styles that were changed: switch off what minifies, defers or injects them, or hides e-mail addresses (Cloudflare's Rocket Loader and Email Address Obfuscation, say).`,
    check({ pages, missingPage, build }) {
      for (const { url, text } of [...pages, missingPage]) {
        const name = url === missingPage.url ? '404' : new URL(url).pathname.slice(1) || 'index';
        assert(hashOf(text) === build.pages[`${name}.html`], `${url} does not arrive as it was built.`);
      }
    },
  },
  'The site was built for this address': {
    remedy: SET_ADDRESS,
    check: ({ origin, build }) =>
      assert(URL.parse(build.siteUrl)?.origin === origin, `It was built for ${build.siteUrl}.`),
  },
  'Every answer carries the security headers': {
    remedy: CONFIGURE,
    check({ isLocal, pages, missingPage, hashedFiles }) {
      for (const answer of [...pages, missingPage, ...hashedFiles]) {
        // The rule of this header is for a page's own path, and the 404 page has none.
        const own = answer === missingPage ? {} : { [RESOURCE_POLICY]: 'same-origin' };
        for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...own })) {
          // `npm start`, which has no https, leaves these out or changes them.
          const isForHttps = isLocal && /^max-age|upgrade-insecure-requests/.test(value);
          assertAnswer(answer, isForHttps || answer.header(name) === value, name, `be ${value}`);
        }
      }
    },
  },
  'Browsers keep hashed files, and ask again for pages': {
    remedy: `${CONFIGURE} A kept page would be the old one after a change; a file of /_astro whose 404 was kept would be missing for a year.`,
    async check({ pages, hashedFiles, get }) {
      for (const page of pages) assertCached(page, 200, /max-age=0|no-cache|no-store/);
      for (const file of hashedFiles) assertCached(file, 200, new RegExp(`^${IMMUTABLE}$`));
      assertCached(await get('/_astro/missing.00000000.js'), 404, /^(?!.*immutable)/);
    },
  },
  'Texts are sent compressed': {
    remedy: 'Switch gzip or Brotli on at the host, also for requests that come through a proxy.',
    check({ isLocal, pages, hashedFiles }) {
      if (isLocal) return 'a server on this machine need not compress';
      for (const answer of [...pages, ...hashedFiles.filter(({ url }) => url.endsWith('.js'))]) {
        const isCompressed = /^(br|gzip|zstd)$/.test(answer.header('content-encoding'));
        assertAnswer(answer, isCompressed, 'Content-Encoding');
      }
      return undefined;
    },
  },
  'Other sites can show the link previews': {
    remedy: `${PUBLISH} ${CONFIGURE}`,
    async check({ pages, get }) {
      for (const { text } of pages) {
        const [, path = '/'] = /<meta property="og:image" content="https?:\/\/[^/]+([^"]*)"/.exec(text) ?? [];
        const answer = await get(path);
        const isRight = answer.status === 200 && answer.header(RESOURCE_POLICY) === 'cross-origin';
        assertAnswer(answer, isRight, RESOURCE_POLICY, 'be cross-origin with status 200');
      }
    },
  },
  'security.txt is there, and is valid for another month': {
    remedy:
      'See whether the e-mail address is still read, and build and publish again: each build sets the day anew.',
    async check({ get }) {
      const { url, status, text } = await get('/.well-known/security.txt');
      const [, end = 'none'] = /^Expires: (.+)$/m.exec(text) ?? [];
      assert(
        status === 200 && Date.parse(end) > Date.now() + 30 * DAY_MS,
        `${url} answers with status ${status} and Expires: ${end}.`,
      );
    },
  },
  'Plain http leads to https': {
    remedy: 'Have the host answer http with a permanent redirect to the same address by https.',
    async check({ origin, plainHttp }) {
      if (plainHttp === undefined) return 'the address is local, or names a port of its own';
      const https = origin.replace(/^http:/, 'https:');
      assertLeadsTo(await ask(`${plainHttp}/request-demo`), `${https}/request-demo`);
      return undefined;
    },
  },
};
