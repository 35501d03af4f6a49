/**
 * Response headers of the site. The build writes them into `_headers`, which Cloudflare and Netlify read;
 * `.deploy/vercel.json` and `.deploy/nginx.conf` have them, too, and tests keep the three equal. The Content Security Policy for
 * scripts, styles and connections is a meta tag in each page.
 */
import { hash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { PAGES } from '../copy/pages.ts';
import { currentConsent } from './consent.ts';
import type { Environment } from './environment.ts';
import { finishPage } from './policy.ts';

/** Browser features that `Permissions-Policy` denies to every script on the site, which uses none of them. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
];

export const SECURITY_HEADERS = {
  // It lasts for two years, and has no includeSubDomains, as only the owner of the domain knows whether its subdomains have https.
  'Strict-Transport-Security': 'max-age=63072000',
  // These two stand here because in a meta tag, frame-ancestors is ignored, and not every browser heeds upgrade-insecure-requests.
  'Content-Security-Policy': "frame-ancestors 'none'; upgrade-insecure-requests",
  // This is frame-ancestors for older browsers. Both prevent clickjacking of the form.
  'X-Frame-Options': 'DENY',
  // Browsers must use the Content-Type and not guess a type from the bytes.
  'X-Content-Type-Options': 'nosniff',
  // Other sites get the origin only; the site's own scripts need the referrer to recognize navigation within the site.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // Windows of other origins get no reference to this one through `opener` or `open()`.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
} as const;

/**
 * Other sites cannot embed pages, scripts and typefaces, nor read them through a side channel such as Spectre
 * (`same-origin`); link previews and icons are there to be shown elsewhere (`cross-origin`). Each path has one rule: where
 * two give a header, Cloudflare and Netlify send both values.
 */
export const RESOURCE_POLICY = 'Cross-Origin-Resource-Policy';
const SHOWN_ELSEWHERE = ['/og/*', '/favicon.*', '/icon-*', '/apple-touch-icon.png'];

/** The `Cache-Control` of files whose name carries a hash of their content: a year without revalidation. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A rule of `_headers`: its path, then each header on an indented line. */
function ruleFor(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${path}\n${lines.join('')}`;
}

/**
 * The file `_headers` of a site with these hashed files. One rule per file: a rule for the folder would also
 * apply to a 404, which a browser that requests a file during a release could cache for a year.
 */
function headersFile(hashedFiles: readonly string[]): string {
  const onlyHere = { [RESOURCE_POLICY]: 'same-origin' };
  const rules = [ruleFor('/*', SECURITY_HEADERS)];
  for (const path of SHOWN_ELSEWHERE) rules.push(ruleFor(path, { [RESOURCE_POLICY]: 'cross-origin' }));
  for (const { path } of PAGES) rules.push(ruleFor(path, onlyHere));
  for (const file of hashedFiles) rules.push(ruleFor(file, { ...onlyHere, 'Cache-Control': IMMUTABLE }));
  return rules.join('');
}

/** What a build says of itself, for `npm run check:live-site`. All of it is public: it is in pages and scripts, too. */
const buildInfo = (environment: Environment, hashedFiles: string[], pages: Record<string, string>) => ({
  siteUrl: environment['SITE_URL'] ?? '',
  supabaseUrl: environment['PUBLIC_SUPABASE_URL'] ?? '',
  supabaseKey: environment['PUBLIC_SUPABASE_ANON_KEY'] ?? '',
  webhookUrl: environment['PUBLIC_DEMO_WEBHOOK_URL'] ?? '',
  consentVersion: currentConsent().version,
  hashedFiles,
  /** `hashOf` each page, by its file's name. */
  pages,
});
export type BuildInfo = ReturnType<typeof buildInfo>;

/** The SHA-256 of a page as it was built: `check:live-site` compares it with the page that the host sends. */
export const hashOf = (html: string): string => hash('sha256', html, 'base64url');

export const BUILD_INFO_PATH = '/check-live.json';

/** Finishes the pages (`policy.ts`) of a built site. Resolves with `hashOf` each page, by its file's name. */
async function finishPages(dir: URL): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const path of globSync('**/*.html', { cwd: fileURLToPath(dir) }).toSorted()) {
    // Windows separates folders by backslashes, addresses do not.
    const name = path.replaceAll(sep, '/');
    const file = new URL(name, dir);
    const html = finishPage(await readFile(file, 'utf8'));
    await writeFile(file, html);
    hashes[name] = hashOf(html);
  }
  return hashes;
}

/** Finishes the pages, and writes `_headers` and the file for `check:live-site`, once the rest is written. */
export const hostFiles = (environment: Environment): AstroIntegration => ({
  name: 'host-files',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const pages = await finishPages(dir);
      const names = await readdir(new URL('_astro/', dir));
      const hashedFiles = names.toSorted().map((name) => `/_astro/${name}`);
      await writeFile(new URL('_headers', dir), headersFile(hashedFiles));
      const build = JSON.stringify(buildInfo(environment, hashedFiles, pages));
      await writeFile(new URL(`.${BUILD_INFO_PATH}`, dir), build);
    },
  },
});
