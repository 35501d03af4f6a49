import type { ContentError } from './errors.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 366; // RFC 9116 recommends less than a year.

/** What is wrong when the security contact of `site.json` has expired, or expires too late. A published build stops then. */
export function securityContactWarnings(
  { securityContact }: Record<string, unknown>,
  today = new Date(),
): ContentError[] {
  const { until = '' } = (securityContact ?? {}) as { until?: string };
  const days = (Date.parse(until) - today.getTime()) / DAY_MS;
  // NaN, in content without a date, is neither.
  if (!(days <= 0 || days >= MAX_DAYS)) return [];
  const message = `${days > 0 ? 'is more than a year away' : 'has passed'}: npm run build refuses it. Check that the e-mail address is still read, and set a date within the next year.`;
  return [{ path: ['securityContact', 'until'], message }];
}
