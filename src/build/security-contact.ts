import { readFileSync } from 'node:fs';
import { decode, parseContent } from './content-text.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 asks for less than a year. */
const MOST_DAYS = 366;

/** What is wrong with the last day of the contact for weaknesses, or nothing. */
export function securityContactFault(until: string, today: Date): string | undefined {
  const days = (Date.parse(until) - today.getTime()) / DAY_MS;
  if (days > 0 && days < MOST_DAYS) return undefined;
  return `src/content/site.json: securityContact → until is ${days > 0 ? 'more than a year away' : 'over'}. See whether the e-mail address is still read, and put a day within the next year.`;
}

/** Ends the process with a message when a build would publish a /.well-known/security.txt that nobody may rely on. */
export function guardSecurityContact(): void {
  let until: string | undefined;
  try {
    const { content } = parseContent('site.json', decode('site.json', readFileSync('src/content/site.json')));
    until = (content['securityContact'] as { until?: string } | undefined)?.until;
  } catch {
    // What is wrong with the file, the reading of the content says in an editor's words.
    return;
  }
  const fault = until && securityContactFault(until, new Date());
  if (!fault) return;
  console.error(fault);
  process.exit(1);
}
