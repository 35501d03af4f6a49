import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environmentErrors, environmentWarnings } from '@/publish/environment';
import { securityContactWarnings } from '@/copy/security-contact';

const token = (claims: object) =>
  ['{"alg":"HS256"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
const SERVICE_KEY = token({ role: 'service_role' });

const good = {
  PUBLIC_SUPABASE_URL: 'https://abcdefgh.supabase.co',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_abc123',
  PUBLIC_DEMO_WEBHOOK_URL: 'https://hooks.example.com/demo?id=1',
  SITE_URL: 'https://www.example.com',
};

const errorsWith = (name: string, value: string) => environmentErrors({ ...good, [name]: value });

/** What a build says of one wrong value: a single line. */
const refusal = (name: string, reason: string) => [expect.stringMatching(new RegExp(`^${name} ${reason}`))];

test('an empty environment is answered with every variable and what to put there', () => {
  const errors = environmentErrors({});
  expect(errors.map((error) => error.split(' ')[0])).toEqual(Object.keys(good));
  for (const error of errors) expect(error).toMatch(/ is not set\. Put there .+\.$/);
});

test.each([
  ['PUBLIC_SUPABASE_URL', 'http://localhost:54321'],
  ['PUBLIC_SUPABASE_URL', 'http://[::1]:54321'],
  ['PUBLIC_SUPABASE_URL', 'https://api.example.com/supabase/'],
  ['PUBLIC_SUPABASE_ANON_KEY', token({ iss: 'supabase', role: 'anon' })],
  ['SITE_URL', 'https://www.example.com/'],
])('a site is built where %s is %s', (name, value) => {
  expect(errorsWith(name, value)).toEqual([]);
});

test.each([
  ['   ', 'is not set'],
  ['www.example.com', 'is not a complete web address'],
  ['ftp://example.com', 'must begin with https://'],
  ['http://example.com', 'must begin with https://'],
  ['http://localhost.example.com', 'must begin with https://'],
  ['https://user:secret@example.com', 'must not carry a user name or password'],
  ['https://example.com ', 'begins or ends with white space'],
])('the address "%s" is refused in every variable: it %s', (address, reason) => {
  for (const name of ['PUBLIC_SUPABASE_URL', 'PUBLIC_DEMO_WEBHOOK_URL', 'SITE_URL'])
    expect(errorsWith(name, address)).toEqual(refusal(name, reason));
});

test.each([
  ['PUBLIC_SUPABASE_URL', 'https://abcdefgh.supabase.co/rest/v1/', 'must be the address alone'],
  ['PUBLIC_SUPABASE_URL', 'https://abcdefgh.supabase.co?apikey=1', 'must be the address alone'],
  ['SITE_URL', 'https://www.example.com/app', 'must stop after the host name'],
  ['SITE_URL', 'https://www.example.com/?from=mail', 'must stop after the host name'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://hooks.example.com/?key=sb_secret_abc123', 'holds a secret key'],
  ['PUBLIC_DEMO_WEBHOOK_URL', `https://hooks.example.com/?key=${SERVICE_KEY}`, 'holds a secret key'],
  ['PUBLIC_SUPABASE_ANON_KEY', 'sb_secret_abc123', 'holds a secret key'],
  ['PUBLIC_SUPABASE_ANON_KEY', SERVICE_KEY, 'holds a secret key'],
  ['PUBLIC_SUPABASE_ANON_KEY', token({ role: 'authenticated' }), 'is neither a publishable'],
  ['PUBLIC_SUPABASE_ANON_KEY', token({ sub: '1' }), 'is neither a publishable key'],
  ['PUBLIC_SUPABASE_ANON_KEY', 'www.example.com', 'is neither a publishable key'],
  ['PUBLIC_SUPABASE_ANON_KEY', 'no key', 'is neither a publishable key'],
  ['PUBLIC_SUPABASE_ANON_KEY', 'sb_publishable_…', 'is neither a publishable key'],
])('%s is refused as %s: it %s', (name, value, reason) => {
  expect(errorsWith(name, value)).toEqual(refusal(name, reason));
});

test('a refused key is not repeated in the log', () => {
  for (const key of ['sb_secret_abc123', SERVICE_KEY])
    expect(errorsWith('PUBLIC_SUPABASE_ANON_KEY', key).join()).not.toContain(key);
});

test('a build is refused where the shell asks for React’s development build', () => {
  expect(errorsWith('NODE_ENV', 'production')).toEqual([]);
  expect(errorsWith('NODE_ENV', 'development')).toEqual([expect.stringMatching(/^NODE_ENV is development/)]);
});

test('an address of one’s own machine builds, with a warning that names the variable', () => {
  expect(environmentWarnings({ ...good, SITE_URL: 'http://localhost:4321' })).toEqual([
    expect.stringMatching(/^SITE_URL leads to this machine/),
  ]);
  expect(environmentWarnings(good)).toEqual([]);
});

test.each([
  ['2026-11-30', 'has passed'],
  ['2028-01-01', 'is more than a year away'],
  ['2027-11-30', undefined],
])('a security contact until %s, on December 1 of 2026, %s', (until, problem) => {
  const found = securityContactWarnings({ securityContact: { until } }, new Date('2026-12-01'));
  expect(found.map(({ message }) => message.split(':')[0])).toEqual(problem ? [problem] : []);
});

test('.env.example names every variable', () => {
  const example = readFileSync('.env.example', 'utf8');
  expect([...example.matchAll(/^([A-Z_]+)=$/gm)].map((match) => match[1])).toEqual(Object.keys(good));
});
