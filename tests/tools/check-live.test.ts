import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listen, type Listening } from '../../tools/start/listen.ts';
import { serveSite } from '../../tools/start/site-server.ts';
import { checkSite } from '../../tools/check-live/check-live.ts';
import { IMMUTABLE } from '@/publish/headers';
import { RESET } from '../support/database.ts';
import { EditedSite } from '../support/edited-site.ts';
import { runNode } from '../support/run-node.ts';
import { hasPostgrest, keyFor, startPostgrestStack, type PostgrestStack } from '../support/postgrest.ts';

type Answer = { status: number; headers: Record<string, string>; text: string };

/** How the host changes the answer of the built site; by default not at all. */
let modifyAnswer: (path: string, answer: Answer) => unknown = () => {};
let webhookStatus = 204;
/** What the webhook answers, which stands in for a database, too. */
let webhookAnswer: object | undefined;
/** The methods by which the webhook was called. */
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

const webhook = createServer(({ method }, response) => {
  webhookMethods.add(method);
  const allowed = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Content-Type' };
  response.writeHead(webhookStatus, allowed).end(webhookAnswer && JSON.stringify(webhookAnswer));
});

const failures = async (...asked: Parameters<typeof checkSite>) =>
  (await checkSite(...asked)).filter(({ outcome }) => outcome === 'fails').map(({ because }) => because);

