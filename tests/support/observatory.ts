/**
 * The score that Mozilla's HTTP Observatory gives a site, computed from a page and its headers without a scan.
 *
 * Rules and points are those of its published source, `src/analyzer/tests` and `src/grader/charts.js` of
 * https://github.com/mdn/mdn-http-observatory (algorithm version 4 in its code), as far as a static site without
 * cookies can meet them. Two things are the host's and taken for granted: a valid certificate, and http redirecting
 * to https on the same host.
 */

export interface Page {
  /** As the visitor's browser gets them; names in any case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

export interface Finding {
  readonly test: string;
  readonly result: string;
  readonly points: number;
}

export interface Score {
  readonly total: number;
  readonly findings: readonly Finding[];
}

type Policy = ReadonlyMap<string, readonly string[]>;

const BEST_BEFORE_BONUS = 90;
const SIX_MONTHS_SECONDS = 15_552_000;
const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'];
const BROAD_OR_INLINE = [...BROAD, "'unsafe-inline'", 'data:'];
/** Directives that a meta tag cannot carry. */
const HEADER_ONLY = new Set(['frame-ancestors', 'report-uri', 'sandbox']);

/** The content of every `<meta http-equiv>` of that name. */
function metaTags(html: string, name: string): string[] {
  return [...html.matchAll(/<meta\s[^>]*>/gi)]
    .map(([tag]) => tag)
    .filter((tag) => new RegExp(`http-equiv="${name}"`, 'i').test(tag))
    .map((tag) => /content="([^"]*)"/.exec(tag)?.[1] ?? '');
}

/** One policy as directives and sources. Throws when a directive stands twice, as the Observatory refuses it. */
export function parsePolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const directive of text.split(';')) {
    const [name = '', ...sources] = directive.trim().toLowerCase().split(/\s+/);
    if (!name) continue;
    if (policy.has(name)) throw new Error(`The directive ${name} stands twice.`);
    policy.set(name, sources.length === 0 && name.endsWith('-src') ? ["'none'"] : sources);
  }
  return policy;
}

/**
 * All policies as one. Stricter than the Observatory's own merge, which takes a directive that only one of them has
 * for `'none'`: here it counts as it stands.
 */
function merge(policies: readonly Policy[]): Policy {
  const merged = new Map<string, readonly string[]>();
  for (const policy of policies) {
    for (const [name, sources] of policy) {
      const before = merged.get(name);
      const both = before?.filter((source) => sources.includes(source)) ?? sources;
      merged.set(name, both.length > 0 || name === 'upgrade-insecure-requests' ? both : ["'none'"]);
    }
  }
  return merged;
}

const includesAny = (sources: readonly string[], unwanted: readonly string[]) =>
  sources.some((source) => unwanted.includes(source));

