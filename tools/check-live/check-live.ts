/** `npm run check:live-site -- ADDRESS`: whether a published site works. Exit code 0 when all checks pass, 1 otherwise. */
import { runCommand, withoutKeys } from '../command-line.ts';
import { CALL_CHECKS } from './calls.ts';
import { HOST_CHECKS } from './host.ts';
import { TIME_ZONE_CHECKS } from './time-zones.ts';
import { visitSite, type Check, type Visit } from './visit.ts';

export interface Result {
  readonly name: string;
  readonly outcome: 'passes' | 'fails' | 'does not apply';
  readonly because?: string | undefined;
  readonly remedy: string;
}

/** What is wrong, without secret keys; where nothing answered, what Node.js gives as the cause of "fetch failed". */
function reasonOf({ message, cause }: Error): string {
  const causeMessage = cause instanceof Error ? cause.message : '';
  return withoutKeys(causeMessage || message);
}

/**
 * Checks the site at an address, and leaves nothing behind: no row, no call of the webhook, nothing that counts toward
 * the hourly limit of an IP address.
 *
 * @param plainHttp where the site answers plain http, when that is not port 80 of the same host
 */
export async function checkSite(address: string, plainHttp?: string): Promise<Result[]> {
  const results: Result[] = [];
  let visit!: Visit;
  const reach: Check = {
    remedy:
      'See whether the address is right, the host is up, its certificate is valid, and the whole folder dist/ is published. Where a protection answers, let this machine through, or switch it off while you check.',
    async check() {
      visit = await visitSite(address, plainHttp);
    },
  };
  const checks = {
    'The site can be reached': reach,
    ...HOST_CHECKS,
    ...CALL_CHECKS,
    ...TIME_ZONE_CHECKS,
  };
  for (const [name, { remedy, check }] of Object.entries(checks)) {
    try {
      const because = (await check(visit)) ?? undefined;
      results.push({ name, remedy, outcome: because ? 'does not apply' : 'passes', because });
    } catch (error) {
      results.push({ name, remedy, outcome: 'fails', because: reasonOf(error as Error) });
    }
    // The other checks need what the first one has fetched.
    if (!visit) break;
  }
  return results;
}

/** One line for each check, and what to do under those that fail. */
function report({ name, outcome, because, remedy }: Result): string {
  if (outcome === 'fails') return `✖ ${name}\n    ${because}\n    What to do: ${remedy}`;
  return outcome === 'passes' ? `✔ ${name}` : `– ${name}: not checked, ${because}`;
}

const COMMAND = 'npm run check:live-site';

const isFlag = (arg: string) => arg.startsWith('-');

/** Checks the site, and prints what it found. Throws when there is no address. */
async function checkAndPrint(address = ''): Promise<void> {
  if (!/^https?:/.test(address) || !URL.canParse(address))
    throw new Error(`Give the address of the site: ${COMMAND} -- https://www.example.com`);
  const results = await checkSite(address);
  console.log(results.map(report).join('\n'));
  const fails = results.some(({ outcome }) => outcome === 'fails');
  console.log(`\n${address} ${fails ? 'does not work as it should.' : 'works.'}`);
  process.exitCode = fails ? 1 : 0;
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const about = `whether a published site works: ${COMMAND} -- https://www.example.com`;
  const address = args.find((arg) => !isFlag(arg));
  await runCommand(COMMAND, about, {}, () => checkAndPrint(address), args.filter(isFlag));
}
