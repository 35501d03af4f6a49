/** `npm run consent`: writes the migration that registers the consent text as it is in `src/content`. */
import { readFlags } from './command-line.ts';
import { currentConsent, migrationOf, registerConsent } from '../src/publish/consent.ts';

readFlags(
  'npm run consent',
  'writes the migration that registers the words of the consent, if none does',
  {},
);
const consent = currentConsent();
console.log(
  migrationOf(consent.version)
    ? `These words are registered already, as ${consent.version}.`
    : `${registerConsent(consent)} registers these words. Commit it, and apply it before the site goes live.`,
);