/** Browsers that know hashes ignore 'unsafe-inline' beside one. */
const withoutHashedInline = (sources: readonly string[]) =>
  sources.some((source) => /^'(sha\d+|nonce)-/.test(source))
    ? sources.filter((source) => source !== "'unsafe-inline'")
    : sources;

const isInsecure = (source: string) => source.startsWith('http:') || source.startsWith('ftp:');

function judgePolicy(policy: Policy): Omit<Finding, 'test'> {
  if (policy.size === 0) return { result: 'not implemented', points: -25 };
  const fallback = policy.get('default-src') ?? ['*'];
  const script = withoutHashedInline(policy.get('script-src') ?? fallback);
  const style = withoutHashedInline(policy.get('style-src') ?? fallback);
  const object = policy.get('object-src') ?? fallback;
  const passive = ['img-src', 'media-src'].flatMap((name) => policy.get(name) ?? fallback);
  const active = [...policy]
    .filter(([name]) => !['img-src', 'media-src'].includes(name))
    .flatMap(([, all]) => all);

  if (includesAny(script, BROAD_OR_INLINE) || includesAny(object, BROAD))
    return { result: 'unsafe inline or broad scripts', points: -20 };
  if (active.some(isInsecure)) return { result: 'insecure scheme', points: -20 };
  if (includesAny([...script, ...style], ["'unsafe-eval'"])) return { result: 'unsafe eval', points: -10 };
  if (passive.some(isInsecure)) return { result: 'insecure scheme for images', points: -10 };
  if (includesAny(style, BROAD_OR_INLINE)) return { result: 'unsafe inline styles', points: 0 };
  if (fallback.length === 1 && fallback[0] === "'none'")
    return { result: "no unsafe source, default-src 'none'", points: 10 };
  return { result: 'no unsafe source', points: 5 };
}

function judgeTransport(header: string | undefined): Omit<Finding, 'test'> {
  if (header === undefined) return { result: 'not implemented', points: -20 };
  const seconds = Number(/(?:^|;)\s*max-age=(\d+)/i.exec(header)?.[1]);
  if (Number.isNaN(seconds) || header.includes(',')) return { result: 'invalid', points: -20 };
  if (seconds < SIX_MONTHS_SECONDS) return { result: 'less than six months', points: -10 };
  return { result: 'at least six months', points: 0 };
}

function judgeReferrer(values: readonly string[]): Omit<Finding, 'test'> {
  const good = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
  const bad = ['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade'];
  if (values.length === 0) return { result: 'not implemented', points: 0 };
  const last = values
    .flatMap((value) => value.toLowerCase().split(','))
    .map((value) => value.trim())
    .findLast((value) => [...good, ...bad].includes(value));
  if (last === undefined) return { result: 'invalid', points: -5 };
  return good.includes(last) ? { result: last, points: 5 } : { result: last, points: -5 };
}

function judgeFrames(header: string | undefined, policy: Policy): Omit<Finding, 'test'> {
  if (policy.has('frame-ancestors')) return { result: 'by frame-ancestors', points: 5 };
  if (header === undefined) return { result: 'not implemented', points: -20 };
  return /^(deny|sameorigin|allow-from.*)$/i.test(header.trim())
    ? { result: header, points: 0 }
    : { result: 'invalid', points: -20 };
}

function judgeResourcePolicy(header: string | undefined): Omit<Finding, 'test'> {
  if (header === undefined) return { result: 'not implemented', points: 0 };
  const value = header.trim().toLowerCase();
  if (value === 'same-origin' || value === 'same-site') return { result: value, points: 10 };
  return value === 'cross-origin' ? { result: value, points: 0 } : { result: 'invalid', points: -5 };
}

const hasIntegrity = ([tag]: RegExpExecArray) => /\sintegrity=/.test(tag);
const isSecure = ([, source = '']: RegExpExecArray) => source.startsWith('https://');

/** Scripts of other origins need integrity and https; the site's own get a bonus for integrity. */
function judgeScripts(html: string): Omit<Finding, 'test'> {
  const scripts = [...html.matchAll(/<script\b[^>]*\ssrc="([^"]*)"[^>]*>/gi)];
  const foreign = scripts.filter(([, source = '']) => /^(https?:)?\/\//.test(source));
  if (foreign.some((script) => !isSecure(script)))
    return foreign.every(hasIntegrity)
      ? { result: 'foreign scripts over http', points: -20 }
      : { result: 'foreign scripts over http without integrity', points: -50 };
  if (foreign.some((script) => !hasIntegrity(script)))
    return { result: 'foreign scripts without integrity', points: -5 };
  if (scripts.some(hasIntegrity)) return { result: 'integrity', points: 5 };
  return { result: "only the site's own scripts", points: 0 };
}

function judgeSharing(headers: Readonly<Record<string, string | undefined>>): Omit<Finding, 'test'> {
  const isUniversal =
    headers['access-control-allow-origin'] !== undefined &&
    headers['access-control-allow-origin'] !== '*' &&
    headers['access-control-allow-credentials'] === 'true';
  return isUniversal ? { result: 'universal', points: -50 } : { result: 'not shared', points: 0 };
}

const sum = (points: readonly number[]) => points.reduce((total, some) => total + some, 100);

/** The score of one page: 100 and everything that its findings add or take, extra credit only from 90 on. */
export function scoreOf({ headers, html }: Page): Score {
  const lower: Readonly<Record<string, string | undefined>> = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const inHeader = parsePolicy(lower['content-security-policy'] ?? '');
  const inMeta = metaTags(html, 'content-security-policy').map(
    (text) => new Map([...parsePolicy(text)].filter(([name]) => !HEADER_ONLY.has(name))),
  );
  const referrer = [lower['referrer-policy'], /<meta name="referrer" content="([^"]*)"/.exec(html)?.[1]];
  const isNosniff = lower['x-content-type-options']?.trim().toLowerCase() === 'nosniff';

  const findings: Finding[] = [
    { test: 'Content Security Policy', ...judgePolicy(merge([inHeader, ...inMeta])) },
    {
      test: 'Cookies',
      ...(lower['set-cookie'] === undefined ? { result: 'none', points: 0 } : { result: 'set', points: -20 }),
    },
    { test: 'Cross-Origin Resource Sharing', ...judgeSharing(lower) },
    { test: 'Redirection', result: "to https, the host's business", points: 0 },
    { test: 'Referrer Policy', ...judgeReferrer(referrer.filter((value) => value !== undefined)) },
    { test: 'Strict Transport Security', ...judgeTransport(lower['strict-transport-security']) },
    { test: 'Subresource Integrity', ...judgeScripts(html) },
    {
      test: 'X-Content-Type-Options',
      result: isNosniff ? 'nosniff' : 'not nosniff',
      points: isNosniff ? 0 : -5,
    },
    { test: 'X-Frame-Options', ...judgeFrames(lower['x-frame-options'], inHeader) },
    { test: 'Cross Origin Resource Policy', ...judgeResourcePolicy(lower['cross-origin-resource-policy']) },
  ];
  const withoutBonus = sum(findings.map(({ points }) => Math.min(points, 0)));
  const withBonus = sum(findings.map(({ points }) => points));
  return { total: Math.max(withoutBonus >= BEST_BEFORE_BONUS ? withBonus : withoutBonus, 0), findings };
}
