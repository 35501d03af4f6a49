import { hash } from 'node:crypto';

/**
 * Names the words of a consent: a prospect's request says it of those that the form has shown. The SHA-256 of seller (in the law,
 * on whose behalf a call is made: the brand) and words, each after its length in bytes, one per line, so that words can be
 * checked against their version. `private.consent_version` in the database computes the same.
 */
export function consentVersion(seller: string, words: string): string {
  const lines = [Buffer.byteLength(seller), seller, Buffer.byteLength(words), words];
  return hash('sha256', lines.join('\n'));
}
