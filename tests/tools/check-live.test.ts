import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listen, type Listening } from '../../tools/start/listen.ts';
import { serveSite } from '../../tools/start/site-server.ts';
import { CALL_CHECKS } from '../../tools/check-live/calls.ts';
import { checkSite } from '../../tools/check-live/check-live.ts';
import { currentConsent } from '@/publish/consent';
import { IMMUTABLE } from '@/publish/headers';
import { RESET } from '../support/database.ts';
import { EditedSite } from '../support/edited-site.ts';
import { runNode } from '../support/run-node.ts';
import { hasPostgrest, keyFor, startPostgrestStack, type PostgrestStack } from '../support/postgrest.ts';

type Answer = { status: number; headers: Record<string, string>; text: string };

let modifyAnswer: (path: string, answer: Answer) => unknown = () => {};
let webhookStatus = 204;
const webhookMethods = new Set<string | undefined>();

let stack: PostgrestStack;
let address: string;
let webhookAddress: string;
let site: Listening;
const closers = new AsyncDisposableStack();

/** The published site: a host in front of `site` that can change its responses. */
const host = createServer(async (request, response) => {
  const { url = '/' } = request;
  const { range } = request.headers;
  const inner = await fetch(site.url + url, { redirect: 'manual', headers: range ? { range } : {} });
  const { status, headers } = inner;
  const answer = { status, headers: Object.fromEntries(headers), text: await inner.text() };
  delete answer.headers['content-length'];
  modifyAnswer(url, answer);
  response.writeHead(answer.status, answer.headers).end(answer.text);
});

/** It says what Supabase's Data API says when that is switched off: it stands in for a database, too. */
const webhook = createServer(({ method }, response) => {
  webhookMethods.add(method);
  const allowed = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Content-Type' };
  response.writeHead(webhookStatus, allowed).end('{"code": "PGRST106", "message": "No schema is exposed"}');
});

const failures = async (plainHttp?: string) =>
  (await checkSite(address, plainHttp)).flatMap(({ outcome, because }) =>
    outcome === 'fails' ? because : [],
  );

const saying = (...parts: string[]) => parts.map((part) => expect.stringContaining(part));

test.each([
  [404, '', 'The database answers with 404.'],
  [404, '{"error":"requested path is invalid"}', 'The database answers with 404.'],
  [522, '<!DOCTYPE html>', 'The database answers with 522.'],
  [0, '', 'The database does not answer: TimeoutError: The operation was aborted due to timeout.'],
])('an operator who checks is told that the database answers %i "%s"', async (status, body, told) => {
  const server = createServer((_, response) => {
    if (status !== 0) response.writeHead(status).end(body);
  });
  const { url, close } = await listen(server, 0);
  onTestFinished(close);
  const { timeout } = AbortSignal;
  // The 15 seconds for an answer are 0.3 here.
  if (status === 0) vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
  const { check } = CALL_CHECKS['The database takes requests from the site']!;
  const build = { supabaseUrl: url, supabaseKey: 'sb_publishable_of_the_check' };
  await expect(check({ build } as never)).rejects.toThrow(told);
});

