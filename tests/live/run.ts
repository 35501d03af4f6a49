/** `npm run check:live -- ADDRESS`: whether a published site works. Exit code 0 when all checks pass, 1 otherwise. */
import { parseArgs } from 'node:util';
import { checkSite, report } from './site.ts';

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
