/** `npm run consent`: writes the migration that registers the words of the consent as they stand in `src/content`. */
import { writeFileSync } from 'node:fs';
import { currentConsent, isRegistered } from './consent.ts';

const { version, seller, words } = currentConsent();

/** A text in SQL. */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

if (isRegistered(version)) {
  console.log(`These words are registered already, as ${version}.`);
} else {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = `supabase/migrations/${now}_register_consent_${version}.sql`;
  writeFileSync(
    file,
    `-- Words of the consent as published from here on. Written by \`npm run consent\`.
select private.register_consent(${[seller, words].map(quoted).join(', ')});
`,
  );
  console.log(`${file} registers these words. Commit it, and apply it before the site goes live.`);
}
