/** Checks of the host: pages, addresses, headers, caching, compression, links, certificate, and plain http. */
import { once } from 'node:events';
import { connect } from 'node:tls';
import { IMMUTABLE, RESOURCE_POLICY, SECURITY_HEADERS, hashOf } from '../../src/publish/headers.ts';
import { PATHS, errorPage } from '../../tests/support/words.ts';
import { CheckError, ask, assertCheck, reasonOf, type Answer, type Check, type Visit } from './visit.ts';

const PUBLISH = 'Publish the whole folder dist/ of a fresh npm run build.';
const CONFIGURE = 'Give the host its configuration: .deploy/README.md.';

const header = ({ headers }: Answer, name: string) => headers.get(name) ?? '';

/** The headers expected of an answer: over plain http, none that demand https. */
function expectedHeaders({ isLocal, missingPage }: Visit, answer: Answer): [string, string][] {
  const own = answer === missingPage ? {} : { [RESOURCE_POLICY]: 'same-origin' };
  return Object.entries({ ...SECURITY_HEADERS, ...own })
    .filter(([name]) => !isLocal || name !== 'Strict-Transport-Security')
    .map(([name, value]) => [name, isLocal ? value.replace('; upgrade-insecure-requests', '') : value]);
}

const SET_ADDRESS = 'Set SITE_URL to the address that visitors use, and build and publish again.';

const addressesIn = (sitemap: string) =>
  [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, found = '']) => found);

const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? 'missing';

const LEAST_DAYS_OF_CONTACT = 30;
const LEAST_DAYS_OF_CERTIFICATE = 14;
const DAY_MS = 86_400_000;

function expectOk({ path, status }: Answer): void {
  assertCheck(status === 200, `${path} answers with status ${status}.`, `${PUBLISH} ${CONFIGURE}`);
}

