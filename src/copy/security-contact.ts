import { readFileSync } from 'node:fs';
import { explain, type ContentError } from './errors.ts';
import { decode, parseContent } from './parse.ts';

const SITE_FILE = 'src/content/site.json';
const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year; 366 allows for a leap year. */
const MAX_DAYS = 366;

/** A warning when the security contact of `site.json` has expired, or expires too late. */
export function securityContactWarnings(
  { securityContact }: Record<string, unknown>,
  today = new Date(),
): ContentError[] {
  const { until = '' } = (securityContact ?? {}) as { until?: string };
  const days = (Date.parse(until) - today.getTime()) / DAY_MS;
  // NaN where there is none.
  if (!(days <= 0 || days >= MAX_DAYS)) return [];
  const message = `${days > 0 ? 'is more than a year away' : 'has passed'}: npm run build refuses it. Check that the e-mail address is still read, and set a date within the next year.`;
  return [{ path: ['securityContact', 'until'], message }];
}

/** Ends the process with a message when a build would publish a security.txt that has expired or expires too late. */
export function checkSecurityContact(): void {
  let content: Record<string, unknown>;
  try {
    ({ content } = parseContent(SITE_FILE, decode(SITE_FILE, readFileSync(SITE_FILE))));
  } catch {
    // Loading the content reports errors in the file, worded for editors.
    return;
  }
  const errors = securityContactWarnings(content);
  if (errors.length === 0) return;
  console.error(explain(SITE_FILE, errors));
  process.exit(1);
}
