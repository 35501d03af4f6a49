/**
 * Response headers of the site, once for every host. `npm run headers` writes them into the file each host reads:
 * `public/_headers` for Cloudflare and Netlify, `.deploy/vercel.json` and `.deploy/nginx.conf`.
 *
 * The policy on scripts, styles and connections is not here: the build writes it into each page as a meta tag, with
 * the hashes of that page and the addresses of that environment.
 */

export interface Header {
  readonly name: string;
  readonly value: string;
  /** Why every page needs it. */
  readonly reason: string;
}

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
export const SECURITY_HEADERS: readonly Header[] = [
  {
    name: 'Strict-Transport-Security',
    value: 'max-age=63072000',
    reason:
      'For two years browsers ask for this host by https alone. Whether its subdomains can promise the same is for whoever owns the domain to say.',
  },
  {
    name: 'Content-Security-Policy',
    value: "frame-ancestors 'none'; upgrade-insecure-requests",
    reason: 'The two directives that a meta tag cannot carry, or not for every browser.',
  },
  {
    name: 'X-Frame-Options',
    value: 'DENY',
    reason: 'The same as frame-ancestors for browsers too old to know it: nobody lays a page over the form.',
  },
  {
    name: 'X-Content-Type-Options',
    value: 'nosniff',
    reason: 'A file is what its type says, never what its bytes look like.',
  },
  {
    name: 'Referrer-Policy',
    value: 'strict-origin-when-cross-origin',
    reason:
      'Other sites learn which site a visitor comes from, not which page; the site itself needs it to tell arrivals from its own pages.',
  },
  {
    name: 'Cross-Origin-Opener-Policy',
    value: 'same-origin',
    reason: 'A window that opened this site, or was opened by it, gets no hold of it.',
  },
  {
    name: 'Cross-Origin-Resource-Policy',
    value: 'same-origin',
    reason: 'Other sites cannot embed what is served here, nor read it through a side channel.',
  },
  {
    name: 'Permissions-Policy',
    value: UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    reason: 'Whatever gets into a page, it cannot even ask for a microphone or a location.',
  },
];

/** Where the build puts files whose name carries a hash of their content. */
const HASHED_FILES = '/_astro/';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'public, max-age=0, must-revalidate';

const ORIGIN = 'Written by `npm run headers` from src/build/headers.ts; change it there.';

/** Cloudflare and Netlify: https://developers.cloudflare.com/pages/configuration/headers/ */
function headersFile(): string {
  return [
    `# ${ORIGIN}`,
    '/*',
    ...SECURITY_HEADERS.map(({ name, value }) => `  ${name}: ${value}`),
    `${HASHED_FILES}*`,
    `  Cache-Control: ${IMMUTABLE}`,
    '',
  ].join('\n');
}

/** Vercel: https://vercel.com/docs/project-configuration. It serves `404.html` by itself. */
function vercelFile(): string {
  const configuration = {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    // Other hosts read `_headers`; here it would be one more file to visit.
    buildCommand: 'npm run build && rm dist/_headers',
    cleanUrls: true,
    trailingSlash: false,
    headers: [
      {
        source: '/(.*)',
        headers: SECURITY_HEADERS.map(({ name, value }) => ({ key: name, value })),
      },
      {
        source: `${HASHED_FILES}(.*)`,
        headers: [{ key: 'Cache-Control', value: IMMUTABLE }],
      },
    ],
  };
  return `${JSON.stringify(configuration, undefined, 2)}\n`;
}

/** nginx 1.25.1 or newer; belongs inside `http`, as the files of `conf.d` and `sites-enabled` do. */
function nginxFile(): string {
  return `# ${ORIGIN}
# Put in the name of the site, the folder of the built site and the certificate.

map $uri $cache_control {
    default "${REVALIDATED}";
    "~^${HASHED_FILES}" "${IMMUTABLE}";
}

server {
    listen 80;
    listen [::]:80;
    server_name www.example.com;
    return 301 https://$host$request_uri;
}

server {
    listen 443 ssl;
    listen [::]:443 ssl;
    http2 on;
    server_name www.example.com;
    ssl_certificate /etc/ssl/certs/www.example.com.pem;
    ssl_certificate_key /etc/ssl/private/www.example.com.key;

    root /var/www/pilotlight;
    charset utf-8;
    server_tokens off;
    gzip on;
    gzip_types text/css text/javascript application/javascript application/json application/manifest+json image/svg+xml;

    # All headers stand at this level: a location with one of its own would drop the others.
${SECURITY_HEADERS.flatMap(({ name, value, reason }) => [
  `    # ${reason}`,
  `    add_header ${name} "${value}" always;`,
]).join('\n')}
    # Without "always": the answer for a missing file must not be kept for a year.
    add_header Cache-Control $cache_control;

    error_page 404 /404.html;

    # Every page has one address: no .html, no slash at its end.
    location / {
        rewrite ^/index(?:\\.html)?$ / permanent;
        rewrite ^(/.+)\\.html$ $1 permanent;
        rewrite ^(/.+?)/+$ $1 permanent;
        try_files $uri $uri.html =404;
    }
    location = / {
        try_files /index.html =404;
    }
    # For other hosts.
    location = /_headers {
        return 404;
    }
    location = /404 {
        return 404;
    }
    location = /404.html {
        internal;
    }
    # Not among the types that nginx knows.
    location = /manifest.webmanifest {
        types {}
        default_type application/manifest+json;
    }
}
`;
}

/** Each host's file, by its path in the repository. */
export function headerFiles(): Readonly<Record<string, string>> {
  return {
    'public/_headers': headersFile(),
    '.deploy/vercel.json': vercelFile(),
    '.deploy/nginx.conf': nginxFile(),
  };
}