export const PAGE_CHECKS: Readonly<Record<string, Check>> = {
  'Every page answers, and an unknown address has status 404': ({ pages, missingPage }) => {
    for (const page of pages) {
      const target = page.headers.get('location');
      assertCheck(
        target === null,
        `${page.path} leads to ${target}.`,
        'Check the address at which visitors end up; if this is it, see the redirects of the host.',
      );
      expectOk(page);
      assertCheck(
        header(page, 'content-type').startsWith('text/html'),
        `${page.path} is not sent as HTML.`,
        CONFIGURE,
      );
    }
    assertCheck(
      missingPage.status === 404 && missingPage.text.includes(errorPage.heading),
      `An unknown address answers with status ${missingPage.status}${missingPage.text.includes(errorPage.heading) ? '' : ' and without the error page'}.`,
      `It must be status 404 with the page 404.html. ${CONFIGURE}`,
    );
  },

  'Every page has one address': async ({ origin, get }) => {
    for (const path of PATHS) {
      const others = path === '/' ? ['/index.html'] : [`${path}.html`, `${path}/`];
      for (const other of others) {
        const { status, headers } = await get(other);
        const target = new URL(headers.get('location') ?? other, origin).href;
        assertCheck(
          status >= 300 && status < 400 && target === new URL(path, origin).href,
          `${other} answers with status ${status}${headers.has('location') ? ` and leads to ${target}` : ''}; it should lead to ${path}.`,
          CONFIGURE,
        );
      }
    }
  },

  'Every answer carries the security headers': (visit) => {
    for (const answer of [...visit.pages, visit.missingPage, ...visit.hashedFiles]) {
      for (const [name, value] of expectedHeaders(visit, answer)) {
        const sent = header(answer, name);
        assertCheck(
          sent === value,
          `${answer.path} is sent ${sent ? `with ${name}: ${sent}` : `without ${name}`}; it should be ${name}: ${value}.`,
          CONFIGURE,
        );
      }
    }
  },

  'Browsers keep hashed files, and ask again for pages': async ({ pages, hashedFiles, get }) => {
    for (const page of pages)
      assertCheck(
        /max-age=0|no-cache|no-store/.test(header(page, 'cache-control')),
        `${page.path} may be kept (Cache-Control: ${header(page, 'cache-control') || 'none'}): after a change visitors would see the old page.`,
        CONFIGURE,
      );
    for (const file of hashedFiles) {
      expectOk(file);
      assertCheck(
        header(file, 'cache-control') === IMMUTABLE,
        `${file.path} is fetched again on every visit (Cache-Control: ${header(file, 'cache-control') || 'none'}); it should be ${IMMUTABLE}.`,
        CONFIGURE,
      );
    }
    const missing = await get('/_astro/missing.00000000.js');
    assertCheck(
      missing.status === 404 && !header(missing, 'cache-control').includes('immutable'),
      `A missing file of /_astro answers with status ${missing.status} and Cache-Control: ${header(missing, 'cache-control') || 'none'}: who asks during a release would miss it for a year.`,
      'The host must answer 404, and let only files that exist be kept.',
    );
  },

  'Texts are sent compressed': ({ isLocal, pages, hashedFiles }) => {
    if (isLocal) return 'a server on this machine need not compress';
    for (const answer of [...pages, ...hashedFiles.filter(({ path }) => path.endsWith('.js'))])
      assertCheck(
        /^(br|gzip|zstd)$/.test(header(answer, 'content-encoding')),
        `${answer.path} is sent uncompressed.`,
        'Switch gzip or Brotli on at the host, also for requests that come through a proxy.',
      );
    return undefined;
  },

  'E-mail addresses can be read': ({ pages }) => {
    for (const { path, text } of pages)
      assertCheck(
        !/\/cdn-cgi\/l\/email-protection|data-cfemail/.test(text),
        `Cloudflare hides the e-mail addresses of ${path}: visitors read [email protected], in the consent, too.`,
        'Switch off Email Address Obfuscation in Cloudflare’s dashboard.',
      );
  },

  'Every link of the site leads somewhere': async ({ origin, pages, missingPage, get }) => {
    for (const page of [...pages, missingPage]) {
      for (const [, href = ''] of page.text.matchAll(/<a [^>]*?href="([/#][^"]*)"/g)) {
        const { pathname, hash } = new URL(href, origin + page.path);
        const target = pathname === page.path ? page : await get(pathname);
        assertCheck(
          target === page || target.status === 200,
          `${page.path} links to ${href}, which answers with status ${target.status}.`,
          PUBLISH,
        );
        assertCheck(
          hash === '' || target.text.includes(`id="${hash.slice(1)}"`),
          `${page.path} links to ${href}, and that page has no such place.`,
          PUBLISH,
        );
      }
    }
  },

  'Canonical addresses, previews and the sitemap are on this address': async ({ origin, pages, get }) => {
    for (const { path, text } of pages) {
      const address = new URL(path, origin).href;
      const canonical = found(text, /<link rel="canonical" href="([^"]*)"/);
      const shared = found(text, /<meta property="og:url" content="([^"]*)"/);
      const picture = found(text, /<meta property="og:image" content="([^"]*)"/);
      assertCheck(canonical === address, `The canonical address of ${path} is ${canonical}.`, SET_ADDRESS);
      assertCheck(shared === address, `The link preview of ${path} leads to ${shared}.`, SET_ADDRESS);
      assertCheck(
        picture.startsWith(`${origin}/`),
        `The preview picture of ${path} is at ${picture}.`,
        SET_ADDRESS,
      );
      const answer = await get(new URL(picture).pathname);
      assertCheck(
        answer.status === 200 && header(answer, 'content-type') === 'image/png',
        `The preview picture ${picture} answers with status ${answer.status} and type ${header(answer, 'content-type') || 'none'}.`,
        PUBLISH,
      );
      assertCheck(
        header(answer, RESOURCE_POLICY) === 'cross-origin',
        `Other sites cannot show the preview picture ${picture}: its ${RESOURCE_POLICY} is not cross-origin.`,
        CONFIGURE,
      );
    }
    const sitemap = found((await get('/robots.txt')).text, /^Sitemap: (\S+)$/m);
    assertCheck(
      sitemap === `${origin}/sitemap-index.xml`,
      `robots.txt names the sitemap ${sitemap}.`,
      SET_ADDRESS,
    );
    const parts = addressesIn((await get('/sitemap-index.xml')).text);
    const listed: string[] = [];
    for (const part of parts) listed.push(...addressesIn((await get(new URL(part).pathname)).text));
    const expected = PATHS.map((path) => new URL(path, origin).href);
    assertCheck(
      listed.toSorted().join() === expected.toSorted().join(),
      `The sitemap lists ${listed.join(', ') || 'nothing'}.`,
      SET_ADDRESS,
    );
  },

  'security.txt names a contact, and is valid for another month': async ({ origin, get }) => {
    const { status, text } = await get('/.well-known/security.txt');
    assertCheck(
      status === 200 && /^Contact: /m.test(text),
      `/.well-known/security.txt answers with status ${status}.`,
      PUBLISH,
    );
    assertCheck(
      text.includes(`Canonical: ${origin}/.well-known/security.txt`),
      '/.well-known/security.txt names another address as its own.',
      SET_ADDRESS,
    );
    const days = (Date.parse(found(text, /^Expires: (.+)$/m)) - Date.now()) / DAY_MS;
    assertCheck(
      days >= LEAST_DAYS_OF_CONTACT,
      `/.well-known/security.txt ends in ${Math.floor(days)} days.`,
      'See whether the e-mail address is still read, put a later day into src/content/site.json, and build and publish again.',
    );
  },

  'The certificate is valid for another two weeks': async ({ origin }) => {
    const { protocol, hostname, port } = new URL(origin);
    if (protocol === 'http:') return 'the address begins with http://';
    // The pages came over it, so it is trusted; only its expiry is left to check.
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname });
    await once(socket, 'secureConnect');
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
    socket.destroy();
    const remedy = 'See why it is not renewed by itself, and renew it.';
    assertCheck(days >= LEAST_DAYS_OF_CERTIFICATE, `The certificate ends in ${days} days.`, remedy);
    return undefined;
  },

  'Plain http leads to https': async ({ origin, plainHttp }) => {
    if (plainHttp === undefined) return 'the address is local, or names a port of its own';
    const remedy = 'Have the host answer http with a permanent redirect to the same address by https.';
    const answer = await ask(`${plainHttp}/request-demo`).catch((error: unknown) => {
      throw new CheckError(`Nothing answers at ${plainHttp}: ${reasonOf(error)}.`, remedy);
    });
    const target = answer.headers.get('location');
    const wanted = `${origin.replace(/^http:/, 'https:')}/request-demo`;
    assertCheck(
      answer.status >= 300 && answer.status < 400 && target === wanted,
      `${plainHttp}/request-demo answers with status ${answer.status}${target ? ` and leads to ${target}` : ''}; it should lead to ${wanted}.`,
      remedy,
    );
    return undefined;
  },
};

/** After all others, which name the cause. */
export const ARRIVAL_CHECK: Readonly<Record<string, Check>> = {
  'Every page arrives as it was built': ({ pages, build }) => {
    for (const { path, text } of pages) {
      assertCheck(
        hashOf(text) === build?.pages[path === '/' ? 'index.html' : `${path.slice(1)}.html`],
        `${path} does not arrive as it was built.`,
        'A proxy before the site rewrites pages, and their policy refuses scripts and styles that were changed: switch off what minifies, defers or injects them (Rocket Loader, say). Else publish the whole folder dist/ of one build.',
      );
    }
  },
};
