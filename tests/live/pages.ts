/** Checks of what the host sends: pages, addresses, headers, caching, compression, links. */
import { IMMUTABLE, SECURITY_HEADERS } from '../../src/build/headers.ts';
import { MESSAGES, PATHS } from '../support/words.ts';
import { demand, type Check } from './check.ts';
import type { Answer, Visit } from './visit.ts';

const PUBLISH = 'Publish the whole folder dist/ of a fresh npm run build.';
const CONFIGURE = 'Give the host its configuration: README, "Going live".';

const pathOf = ({ url }: Answer) => new URL(url).pathname;
const header = ({ headers }: Answer, name: string) => headers.get(name) ?? '';

const pagesAnswer: Check = {
  name: 'Every page answers, and an unknown address says so',
  run({ pages, nowhere }) {
    for (const page of pages.values()) {
      const target = page.headers.get('location');
      demand(
        target === null,
        `${pathOf(page)} leads to ${target}.`,
        'Check the address at which visitors end up; if this is it, see the redirects of the host.',
      );
      demand(page.status === 200, `${pathOf(page)} answers with status ${page.status}.`, PUBLISH);
      demand(
        header(page, 'content-type').startsWith('text/html'),
        `${pathOf(page)} is not sent as HTML.`,
        CONFIGURE,
      );
    }
    demand(
      nowhere.status === 404 && nowhere.text.includes(MESSAGES.fallbackHeading),
      `An unknown address answers with status ${nowhere.status}${nowhere.text.includes(MESSAGES.fallbackHeading) ? '' : ' and without the fallback screen'}.`,
      `It must be status 404 with the page 404.html. ${CONFIGURE}`,
    );
  },
};

const oneAddressEach: Check = {
  name: 'Every page has one address',
  async run({ origin, get }) {
    for (const path of PATHS) {
      const others = path === '/' ? ['/index.html'] : [`${path}.html`, `${path}/`];
      for (const other of others) {
        const { status, headers } = await get(other);
        const target = new URL(headers.get('location') ?? other, origin).href;
        demand(
          status >= 300 && status < 400 && target === new URL(path, origin).href,
          `${other} answers with status ${status}${headers.has('location') ? ` and leads to ${target}` : ''}; it should lead to ${path}.`,
          CONFIGURE,
        );
      }
    }
  },
};

/** The headers that this address can promise: plain http promises no https. */
function expectedHeaders({ isLocal }: Visit): [string, string][] {
  return Object.entries(SECURITY_HEADERS)
    .filter(([name]) => !isLocal || name !== 'Strict-Transport-Security')
    .map(([name, value]) => [name, isLocal ? value.replace('; upgrade-insecure-requests', '') : value]);
}

const securityHeaders: Check = {
  name: 'Every answer carries the security headers',
  run(visit) {
    for (const answer of [...visit.pages.values(), visit.nowhere, ...visit.scripts]) {
      for (const [name, value] of expectedHeaders(visit)) {
        const sent = header(answer, name);
        demand(
          sent === value,
          `${pathOf(answer)} is sent ${sent ? `with ${name}: ${sent}` : `without ${name}`}; it should be ${name}: ${value}.`,
          CONFIGURE,
        );
      }
    }
  },
};

const caching: Check = {
  name: 'Browsers keep hashed files, and ask again for pages',
  async run({ pages, scripts, get }) {
    for (const page of pages.values())
      demand(
        /max-age=0|no-cache|no-store/.test(header(page, 'cache-control')),
        `${pathOf(page)} may be kept (Cache-Control: ${header(page, 'cache-control') || 'none'}): after a change visitors would see the old page.`,
        CONFIGURE,
      );
    for (const script of scripts) {
      demand(script.status === 200, `${pathOf(script)} answers with status ${script.status}.`, PUBLISH);
      demand(
        header(script, 'cache-control') === IMMUTABLE,
        `${pathOf(script)} is fetched again on every visit (Cache-Control: ${header(script, 'cache-control') || 'none'}); it should be ${IMMUTABLE}.`,
        CONFIGURE,
      );
    }
    const missing = await get('/_astro/missing.00000000.js');
    demand(
      missing.status === 404 && !header(missing, 'cache-control').includes('immutable'),
      `A missing file of /_astro answers with status ${missing.status} and Cache-Control: ${header(missing, 'cache-control') || 'none'}: who asks during a release would miss it for a year.`,
      'The host must answer 404, and let only files that exist be kept.',
    );
  },
};

