/** The consent as the content files have it, and the migration that makes its words known to the database. */
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill, placeholderValues } from '../copy/placeholders.ts';
import { readFields } from '../copy/parse.ts';
import { consentVersion } from '../demo-request/consent.ts';

type Consent = ReturnType<typeof consentOf>;

/** The consent of these content files: `site.json` and `request-demo.json`. */
export function consentOf(
  site: Parameters<typeof placeholderValues>[0],
  demo: { form: { consent: string } },
) {
  const words = fill(demo.form.consent, placeholderValues(site));
  return { version: consentVersion(site.brand, words), seller: site.brand, words };
}

/** The fields of a content file, not validated here: `copy/loader.ts` does that. */
const read = (file: string): any => readFields(join(import.meta.dirname, '../content'), file).content;

/** The consent as the form shows it now. Throws when one of the two files cannot be read. */
export const currentConsent = (): Consent => consentOf(read('site.json'), read('request-demo.json'));

/** The SQL that registers a consent. */
export function registration({ seller, words }: { seller: string; words: string }): string {
  return `select private.register_consent(${sqlText(seller)}, ${sqlText(words)});\n`;
}

const sqlText = (text: string) => `'${text.replaceAll("'", "''")}'`;

const MIGRATIONS = 'supabase/migrations';

/** The migration that registers a version, if there is one. */
export const migrationOf = (version: string, root = '.'): string | undefined =>
  globSync(`${MIGRATIONS}/*_register_consent_${version}.sql`, { cwd: root })[0];

const HEAD_OF_MIGRATION =
  '-- Registers the words of the consent that the site publishes from this migration on. Written by `npm run consent`.\n';

/** Writes the migration that registers the consent, if there is none. Returns its name. */
export function registerConsent(consent: Consent, root = '.'): string {
  const found = migrationOf(consent.version, root);
  if (found) return found;
  // The Supabase command line, too, names migrations by the time, from year to second, in UTC.
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = `${MIGRATIONS}/${now}_register_consent_${consent.version}.sql`;
  writeFileSync(join(root, file), HEAD_OF_MIGRATION + registration(consent));
  return file;
}

const UNREGISTERED =
  'The words of the consent, with this brand and e-mail address, are registered nowhere: nobody who agrees to them could be called. ' +
  'Run npm run consent, commit the migration that it writes, and apply it before the site goes live.';

/** What is wrong with publishing the consent as it is now: nothing, or that no migration registers it. */
export function consentErrors(root?: string): string[] {
  const isRegistered = migrationOf(currentConsent().version, root) !== undefined;
  return isRegistered ? [] : [UNREGISTERED];
}
