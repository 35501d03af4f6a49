/** Checks of the host: pages, addresses, headers, caching, compression, certificate, and plain http. */
import { ok as assert } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { IMMUTABLE, RESOURCE_POLICY, SECURITY_HEADERS, hashOf } from '../../src/publish/headers.ts';
import { ask, type Answer, type Check } from './visit.ts';

const PUBLISH = 'Publish the whole folder dist/ of a fresh npm run build.';
const CONFIGURE = 'Give the host its configuration: docs/hosting.md.';
const SET_ADDRESS = 'Set SITE_URL to the address that visitors use, and build and publish again.';

const LEAST_DAYS_OF_CONTACT = 30;
const LEAST_DAYS_OF_CERTIFICATE = 14;

const daysUntil = (time: string) => Math.floor((Date.parse(time) - Date.now()) / 86_400_000);

const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? 'missing';

const isRedirect = ({ status }: Answer) => status >= 300 && status < 400;

/** Headers that a server over plain http on this machine leaves out. */
const DEMANDS_HTTPS = /^max-age|upgrade-insecure-requests/;

/** How a browser keeps an answer. */
const kept = ({ path, status, header }: Answer) =>
  `${path} answers with status ${status} and Cache-Control: ${header('cache-control') || 'none'}.`;

export const HOST_CHECKS: Readonly<Record<string, Check>> = {
  'Every page answers, and an unknown address has status 404': {
    remedy: `${PUBLISH} ${CONFIGURE} A page that leads elsewhere: check the address at which visitors end up.`,
    check({ pages, missingPage }) {
      for (const page of [...pages, missingPage]) {
        const { path, status } = page;
        const wanted = page === missingPage ? 404 : 200;
        assert(!isRedirect(page), `${path} leads to ${page.header('location')}.`);
        assert(status === wanted, `${path} answers with status ${status}, not ${wanted}.`);
        assert(page.header('content-type').startsWith('text/html'), `${path} is not sent as HTML.`);
      }
    },
  },
  'Every page has one address': {
    remedy: CONFIGURE,
    async check({ origin, pages, get }) {
      for (const { path } of pages)
        for (const other of path === '/' ? ['/index.html'] : [`${path}.html`, `${path}/`]) {
          const answer = await get(other);
          const target = new URL(answer.header('location') || other, origin).href;
          assert(
            isRedirect(answer) && target === new URL(path, origin).href,
            `${other} answers with status ${answer.status}, at ${target}; it should lead to ${path}.`,
          );
        }
    },
  },
  'Every page arrives as it was built': {
    remedy: `${PUBLISH} Or a proxy before the site rewrites pages, and their policy refuses scripts and styles that were changed: switch off what minifies, defers or injects them, or hides e-mail addresses (Cloudflare's Rocket Loader and Email Address Obfuscation, say).`,
    check({ pages, missingPage, build }) {
      for (const page of [...pages, missingPage]) {
        const name = page === missingPage ? '404' : page.path.slice(1) || 'index';
        assert(
          hashOf(page.text) === build.pages[`${name}.html`],
          `${page.path} does not arrive as it was built.`,
        );
      }
    },
  },
  'Every answer carries the security headers': {
    remedy: CONFIGURE,
    check({ isLocal, pages, missingPage, hashedFiles }) {
      for (const answer of [...pages, missingPage, ...hashedFiles]) {
        const own = answer === missingPage ? {} : { [RESOURCE_POLICY]: 'same-origin' };
        for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...own }))
          assert(
            answer.header(name) === value || (isLocal && DEMANDS_HTTPS.test(value)),
            `${answer.path} is sent with ${name}: ${answer.header(name) || 'none'}; it should be ${value}.`,
          );
      }
    },
  },
  'Browsers keep hashed files, and ask again for pages': {
    remedy: `${CONFIGURE} A kept page would be the old one after a change; a kept 404 of /_astro would be missed for a year.`,
    async check({ pages, hashedFiles, get }) {
      const missing = await get('/_astro/missing.00000000.js');
      for (const page of pages)
        assert(/max-age=0|no-cache|no-store/.test(page.header('cache-control')), kept(page));
      for (const file of hashedFiles)
        assert(file.status === 200 && file.header('cache-control') === IMMUTABLE, kept(file));
      assert(missing.status === 404 && !missing.header('cache-control').includes('immutable'), kept(missing));
    },
  },
  'Texts are sent compressed': {
    remedy: 'Switch gzip or Brotli on at the host, also for requests that come through a proxy.',
    check({ isLocal, pages, hashedFiles }) {
      if (isLocal) return 'a server on this machine need not compress';
      for (const answer of [...pages, ...hashedFiles.filter(({ path }) => path.endsWith('.js'))])
        assert(
          /^(br|gzip|zstd)$/.test(answer.header('content-encoding')),
          `${answer.path} is sent uncompressed.`,
        );
      return undefined;
    },
  },
  'Canonical addresses, link previews and the sitemap are on this address': {
    remedy: `${SET_ADDRESS} ${CONFIGURE}`,
    async check({ origin, pages, get }) {
      for (const { path, text } of pages) {
        const canonical = found(text, /<link rel="canonical" href="([^"]*)"/);
        assert(canonical === new URL(path, origin).href, `The canonical address of ${path} is ${canonical}.`);
        const picture = found(text, /<meta property="og:image" content="([^"]*)"/);
        assert(picture.startsWith(`${origin}/`), `The preview picture of ${path} is at ${picture}.`);
        const { status, header } = await get(new URL(picture).pathname);
        assert(status === 200, `The preview picture ${picture} answers with status ${status}.`);
        assert(
          header(RESOURCE_POLICY) === 'cross-origin',
          `Other sites cannot show the preview picture ${picture}: its ${RESOURCE_POLICY} is not cross-origin.`,
        );
      }
      const sitemap = found((await get('/robots.txt')).text, /^Sitemap: (\S+)$/m);
      assert(sitemap === `${origin}/sitemap-index.xml`, `robots.txt names the sitemap ${sitemap}.`);
      const { status } = await get('/sitemap-index.xml');
      assert(status === 200, `The sitemap answers with status ${status}.`);
    },
  },
  'security.txt names a contact, and is valid for another month': {
    remedy: `See whether the e-mail address is still read, put a later day into src/content/site.json, and build and publish again. ${SET_ADDRESS}`,
    async check({ origin, get }) {
      const { path, status, text } = await get('/.well-known/security.txt');
      assert(status === 200 && /^Contact: /m.test(text), `${path} answers with status ${status}.`);
      assert(text.includes(`Canonical: ${origin}${path}`), `${path} names another address as its own.`);
      const days = daysUntil(found(text, /^Expires: (.+)$/m));
      assert(days >= LEAST_DAYS_OF_CONTACT, `${path} ends in ${days} days.`);
    },
  },
  'The certificate is valid for another two weeks': {
    remedy: 'See why it is not renewed by itself, and renew it.',
    async check({ origin }) {
      const { protocol, hostname, port } = new URL(origin);
      if (protocol === 'http:') return 'the address begins with http://';
      // The pages came over it, so it is trusted; only its expiry is left to check.
      const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname });
      await once(socket, 'secureConnect');
      const days = daysUntil(socket.getPeerCertificate().valid_to);
      socket.destroy();
      assert(days >= LEAST_DAYS_OF_CERTIFICATE, `The certificate ends in ${days} days.`);
      return undefined;
    },
  },
  'Plain http leads to https': {
    remedy: 'Have the host answer http with a permanent redirect to the same address by https.',
    async check({ origin, plainHttp }) {
      if (plainHttp === undefined) return 'the address is local, or names a port of its own';
      const answer = await ask(`${plainHttp}/request-demo`);
      const target = answer.header('location') || plainHttp;
      const wanted = `${origin.replace(/^http:/, 'https:')}/request-demo`;
      assert(
        isRedirect(answer) && target === wanted,
        `${plainHttp}/request-demo answers with status ${answer.status}, at ${target}; it should lead to ${wanted}.`,
      );
      return undefined;
    },
  },
};
