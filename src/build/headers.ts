/**
 * Response headers of the site. The build writes them into `_headers`, which Cloudflare and Netlify read;
 * `.deploy/vercel.json` and `.deploy/nginx.conf` carry them, too, and a test holds the three together.
 *
 * The policy on scripts, styles and connections is not here: the build writes it into each page as a meta tag, with
 * the hashes of that page and the addresses of that environment.
 */
import { readdir, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import type { Environment } from './environment.ts';

/** Features that this site never asks for, so that no script on it ever may. */
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
] as const;

/** Sent with every response. */
export const SECURITY_HEADERS = {
  // For two years browsers ask for this host by https alone. Whether its subdomains can promise the same is for whoever
  // owns the domain to say.
  'Strict-Transport-Security': 'max-age=63072000',
  // In a meta tag, frame-ancestors is ignored, and upgrade-insecure-requests is not obeyed by every browser.
  'Content-Security-Policy': "frame-ancestors 'none'; upgrade-insecure-requests",
  // The same as frame-ancestors for browsers too old to know it: nobody lays a page over the form.
  'X-Frame-Options': 'DENY',
  // A file is what its type says, never what its bytes look like.
  'X-Content-Type-Options': 'nosniff',
  // Other sites learn which site a visitor comes from, not which page; the site itself needs it to tell arrivals from
  // its own pages.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // A window that opened this site, or was opened by it, gets no hold of it.
  'Cross-Origin-Opener-Policy': 'same-origin',
  // Other sites cannot embed what is served here, nor read it through a side channel.
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Whatever gets into a page, it cannot even ask for a microphone or a location.
  'Permissions-Policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
} as const;

/** For files whose name carries a hash of their content: kept for a year without asking again. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** For everything else: kept, but asked about every time. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';

/** Cloudflare reads no more: https://developers.cloudflare.com/workers/static-assets/headers/ */
const MAX_RULES = 100;

/**
 * The file `_headers` of a site with these hashed files. Each is named: a rule for their folder would also hold for
 * the answer about a missing one, and a browser that asks in the middle of a release would keep that for a year.
 *
 * @throws when that makes more rules than a host reads
 */
export function headersFile(hashedFiles: readonly string[]): string {
  const rules = [
    ['/*', ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `  ${name}: ${value}`)],
    ...hashedFiles.map((file) => [`/_astro/${file}`, `  Cache-Control: ${IMMUTABLE}`]),
  ];
  if (rules.length > MAX_RULES)
    throw new Error(`_headers has ${rules.length} rules, and Cloudflare reads ${MAX_RULES}.`);
  return `${rules.flat().join('\n')}\n`;
}

/** What `npm run check:live` reads of a published site. Everything in it is public: pages and scripts carry it, too. */
export interface PublishedBuild {
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
  readonly webhookUrl: string;
  /** Paths of the files whose name carries a hash of their content. */
  readonly hashedFiles: readonly string[];
}

export const PUBLISHED_BUILD_PATH = '/check-live.json';

/** Writes `_headers` and the file for `check:live` once Astro has written everything else. */
export const hostFiles = (environment: Environment): AstroIntegration => ({
  name: 'host-files',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const hashedFiles = (await readdir(new URL('_astro/', dir))).toSorted();
      await writeFile(new URL('_headers', dir), headersFile(hashedFiles));
      const build: PublishedBuild = {
        supabaseUrl: environment['PUBLIC_SUPABASE_URL'] ?? '',
        supabaseKey: environment['PUBLIC_SUPABASE_ANON_KEY'] ?? '',
        webhookUrl: environment['PUBLIC_DEMO_WEBHOOK_URL'] ?? '',
        hashedFiles: hashedFiles.map((file) => `/_astro/${file}`),
      };
      await writeFile(new URL(`.${PUBLISHED_BUILD_PATH}`, dir), JSON.stringify(build));
    },
  },
});
