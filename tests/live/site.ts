/** Everything that a published site is checked for, in order. */
import { CALL_CHECKS } from './calls.ts';
import { Failure, type Check } from './check.ts';
import { PAGE_CHECKS } from './pages.ts';
import { TRANSPORT_CHECKS } from './transport.ts';
import { reasonOf, visitSite, type Visit } from './visit.ts';

const CHECKS: Readonly<Record<string, Check>> = { ...PAGE_CHECKS, ...TRANSPORT_CHECKS, ...CALL_CHECKS };

export interface Result {
  readonly name: string;
  readonly outcome: 'passes' | 'fails' | 'does not apply';
  /** What is wrong, or why it does not apply. */
  readonly because?: string;
  /** What to do, when it fails. */
  readonly remedy?: string;
}

async function run(name: string, check: () => ReturnType<Check>, remedy: string): Promise<Result> {
  try {
    const because = await check();
    return because ? { name, outcome: 'does not apply', because } : { name, outcome: 'passes' };
  } catch (error) {
    if (error instanceof Failure)
      return { name, outcome: 'fails', because: error.message, remedy: error.remedy };
    return { name, outcome: 'fails', because: `${reasonOf(error)}.`, remedy };
  }
}

/**
 * Checks the site at an address, and leaves nothing behind: no row, no call of the webhook, no count against an
 * address.
 *
 * @param plainHttp where the site answers plain http, when that is not port 80 of the same host
 */
export async function checkSite(address: string, plainHttp?: string): Promise<Result[]> {
  let visit: Visit | undefined;
  const reach = async () => {
    visit = await visitSite(address, plainHttp);
  };
  const remedy =
    'See whether the address is right, the host is up, its name is known and its certificate is valid.';
  const results = [await run('The site can be reached', reach, remedy)];
  for (const [name, check] of Object.entries(visit ? CHECKS : {}))
    results.push(await run(name, () => check(visit!), 'Run the check once more.'));
  return results;
}

const SIGNS = { passes: '✔', fails: '✖', 'does not apply': '–' } as const;

/** One line for each check, and what to do under those that fail. */
export const report = (results: readonly Result[]): string =>
  results
    .flatMap(({ name, outcome, because, remedy }) => [
      `${SIGNS[outcome]} ${name}${outcome === 'does not apply' ? `: not checked, ${because}` : ''}`,
      ...(outcome === 'fails' ? [`    ${because}`, `    What to do: ${remedy}`] : []),
    ])
    .join('\n');
