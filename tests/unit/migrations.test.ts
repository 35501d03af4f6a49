import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The SHA-256 of each migration, by its name without `supabase/migrations/`; a new one is added. */
const HASHES: Readonly<Record<string, string>> = {
  '20260105090000_demo_requests.sql': '3b54421ba9c1fe408b4e1f0fce723cd80ed35c60d967998a02e0349f58647fc9',
  '20260105090500_addresses.sql': '117cf4762c8969e7f51a7aebbecb2eb7393cfe1b2332c0f7d0d3f515904f2955',
  '20260105091000_consent.sql': 'f68b9894eaac6b2e96e8402d37ee179c19d83cfaef43e666aeda6ea41bb71f50',
  '20260105091500_receive.sql': '9e09f699a3c6c7a1dfb7604e92a0ab39913d60b7b7e07e0c94c17cf79a10a1a3',
  '20260105092000_area_codes.sql': '27370dede25abbc522e2ba503748c4bb820d9d6a1e7de9b7c5948d18771bc683',
  '20260105092500_calling_hours.sql': '2e1c523595db7e7eda04ce19bf9145f02a0b1a4ca64fe4153b9bf5ebb7fe8de7',
  '20260105093000_queue.sql': '3f9f528217ba276db845cb6a20cfc38712c8a5ba12f24e1e52da5eb5633905cd',
  '20260105093500_lists.sql': 'f738198786ae1a6ea48d6e5ac603095b549cef3f700d5b78d9f2a0f80e0e4590',
  '20260105094000_register_consent_d5b25925a153e4934c37d96e50f99e476e425fedda36470e260c41f53690382d.sql':
    '51ae9101461347e11e15ad4fefca30393c878e7b4f2e8863edb4624801e3f46e',
};

/** Parts that an owner may delete (docs/parts.json), and the registered words, which another brand replaces. */
const MAY_BE_MISSING = /_(area_codes|calling_hours|queue|lists|register_consent_.*)\.sql$/;

test.each(Object.entries(HASHES))('the migration %s is what databases have applied', (name, hash) => {
  const file = `supabase/migrations/${name}`;
  if (!existsSync(file) && MAY_BE_MISSING.test(name)) return;
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  expect(
    createHash('sha256').update(text).digest('hex'),
    'A migration does not run again where it has been applied: put it back, and write the change as a new one.',
  ).toBe(hash);
});