const compression: Check = {
  name: 'Texts are sent compressed',
  run({ isLocal, pages, scripts }) {
    if (isLocal) return 'the server of npm start does not compress';
    for (const answer of [...pages.values(), ...scripts].filter(({ text }) => text.length > 2000))
      demand(
        /^(br|gzip|zstd)$/.test(header(answer, 'content-encoding')),
        `${pathOf(answer)} is sent uncompressed.`,
        'Switch gzip or Brotli on at the host, also for requests that come through a proxy.',
      );
    return undefined;
  },
};

const links: Check = {
  name: 'Every link of the site leads somewhere',
  async run({ pages, nowhere, get }) {
    for (const page of [...pages.values(), nowhere]) {
      for (const [, href = ''] of page.text.matchAll(/<a [^>]*?href="([/#][^"]*)"/g)) {
        const { pathname, hash } = new URL(href, page.url);
        const target = pathname === pathOf(page) ? page : await get(pathname);
        demand(
          target === page || target.status === 200,
          `${pathOf(page)} links to ${href}, which answers with status ${target.status}.`,
          PUBLISH,
        );
        demand(
          hash === '' || target.text.includes(`id="${hash.slice(1)}"`),
          `${pathOf(page)} links to ${href}, and that page has no such place.`,
          PUBLISH,
        );
      }
    }
  },
};

const ADDRESS = 'Set SITE_URL to the address that visitors use, and build and publish again.';

const addressesIn = (sitemap: string) =>
  [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, found = '']) => found);

const ownAddress: Check = {
  name: 'Canonical addresses, previews and the sitemap are on this address',
  async run({ origin, pages, get }) {
    for (const [path, page] of pages) {
      const address = new URL(path, origin).href;
      const canonical = /<link rel="canonical" href="([^"]*)"/.exec(page.text)?.[1];
      demand(
        canonical === address,
        `The canonical address of ${path} is ${canonical ?? 'missing'}.`,
        ADDRESS,
      );
      const shared = /<meta property="og:url" content="([^"]*)"/.exec(page.text)?.[1];
      demand(shared === address, `Link previews of ${path} lead to ${shared ?? 'no address'}.`, ADDRESS);
      const picture = /<meta property="og:image" content="([^"]*)"/.exec(page.text)?.[1] ?? '';
      demand(
        picture.startsWith(`${origin}/`),
        `The preview picture of ${path} is at ${picture || 'no address'}.`,
        ADDRESS,
      );
      const { status, headers } = await get(new URL(picture).pathname);
      demand(
        status === 200 && headers.get('content-type') === 'image/png',
        `The preview picture ${picture} answers with status ${status} and type ${headers.get('content-type') ?? 'none'}.`,
        PUBLISH,
      );
    }
    const robots = await get('/robots.txt');
    const sitemap = /^Sitemap: (\S+)$/m.exec(robots.text)?.[1];
    demand(
      sitemap === `${origin}/sitemap-index.xml`,
      `robots.txt names the sitemap ${sitemap ?? '(none)'}.`,
      ADDRESS,
    );
    const parts = addressesIn((await get('/sitemap-index.xml')).text);
    const listed: string[] = [];
    for (const part of parts) listed.push(...addressesIn((await get(new URL(part).pathname)).text));
    const expected = PATHS.map((path) => new URL(path, origin).href);
    demand(
      listed.toSorted().join() === expected.toSorted().join(),
      `The sitemap lists ${listed.join(', ') || 'nothing'}.`,
      ADDRESS,
    );
  },
};

const LEAST_DAYS_LEFT = 30;
const DAY_MS = 86_400_000;

const securityContact: Check = {
  name: 'Who finds a weakness is told whom to write to',
  async run({ origin, get }) {
    const { status, text } = await get('/.well-known/security.txt');
    demand(
      status === 200 && /^Contact: /m.test(text),
      `/.well-known/security.txt answers with status ${status}.`,
      PUBLISH,
    );
    demand(
      text.includes(`Canonical: ${origin}/.well-known/security.txt`),
      '/.well-known/security.txt names another address as its own.',
      ADDRESS,
    );
    const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / DAY_MS;
    demand(
      days >= LEAST_DAYS_LEFT,
      `/.well-known/security.txt ends in ${Math.floor(days)} days.`,
      'See whether the e-mail address is still read, put a later day into src/content/site.json, and build and publish again.',
    );
  },
};

export const PAGE_CHECKS: readonly Check[] = [
  pagesAnswer,
  oneAddressEach,
  securityHeaders,
  caching,
  compression,
  links,
  ownAddress,
  securityContact,
];