describe.skipIf(!hasPostgrest)('an operator who checks the published site', () => {
  beforeAll(async () => {
    stack = await startPostgrestStack();
    closers.defer(stack.stop);
    // As behind a proxy, which names the visitor's address: inserts count toward the limit of one.
    await stack.query(
      `create or replace function private.request_address() returns inet language sql
       as $$ select '203.0.113.9'::inet $$`,
    );
    const listening = await listen(webhook, 0);
    closers.defer(listening.close);
    webhookAddress = listening.url;
    const published = await listen(host, 0);
    closers.defer(published.close);
    address = published.url;
    const copy = await EditedSite.create('live');
    const { exitCode, output } = await copy.build({
      PUBLIC_SUPABASE_URL: stack.url,
      PUBLIC_SUPABASE_ANON_KEY: keyFor('anon'),
      PUBLIC_DEMO_WEBHOOK_URL: `${listening.url}/demo`,
      SITE_URL: address,
    });
    if (exitCode !== 0) throw new Error(output);
    site = await serveSite(join(copy.dir, 'dist'), 0);
    closers.defer(site.close);
  });
  afterAll(() => closers.disposeAsync());
  afterEach(() => {
    modifyAnswer = () => {};
    webhookStatus = 204;
    webhookAnswer = undefined;
  });

  test('sees that everything passes, and leaves no row, no consent record and no webhook call behind', async () => {
    expect(await failures(address)).toEqual([]);
    for (const table of ['public.demo_requests', 'private.consent_records'])
      expect(await stack.query(`select * from ${table}`)).toEqual([]);
    expect(webhookMethods).toEqual(new Set(['OPTIONS']));
  });

  test('sees everything that a host does wrong', async () => {
    modifyAnswer = (path, answer) => {
      const { headers } = answer;
      delete headers['x-frame-options'];
      if (path === '/support-packages') answer.status = 404;
      if (path === '/') answer.text += '<!-- Optimized by a proxy -->';
      if (path === '/check-live.json') answer.text = answer.text.replace(address, 'https://old.example.com');
      if (path.startsWith('/og/')) headers['cross-origin-resource-policy'] = 'same-origin';
      if (path === '/.well-known/security.txt') answer.status = 500;
    };
    webhookStatus = 405;
    expect(await failures(address, address)).toEqual(
      [
        `${address}/support-packages answers with status 404`,
        `${address}/ does not arrive as it was built.`,
        'It was built for https://old.example.com.',
        `${address}/ answers with status 200 and X-Frame-Options: none; it should be DENY.`,
        `${address}/support-packages answers with status 404 and Cache-Control`,
        'Cross-Origin-Resource-Policy: same-origin; it should be cross-origin with status 200.',
        'security.txt answers with status 500',
        `${address}/request-demo answers with status 200 and Location: none; it should lead to https://`,
        'answers OPTIONS with status 405.',
      ].map((text) => expect.stringContaining(text)),
    );
  });

  test('sees that scripts, charsets, search engines and recordings are treated in another way than the site needs', async () => {
    modifyAnswer = (path, answer) => {
      const { headers } = answer;
      if (path.endsWith('.js')) headers['content-type'] = 'text/plain';
      if (path === '/request-demo') headers['x-robots-tag'] = 'noindex';
      if (path === '/') answer.text += '<i data-sound="/recordings/a-call.mp3"></i>';
      if (path.startsWith('/recordings/')) answer.status = 200;
    };
    const found = (await failures(address)).join('\n');
    expect(found).toMatch(
      /\.js answers with status 200 and Content-Type: text\/plain; it should be text\/javascript/,
    );
    expect(found).toContain('/request-demo answers with status 200 and X-Robots-Tag: noindex.');
    expect(found).toMatch(/\/recordings\/\S+ answers with status 200 and Content-Range: /);
    modifyAnswer = (path, answer) => {
      if (path === '/') answer.headers['content-type'] = 'text/html; charset=iso-8859-1';
      if (path === '/robots.txt')
        answer.text = 'User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /';
      if (path === '/check-live.json') answer.text = answer.text.replace(stack.url, webhookAddress);
    };
    webhookAnswer = {
      code: 'PGRST106',
      message: 'The schema must be one of the following: pg_pgrst_no_exposed_schemas',
    };
    webhookStatus = 406;
    const others = (await failures(address)).join('\n');
    expect(others).toContain('charset=iso-8859-1; it should be in UTF-8.');
    expect(others).toContain('/robots.txt has Disallow: / for every search engine.');
    expect(others).toContain('The Data API is switched off, or does not expose the schema public');
    modifyAnswer = (path, answer) => {
      if (path === '/robots.txt') answer.text = `User-agent: GPTBot\nDisallow: /\n\n${answer.text}`;
    };
    webhookStatus = 204;
    webhookAnswer = undefined;
    expect(await failures(address), 'robots for AI alone are refused').toEqual([]);
  });

  test.each([
    [403, {}],
    [401, {}],
    [503, { 'cf-mitigated': 'challenge' }],
    [302, { location: 'https://vercel.com/sso-api?url=x' }],
  ])('sees that status %i %j of a protection proves nothing about the site', async (status, headers) => {
    modifyAnswer = (_, answer) => void Object.assign(answer, { status, headers });
    expect(await failures(address)).toEqual([expect.stringContaining('does not let this check through')]);
  });

  test('sees that the key is another project’s, that missing files are kept for a year, and that part of the build is missing', async () => {
    modifyAnswer = (path, answer) => {
      answer.text = answer.text.replace(keyFor('anon'), keyFor('anon', 'a'.repeat(40)));
      if (path.startsWith('/_astro/')) answer.headers['cache-control'] = IMMUTABLE;
    };
    const found = (await failures(address)).join('\n');
    expect(found).toContain('The database refuses the key that the site was built with');
    expect(found).toContain(
      `/_astro/missing.00000000.js answers with status 404 and Cache-Control: ${IMMUTABLE}.`,
    );
    modifyAnswer = (path, answer) => path === '/check-live.json' && (answer.status = 404);
    expect(await failures(address)).toEqual([
      '/check-live.json, which says how the site was built, answers with status 404',
    ]);
  });

  test.each([
    {
      what: 'a migration is not applied',
      change: 'alter table public.demo_requests rename to unknown',
      back: 'alter table public.unknown rename to demo_requests',
      says: 'The database has no table for requests',
    },
    {
      what: 'a field of the form has no column',
      change: 'alter table public.demo_requests rename column industry to trade',
      back: 'alter table public.demo_requests rename column trade to industry',
      says: 'The table lacks the column of a field of the form',
    },
    {
      what: 'this machine’s address has used up its requests, which proves nothing about the site',
      change: `insert into private.consent_records (request_id, request, phone_number, address)
        select gen_random_uuid(), '{}', '', '203.0.113.9' from generate_series(1, 20)`,
      back: RESET,
      says: 'takes nothing more from this machine’s own address',
    },
  ])('sees that $what', async ({ change, back, says }) => {
    await stack.query(change);
    const found = await failures(address);
    await stack.query(back);
    expect(found).toEqual([expect.stringContaining(says)]);
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
