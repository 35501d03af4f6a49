/** `npm run consent`: writes the migration that registers the consent text as it is in `src/content`. */
import { runCommand } from './command-line.ts';
import { consentErrors, currentConsent, registerConsent } from '../src/publish/consent.ts';

const ABOUT = 'writes the migration that registers the words of the consent, if none does';
await runCommand('npm run consent', ABOUT, {}, async () => {
  const isNew = consentErrors().length > 0;
  const file = registerConsent(currentConsent());
  if (isNew) console.log(`${file} registers these words. Commit it, and apply it before the site goes live.`);
  else console.log(`${file} registers these words already. Nothing was written.`);
});
