/** The servers of `npm start`: what they answer, and to whom. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as consume from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listen, localServer, type Listening } from '../../tools/start/listen.ts';
import { serveSite } from '../../tools/start/site-server.ts';
import { startWebhookReceiver } from '../../tools/start/webhook-receiver.ts';

test('an error is logged, also one after the request was read', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const server = localServer(async (request) => {
    throw new Error(await consume.text(request));
  });
  const { url, close } = await listen(server, 0);
  expect((await fetch(url, { method: 'POST', body: 'broken' })).status).toBe(500);
  await close();
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.any(String), new Error('broken'));
  log.mockRestore();
});

test('the webhook keeps only the latest calls', async () => {
  const webhook = await startWebhookReceiver(0, true, () => {});
  for (let call = 0; call < 501; call += 1) await fetch(webhook.url, { method: 'POST', body: String(call) });
  const calls = (await (await fetch(`${webhook.url}/received`)).json()) as { payload: number }[];
  await webhook.close();
  expect(calls.map(({ payload }) => payload)).toEqual(Array.from({ length: 500 }, (_, call) => call + 1));
});

describe('the site', () => {
  let dir: string;
  let site: Listening;
  let api: Listening;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'site-'));
    const files = { 'index.html': 'home', 'request-demo.html': 'form', '404.html': 'unknown', 'a.ico': '' };
    for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
    const headers = ['Strict-Transport-Security: max-age=1', 'X-Frame-Options: DENY'];
    await writeFile(
      join(dir, '_headers'),
      `/*\n  ${headers.join('\n  ')}\n/a.ico\n  X-Frame-Options: none\n`,
    );
    const echo = localServer(async (request, response) => {
      response.end(`${request.url} ${await consume.text(request)}`);
    });
    api = await listen(echo, 0);
    site = await serveSite(dir, 0, { '/rest/v1/': api.url });
  });
  afterAll(async () => {
    await Promise.all([site.close(), api.close()]);
    await rm(dir, { recursive: true });
  });

  test.each([
    ['/', 200, 'home'],
    ['/request-demo', 200, 'form'],
    ['/request-demo?from=mail', 200, 'form'],
    ['/nowhere', 404, 'unknown'],
    ['/404', 404, 'unknown'],
    ['/_headers', 404, 'unknown'],
    ['/..%2fdata.running.json', 404, 'unknown'],
    ['/request-demo/', 308, '/request-demo'],
    ['/request-demo.html?from=mail', 308, '/request-demo?from=mail'],
    ['/index.html', 308, '/'],
    ['//elsewhere.example', 308, '/elsewhere.example'],
  ])('answers %s with %i: %s', async (path, status, says) => {
    const reply = await fetch(site.url + path, { redirect: 'manual' });
    expect(reply.status).toBe(status);
    expect(reply.headers.get('location') ?? (await reply.text())).toBe(says);
  });

  test('sends the headers of its build but for those that demand https, and a file again only when it has changed', async () => {
    const { headers } = await fetch(site.url);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect((await fetch(`${site.url}/a.ico`)).headers.get('x-frame-options')).toBe('none');
    const known = { 'If-None-Match': headers.get('etag') ?? '' };
    expect((await fetch(site.url, { headers: known })).status).toBe(304);
    await writeFile(join(dir, 'index.html'), 'another build');
    expect(await (await fetch(site.url, { headers: known })).text()).toBe('another build');
  });

  test('gives a media player the part that it asks for', async () => {
    const reply = await fetch(`${site.url}/request-demo`, { headers: { Range: 'bytes=1-2' } });
    expect([reply.status, reply.headers.get('content-range')]).toEqual([206, 'bytes 1-2/4']);
    expect(await reply.text()).toBe('or');
  });

  test('passes the calls of its form on to the back end', async () => {
    const reply = await fetch(`${site.url}/rest/v1/rows?x=1`, { method: 'POST', body: 'Dana' });
    expect(await reply.text()).toBe('/rest/v1/rows?x=1 Dana');
  });

  /** Sends a request that no client would send. Resolves with the answer's first line. */
  const send = (head: string) =>
    new Promise<string | undefined>((resolve) => {
      let reply = '';
      const socket = connect({ host: 'localhost', port: site.port });
      socket.on('data', (data) => (reply += String(data)));
      socket.on('close', () => resolve(reply.split('\r\n')[0]));
      socket.end(`${head}\r\n\r\n`);
    });

  test.each([
    [421, 'GET / HTTP/1.1\r\nHost: rebound.example'],
    [421, 'POST /rest/v1/rows HTTP/1.1\r\nHost: rebound.example\r\nContent-Length: 0'],
    [421, 'GET / HTTP/1.1\r\nHost: x@localhost'],
    [413, 'POST /rest/v1/rows HTTP/1.1\r\nHost: localhost\r\nContent-Length: 700000000'],
  ])('answers %i to %s', async (status, head) => {
    expect(await send(head)).toContain(`HTTP/1.1 ${status} `);
  });

  test('survives what its file server cannot answer', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    await send('GET / HTTP/1.1\r\nHost: localhost\r\nRange: bytes=3-1');
    await send('GET http://localhost/rest/v1/ HTTP/1.1\r\nHost: localhost');
    await send('GET /%ff HTTP/1.1\r\nHost: localhost');
    log.mockRestore();
    expect((await fetch(site.url)).status).toBe(200);
  });
});
