import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environmentErrors, environmentWarnings, folderError, readEnvironment } from '@/publish/environment';
import { ENVIRONMENT } from '../support/edited-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A JSON Web Token with these claims, as Supabase's legacy keys are. */
const jwt = (claims: object) =>
  ['{"alg":"HS256"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
const SERVICE_KEY = jwt({ role: 'service_role' });

const errorsWith = (name: string, value: string) => environmentErrors({ ...ENVIRONMENT, [name]: value });

const onlyError = (name: string, reason: string) => [expect.stringMatching(new RegExp(`^${name} ${reason}`))];

test('an empty environment is answered with every variable and what to put there', () => {
  const errors = environmentErrors({});
  expect(errors.map((error) => error.split(' ')[0])).toEqual(Object.keys(ENVIRONMENT));
  for (const error of errors) expect(error).toMatch(/ is not set\. Put there .+\.$/);
});

test.each([
  ['PUBLIC_SUPABASE_URL', 'http://localhost:54321'],
  ['PUBLIC_SUPABASE_URL', 'http://[::1]:54321'],
  ['PUBLIC_SUPABASE_URL', 'https://api.example.com/supabase/'],
  ['PUBLIC_SUPABASE_ANON_KEY', jwt({ iss: 'supabase', role: 'anon' })],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://hooks.zapier.com/hooks/catch/1/a/?id=1'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://hook.eu1.make.com/abc'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://abcdefgh.supabase.co/functions/v1/call'],
  ['SITE_URL', 'https://www.example.com/'],
  ['SITE_URL', 'https://www.your-plumber.example'],
])('a site is built where %s is %s', (name, value) => {
  expect(errorsWith(name, value)).toEqual([]);
});

test.each([
  ['   ', 'is not set'],
  ['www.example.com', 'is not a complete web address'],
  ['ftp://example.com', 'must begin with https://'],
  ['http://localhost.example.com', 'must begin with https://'],
  ['https://user:secret@example.com', 'must not carry a user name or password'],
  ['https://supabase.com/dashboard/project/abcdefgh', 'is an address of the dashboard'],
  ['https://https://example.com', 'begins with https:// twice'],
  ['https://example.com,', 'begins or ends with a quotation mark'],
  ['https://your-project.example.com', 'is only the placeholder of an address'],
  ['https://example.com ', 'begins or ends with white space'],
])('the address "%s" is refused in every variable: it %s', (address, reason) => {
  for (const name of ['PUBLIC_SUPABASE_URL', 'PUBLIC_DEMO_WEBHOOK_URL', 'SITE_URL'])
    expect(errorsWith(name, address)).toEqual(onlyError(name, reason));
});

test.each([
  ['PUBLIC_SUPABASE_URL', 'https://abcdefgh.supabase.co/rest/v1/', 'must be the address alone'],
  ['PUBLIC_SUPABASE_URL', 'https://abcdefgh.supabase.co?apikey=1', 'must be the address alone'],
  ['SITE_URL', 'https://www.example.com/app', 'must stop after the host name'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://n8n.example.com/webhook-test/demo', 'is a test address'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://a.supabase.co/rest/v1/demo_requests', 'is a test address or a table'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://n8n.example.com/workflow/12', 'is an address of the dashboard'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://zapier.com/editor/1/published', 'is an address of the dashboard'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://eu1.make.com/1/scenarios/2/edit', 'is an address of the dashboard'],
  ['PUBLIC_DEMO_WEBHOOK_URL', 'https://hooks.example.com/%FF?key=sb%5Fsecret_abc123', 'holds a secret key'],
  ['PUBLIC_SUPABASE_ANON_KEY', SERVICE_KEY, 'holds a secret key'],
  ['PUBLIC_SUPABASE_ANON_KEY', jwt({ role: 'authenticated' }), 'is a key for the role "authenticated"'],
  ['PUBLIC_SUPABASE_ANON_KEY', jwt({ sub: '1' }), 'is not a key'],
  ['PUBLIC_SUPABASE_ANON_KEY', `${jwt({ role: 'anon' })}...`, 'is not a key'],
  ['PUBLIC_SUPABASE_ANON_KEY', 'sb_publishable_abc•••', 'is not a key'],
  ['PUBLIC_SUPABASE_ANON_KEY', 'sb_publishable_<key>', 'is only the placeholder of a key'],
  ['PUBLIC_SUPABASE_ANON_KEY', 'sb_publishable_xxxxxxxx', 'is only the placeholder of a key'],
])('%s is refused as %s, which is not repeated in the log: it %s', (name, value, reason) => {
  const errors = errorsWith(name, value);
  expect(errors).toEqual(onlyError(name, reason));
  expect(errors.join()).not.toContain(value);
});

test('a build is warned of an address that leads to this machine', () => {
  expect(environmentWarnings(ENVIRONMENT)).toEqual([]);
  const warnings = environmentWarnings({ ...ENVIRONMENT, SITE_URL: 'http://localhost:4321' });
  expect(warnings).toEqual([expect.stringContaining('SITE_URL leads to this machine')]);
});

test('a build is refused where the shell asks for React’s development build', () => {
  expect(errorsWith('NODE_ENV', 'production')).toEqual([]);
  expect(errorsWith('NODE_ENV', 'development')).toEqual([expect.stringMatching(/^NODE_ENV is development/)]);
});

const folder = temporaryFolder();

test.each([
  ['utf8', 'pa$word'],
  ['utf8', 'pa\\$word'], // As Vite wants it.
  ['utf16le', 'pa$word'],
] as const)('a .env that begins with a byte order mark is read, in %s, with %s', (encoding, written) => {
  writeFileSync(join(folder, '.env'), `\uFEFFPUBLIC_DEMO_WEBHOOK_URL=${written}`, encoding);
  expect(readEnvironment(folder)).toMatchObject({ PUBLIC_DEMO_WEBHOOK_URL: 'pa$word' });
});

test('a folder in which nothing can be written, or whose path Vite cannot read, is refused', () => {
  expect(folderError(folder)).toBeUndefined();
  expect(folderError(join(folder, 'C#'))).toMatch(/C# has a # or \?, after which Vite reads no further/);
  // None is there, as permissions do not bind root.
  expect(folderError(join(folder, 'none'))).toContain('cannot be written');
});

test('.env.example names every variable', () => {
  const example = readFileSync('.env.example', 'utf8');
  expect([...example.matchAll(/^([A-Z_]+)=$/gm)].map((match) => match[1])).toEqual(Object.keys(ENVIRONMENT));
});
