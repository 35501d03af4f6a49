/** `npm run check:live -- ADDRESS`: whether a published site works. Exit code 0 when all checks pass, 1 otherwise. */
import { parseArgs } from 'node:util';
import { CALL_CHECKS } from './calls.ts';
import { ARRIVAL_CHECK, PAGE_CHECKS } from './pages.ts';
import { CheckError, reasonOf, visitSite, type Check, type Visit } from './visit.ts';

const CHECKS: Readonly<Record<string, Check>> = { ...PAGE_CHECKS, ...CALL_CHECKS, ...ARRIVAL_CHECK };

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
    if (error instanceof CheckError)
      return { name, outcome: 'fails', because: error.message, remedy: error.remedy };
    return { name, outcome: 'fails', because: `${reasonOf(error)}.`, remedy };
  }
}

/**
 * Checks the site at an address, and leaves nothing behind: no row, no call of the webhook, nothing that counts toward
 * the hourly limit of an IP address.
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

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    strict: false,
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  });
  const [address = ''] = positionals;
  if (values.help || positionals.length !== 1 || !/^https?:/.test(address) || !URL.canParse(address)) {
    console.log('Give the address of the site: npm run check:live -- https://www.example.com');
    process.exit(values.help ? 0 : 1);
  }
  const results = await checkSite(address);
  const passes = results.every(({ outcome }) => outcome !== 'fails');
  console.log(`${report(results)}\n\n${address} ${passes ? 'works.' : 'does not work as it should.'}`);
  process.exitCode = passes ? 0 : 1;
}
