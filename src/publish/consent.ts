import { hash } from 'node:crypto';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill, placeholderValues } from '../copy/placeholders.ts';
import { readFields } from '../copy/parse.ts';

/**
 * The SHA-256 of seller (in the law, on whose behalf a call is made: the brand) and text, each after its length in bytes, one
 * per line, so that a text can be checked against its version. `private.consent_version` in the database computes the same.
 */
export const consentVersion = (seller: string, words: string): string =>
  hash('sha256', `${Buffer.byteLength(seller)}\n${seller}\n${Buffer.byteLength(words)}\n${words}`);

type Consent = ReturnType<typeof consentOf>;

/** The consent of these content files: `site.json` and `request-demo.json`. */
export function consentOf(
  site: Parameters<typeof placeholderValues>[0],
  demo: { form: { consent: string } },
) {
  const words = fill(demo.form.consent, placeholderValues(site));
  return { version: consentVersion(site.brand, words), seller: site.brand, words };
}

/** Validated where the content is loaded. */
const read = (file: string): any => readFields(join(import.meta.dirname, '../content'), file).content;

/** The consent as the form shows it now. Throws when the content has errors. */
export const currentConsent = (): Consent => consentOf(read('site.json'), read('request-demo.json'));

/** The SQL that registers a consent. */
export function registration({ seller, words }: { seller: string; words: string }): string {
  const [one, other] = [seller, words].map((text) => `'${text.replaceAll("'", "''")}'`);
  return `select private.register_consent(${one}, ${other});\n`;
}

const MIGRATIONS = 'supabase/migrations';

/** The migration that registers a version, if there is one. */
export const migrationOf = (version: string, root = '.'): string | undefined =>
  globSync(`${MIGRATIONS}/*_register_consent_${version}.sql`, { cwd: root })[0];

/** Writes the migration that registers the consent, if there is none. Returns its name. */
export function registerConsent(consent: Consent, root = '.'): string {
  const found = migrationOf(consent.version, root);
  if (found) return found;
  // As the Supabase command line names migrations: year to second, in UTC.
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = `${MIGRATIONS}/${now}_register_consent_${consent.version}.sql`;
  writeFileSync(
    join(root, file),
    `-- Registers the words of the consent that the site publishes from this migration on. Written by \`npm run consent\`.\n${registration(consent)}`,
  );
  return file;
}

/** What is wrong with publishing a consent text that no migration registers: nobody who agrees to it could be called. */
export const consentErrors = (root?: string): string[] =>
  migrationOf(currentConsent().version, root)
    ? []
    : [
        'The words of the consent, with this brand and e-mail address, are registered nowhere: nobody who agrees to them could be called. Run npm run consent, commit the migration that it writes, and apply it before the site goes live.',
      ];
