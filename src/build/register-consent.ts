/** `npm run consent`: writes the migration that registers the consent text as it is in `src/content`. */
import { writeFileSync } from 'node:fs';
import { readFlags } from '../../supabase/embedded/command-line.ts';
import { currentConsent, isRegistered, registration } from './consent.ts';

readFlags(
  'npm run consent',
  'writes the migration that registers the words of the consent, if none does',
  {},
);
const consent = currentConsent();

if (isRegistered(consent.version)) {
  console.log(`These words are registered already, as ${consent.version}.`);
} else {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = `supabase/migrations/${now}_register_consent_${consent.version}.sql`;
  writeFileSync(
    file,
    `-- Registers the words of the consent that the site publishes from this migration on. Written by \`npm run consent\`.\n${registration(consent)}`,
  );
  console.log(`${file} registers these words. Commit it, and apply it before the site goes live.`);
}