describe.skipIf(!hasPostgrest)('an operator who checks the published site', () => {
  beforeAll(async () => {
    stack = await startPostgrestStack();
    closers.defer(stack.close);
    // On a hosted project, a proxy names the visitor's address, and inserts count toward the limit of one address.
    await stack.query(
      `create or replace function private.request_address() returns inet language sql
       as $$ select '203.0.113.9'::inet $$`,
    );
    const serve = async (listening: Promise<Listening>) =>
      closers.adopt(await listening, ({ close }) => close());
    ({ url: webhookAddress } = await serve(listen(webhook, 0)));
    ({ url: address } = await serve(listen(host, 0)));
    const copy = EditedSite.create('live');
    const built = await copy.build({
      PUBLIC_SUPABASE_URL: stack.url,
      PUBLIC_SUPABASE_ANON_KEY: stack.publishableKey,
      PUBLIC_DEMO_WEBHOOK_URL: `${webhookAddress}/demo`,
      SITE_URL: address,
    });
    if (built.exitCode !== 0) throw new Error(built.output);
    site = await serve(serveSite(join(copy.dir, 'dist'), 0));
  });
  afterAll(() => closers.disposeAsync());
  afterEach(() => {
    modifyAnswer = () => {};
    webhookStatus = 204;
  });

  test('sees that everything passes, and leaves no row, no consent record and no webhook call behind', async () => {
    modifyAnswer = (path, answer) => {
      // Robots for AI alone are refused.
      if (path === '/robots.txt') answer.text += '\n\nUser-agent: GPTBot\nDisallow: /\n';
    };
    expect(await failures()).toEqual([]);
    for (const table of ['public.demo_requests', 'private.consent_records'])
      expect(await stack.query(`select * from ${table}`)).toEqual([]);
    expect(webhookMethods).toEqual(new Set(['OPTIONS']));
  });

  test('sees everything that a host does wrong, and that the key is another project’s', async () => {
    modifyAnswer = (path, answer) => {
      const { headers } = answer;
      delete headers['x-frame-options'];
      if (path === '/support-packages') answer.status = 404;
      if (path === '/') {
        headers['content-type'] = 'text/html; charset=iso-8859-1';
        answer.text = `<i data-sound="/recordings/a-call.mp3"></i>${answer.text}`;
      }
      if (path === '/request-demo') headers['x-robots-tag'] = 'noindex';
      if (path.startsWith('/recordings/')) answer.status = 200;
      if (path.startsWith('/og/')) headers['cross-origin-resource-policy'] = 'same-origin';
      if (path === '/.well-known/security.txt') answer.status = 500;
      if (path === '/check-live.json')
        answer.text = answer.text
          .replace(address, 'https://old.example.com')
          .replace(stack.publishableKey, keyFor('anon', 'a'.repeat(40)));
    };
    webhookStatus = 405;
    const messages = saying(
      `${address}/support-packages answers with status 404`,
      `${address}/ answers with status 200 and Content-Type: text/html; charset=iso-8859-1; it should be in UTF-8.`,
      '/request-demo answers with status 200 and X-Robots-Tag: noindex.',
      '/recordings/a-call.mp3 answers with status 200 and Content-Range: ',
      `${address}/ does not arrive as it was built.`,
      'It was built for https://old.example.com.',
      `${address}/ answers with status 200 and X-Frame-Options: none; it should be DENY.`,
      `${address}/support-packages answers with status 404 and Cache-Control`,
      'Cross-Origin-Resource-Policy: same-origin; it should be cross-origin with status 200.',
      'security.txt answers with status 500',
      `${address}/request-demo answers with status 200 and Location: none; it should lead to https://`,
      'The database refuses the key that the site was built with',
      'answers OPTIONS with status 405.',
    );
    expect(await failures(address)).toEqual(messages);
  });

  test('sees that scripts, search engines and missing files are treated in another way than the site needs, and that the database is closed', async () => {
    modifyAnswer = (path, answer) => {
      if (path.endsWith('.js')) answer.headers['content-type'] = 'text/plain';
      if (path.startsWith('/_astro/')) answer.headers['cache-control'] = IMMUTABLE;
      if (path === '/robots.txt')
        answer.text = 'User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nAllow: /og/\nDisallow: /';
      if (path === '/check-live.json') answer.text = answer.text.replace(stack.url, webhookAddress);
    };
    webhookStatus = 503;
    const messages = saying(
      '.js answers with status 200 and Content-Type: text/plain; it should be text/javascript',
      '/robots.txt has Disallow: / for every search engine.',
      `/_astro/missing.00000000.js answers with status 404 and Cache-Control: ${IMMUTABLE}.`,
      'The Data API is switched off, or does not expose the schema public',
      'answers OPTIONS with status 503, as the function demo-calls does when one of its secrets is missing',
    );
    expect(await failures()).toEqual(messages);
  });

  test.each([
    [403, {}],
    [401, {}],
    [429, {}],
    [202, { 'x-amzn-waf-action': 'challenge' }],
    [200, { 'x-vercel-mitigated': 'challenge' }],
    [503, { 'cf-mitigated': 'challenge' }],
    [302, { location: 'https://vercel.com/sso-api?url=x' }],
  ])('sees that status %i %j of a protection proves nothing about the site', async (status, headers) => {
    modifyAnswer = (_, answer) => void Object.assign(answer, { status, headers });
    expect(await failures()).toEqual(saying('does not let this check through'));
  });

  test('sees that part of the build is missing', async () => {
    modifyAnswer = (path, answer) => {
      if (path === '/check-live.json') answer.status = 404;
    };
    expect(await failures()).toEqual(
      saying('/check-live.json, which says how the site was built, answers with status 404'),
    );
  });

  test('sees that a migration is not applied, that a field has no column, and that its own address has used up its requests', async () => {
    await stack.query('alter table public.demo_requests rename to unknown');
    expect(await failures()).toEqual(saying('The database has no table for requests'));
    await stack.query(`alter table public.unknown rename to demo_requests;
      alter table public.demo_requests rename column industry to trade`);
    expect(await failures()).toEqual(saying('The table lacks the column of a field of the form'));
    await stack.query(`alter table public.demo_requests rename column trade to industry;
      insert into private.consent_records (request_id, request, phone_number, address)
      select gen_random_uuid(), '{}', '', '203.0.113.9' from generate_series(1, 20)`);
    expect(await failures()).toEqual(saying('takes nothing more from this machine’s own address'));
    await stack.query(RESET);
  });

  test('sees that the database is read-only, as a full one is', async () => {
    await stack.query(`
      create function private.refuse_writes() returns trigger language plpgsql
      as 'begin raise read_only_sql_transaction using message = ''cannot execute INSERT''; end;';
      create trigger a_read_only before insert on public.demo_requests
      for each row execute function private.refuse_writes();`);
    expect(await failures()).toEqual(saying('The database is read-only'));
    await stack.query('drop trigger a_read_only on public.demo_requests');
  });

  test('sees that the words of the consent are registered nowhere', async () => {
    vi.stubEnv('PRODUCTION_SUPABASE_URL', stack.url);
    vi.stubEnv('PRODUCTION_SUPABASE_SECRET_KEY', stack.secretKey);
    const { check } = CALL_CHECKS['The database knows the words of the consent']!;
    const checkVersion = async (consentVersion: string) => check({ build: { consentVersion } } as never);
    await expect(checkVersion(currentConsent().version)).resolves.toBeUndefined();
    await expect(checkVersion('another')).rejects.toThrow('They are not registered');
  });

  test.each([
    ['works', 0],
    ['does not work as it should', 1],
  ])('reads in the last line that the site %s, and gets exit code %i', async (says, exitCode) => {
    const asked = exitCode === 0 ? address : 'http://localhost:9'; // Nothing listens there.
    const output = expect.stringMatching(`\\n${asked} ${says}\\.\\n$`);
    expect(await runNode('tools/check-live/check-live.ts', [asked])).toEqual({ exitCode, output });
  });
});
