/** The words of the consent, and what they are called in the record of each request (`supabase/migrations`). */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fill, placeholderValues } from '../lib/placeholders.ts';
import { decode } from './content-text.ts';

/**
 * First 16 hexadecimal digits of the SHA-256 of the seller, a line feed and the words: whoever has the words can check
 * the version. The table `private.consent_wordings` checks it.
 */
export const consentVersion = (seller: string, words: string): string =>
  createHash('sha256').update(`${seller}\n${words}`).digest('hex').slice(0, 16);

const readJson = (name: string) =>
  JSON.parse(
    decode(name, readFileSync(new URL(`../content/${name}.json`, import.meta.url))),
    // As the schema does.
    (_, value) => (typeof value === 'string' ? value.trim() : value),
  );

/** The consent as the form shows it now. */
export function currentConsent(): { version: string; seller: string; words: string } {
  const site = readJson('site');
  const seller: string = site.brand;
  const words: string = fill(readJson('request-demo').form.consent, placeholderValues(site));
  return { version: consentVersion(seller, words), seller, words };
}

/** Whether a migration registers this version. */
export const isRegistered = (version: string): boolean =>
  globSync(`supabase/migrations/*_register_consent_${version}.sql`).length > 0;
