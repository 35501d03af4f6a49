import { readFileSync } from 'node:fs';
import { decode, parseContent } from './content-text.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year; 366 allows for a leap year. */
const MAX_DAYS = 366;

export function securityContactError(until: string, today: Date): string | undefined {
  const days = (Date.parse(until) - today.getTime()) / DAY_MS;
  if (days > 0 && days < MAX_DAYS) return undefined;
  return `src/content/site.json: securityContact → until ${days > 0 ? 'is more than a year away' : 'has passed'}. Check that the e-mail address is still read, and set a date within the next year.`;
}

/** Ends the process with a message when a build would publish a security.txt that has expired or expires too late. */
export function checkSecurityContact(): void {
  let until: string | undefined;
  try {
    const { content } = parseContent('site.json', decode('site.json', readFileSync('src/content/site.json')));
    until = (content['securityContact'] as { until?: string } | undefined)?.until;
  } catch {
    // Loading the content reports errors in the file, worded for editors.
    return;
  }
  const error = until && securityContactError(until, new Date());
  if (!error) return;
  console.error(error);
  process.exit(1);
}
