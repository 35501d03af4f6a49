import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { environmentErrors, environmentFileErrors, environmentWarnings } from '@/publish/environment';
import { securityContactWarnings } from '@/copy/security-contact';
import { loadEnv } from 'vite';

const token = (claims: object) =>
  ['{"alg":"HS256"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

const good = {
  PUBLIC_SUPABASE_URL: 'https://abcdefgh.supabase.co',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_abc123',
  PUBLIC_DEMO_WEBHOOK_URL: 'https://hooks.example.com/demo?id=1',
  SITE_URL: 'https://www.example.com',
};

test('a complete environment builds', () => {
  expect(environmentErrors(good)).toEqual([]);
});

test('the legacy anon key is as good as the publishable one', () => {
  const legacy = token({ iss: 'supabase', role: 'anon' });
  expect(environmentErrors({ ...good, PUBLIC_SUPABASE_ANON_KEY: legacy })).toEqual([]);
});

test.each(['http://localhost:54321', 'http://127.0.0.1:54321', 'http://[::1]:54321'])(
  'plain http is fine on one’s own machine: %s',
  (address) => {
    expect(environmentErrors({ ...good, PUBLIC_SUPABASE_URL: address })).toEqual([]);
  },
);

test('an empty environment is answered with every variable and what to put there', () => {
  const errors = environmentErrors({});
  expect(errors.map((error) => error.split(' ')[0])).toEqual(Object.keys(good));
  for (const error of errors) expect(error).toMatch(/ is not set\. Put there .+\.$/);
});

describe.each(['PUBLIC_SUPABASE_URL', 'PUBLIC_DEMO_WEBHOOK_URL', 'SITE_URL'])('%s', (name) => {
  test.each([
    ['blank', '   ', 'is not set'],
    ['without a scheme', 'www.example.com', 'is not a complete web address'],
    ['not a web address', 'ftp://example.com', 'must begin with https://'],
    ['unencrypted', 'http://example.com', 'must begin with https://'],
    ['unencrypted, dressed up as local', 'http://localhost.example.com', 'must begin with https://'],
    ['carrying a password', 'https://user:secret@example.com', 'must not carry a user name or password'],
    [
      'the dashboard’s own address',
      'https://supabase.com/dashboard/project/abcdefgh',
      'is an address of the dashboard',
    ],
    ['with a stray space', 'https://example.com ', 'begins or ends with white space'],
  ])('is refused when it is %s', (_, address, reason) => {
    const errors = environmentErrors({ ...good, [name]: address });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(`${name} ${reason}`);
  });
});

test.each([
  ['PUBLIC_SUPABASE_URL', 'https://abcdefgh.supabase.co/rest/v1/', 'must be the address alone'],
  ['PUBLIC_SUPABASE_URL', 'https://abcdefgh.supabase.co?apikey=1', 'must be the address alone'],
  ['SITE_URL', 'https://www.example.com/app', 'must stop after the host name'],
  ['SITE_URL', 'https://www.example.com/?from=mail', 'must stop after the host name'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://n8n.example.com/webhook-test/demo', 'is a test address'],
  [
    'PUBLIC_DEMO_WEBHOOK_URL',
    'https://abcdefgh.supabase.co/rest/v1/demo_requests',
    'is a test address or a table',
  ],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://n8n.example.com/workflow/12', 'is an address of the dashboard'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://zapier.com/editor/1/published', 'is an address of the dashboard'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://eu1.make.com/1/scenarios/2/edit', 'is an address of the dashboard'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://hooks.example.com/demo?key=sb_secret_abc123', 'holds a secret key'],
  [
    'PUBLIC_DEMO_WEBHOOK_URL',
    `https://hooks.example.com/demo?key=${token({ role: 'service_role' })}`,
    'holds a secret key',
  ],
])('%s is refused as %s: it would lead nowhere, or give a secret away', (name, address, reason) => {
  const errors = environmentErrors({ ...good, [name]: address });
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(`${name} ${reason}`);
});

test.each([
  ['PUBLIC_SUPABASE_URL', 'https://api.example.com/supabase/'],
  ['SITE_URL', 'https://www.example.com/'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://hooks.zapier.com/hooks/catch/1/a/'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://hook.eu1.make.com/abc'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://abcdefgh.supabase.co/functions/v1/call'],
])('%s may be %s', (name, address) => {
  expect(environmentErrors({ ...good, [name]: address })).toEqual([]);
});

test.each([
  ['a secret key', 'sb_secret_abc123', 'holds a secret key'],
  ['the service role’s key', token({ role: 'service_role' }), 'holds a secret key'],
  ['a signed-in visitor’s token', token({ role: 'authenticated' }), 'is a key for the role "authenticated"'],
  ['a token without a role', token({ sub: '1' }), 'is not a key'],
  ['something with two dots', 'www.example.com', 'is not a key'],
  ['anything else', 'anon', 'is not a key'],
  ['a placeholder', 'sb_publishable_…', 'is only the placeholder of a key'],
  ['a row of x', 'sb_publishable_xxxxxxxx', 'is only the placeholder of a key'],
  ['only the beginning of a key', 'sb_publishable_', 'is not a key'],
])('the public key is refused when it is %s', (_, key, reason) => {
  const errors = environmentErrors({ ...good, PUBLIC_SUPABASE_ANON_KEY: key });
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(`PUBLIC_SUPABASE_ANON_KEY ${reason}`);
});

test('a build is refused where the shell asks for React’s development build', () => {
  expect(environmentErrors({ ...good, NODE_ENV: 'production' })).toEqual([]);
  expect(environmentErrors({ ...good, NODE_ENV: 'development' })).toEqual([
    expect.stringMatching(/^NODE_ENV is development/),
  ]);
});

test('a .env that is read otherwise than it was written is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'environment-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const errorsOf = (file: string | Buffer) => {
    writeFileSync(join(folder, '.env'), file);
    return environmentFileErrors(folder, loadEnv('production', folder, ''));
  };
  const address = 'PUBLIC_DEMO_WEBHOOK_URL=https://hooks.example.com/?token=';
  expect(errorsOf(`${address}pa$word`)).toEqual([expect.stringMatching(/^PUBLIC_DEMO_WEBHOOK_URL in .env/)]);
  expect(errorsOf(`${address}pa\\$word`)).toEqual([]);
  expect(errorsOf(Buffer.from(`\uFEFF${address}word`, 'utf16le'))).toEqual([
    expect.stringContaining('UTF-16'),
  ]);
});

test('a refused key is not repeated in the log', () => {
  for (const key of ['sb_secret_abc123', token({ role: 'service_role' })])
    expect(environmentErrors({ ...good, PUBLIC_SUPABASE_ANON_KEY: key }).join()).not.toContain(key);
});

test('an address of one’s own machine builds, with a warning that names the variable', () => {
  const local = { ...good, SITE_URL: 'http://localhost:4321' };
  expect(environmentErrors(local)).toEqual([]);
  expect(environmentWarnings(local)).toEqual([expect.stringMatching(/^SITE_URL leads to this machine/)]);
  expect(environmentWarnings(good)).toEqual([]);
});

test('a security contact is refused when its date has passed or is more than a year away', () => {
  const today = new Date('2026-12-01');
  const messagesOn = (until: string) =>
    securityContactWarnings({ securityContact: { until } }, today).map(({ message }) => message);
  expect(messagesOn('2027-11-30')).toEqual([]);
  expect(messagesOn('2026-11-30')).toEqual([expect.stringMatching(/^has passed/)]);
  expect(messagesOn('2028-01-01')).toEqual([expect.stringMatching(/^is more than a year away/)]);
});

test('.env.example names every variable', () => {
  const example = readFileSync('.env.example', 'utf8');
  expect([...example.matchAll(/^([A-Z_]+)=$/gm)].map((match) => match[1])).toEqual(Object.keys(good));
});
