/**
 * `npm run check:live -- ADDRESS`: whether a published site works, from where a visitor is. Ends with 0 when all holds,
 * and with 1 otherwise.
 */
import { parseArgs } from 'node:util';
import { checkSite, report } from './site.ts';

const USAGE = 'npm run check:live -- https://www.example.com';

function readCommandLine() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean' } },
    });
    const [address = ''] = positionals;
    return {
      ...values,
      address,
      isClear: positionals.length === 1 && /^https?:/.test(address) && URL.canParse(address),
    };
  } catch {
    return { isClear: false, help: false, address: '' };
  }
}

const { address, help, isClear } = readCommandLine();
if (help || !isClear) {
  console.log(`Give the address of the site: ${USAGE}`);
  process.exit(help ? 0 : 1);
}
const results = await checkSite(address);
const holds = results.every(({ outcome }) => outcome !== 'fails');
console.log(`${report(results)}\n\n${address} ${holds ? 'works.' : 'does not work as it should.'}`);
process.exitCode = holds ? 0 : 1;
