/** The server of `npm start`: what it answers, and to whom. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Listening } from '../../tools/start/listen.ts';
import { serveSite } from '../../tools/start/site-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const dir = temporaryFolder();
let site: Listening;

beforeAll(async () => {
  const files = { 'index.html': 'home', 'request-demo.html': 'form', '404.html': 'unknown', 'a.ico': '' };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  const headers = ['Strict-Transport-Security: max-age=1', 'X-Frame-Options: DENY'];
  await writeFile(join(dir, '_headers'), `/*\n  ${headers.join('\n  ')}\n/a.ico\n  X-Frame-Options: none\n`);
  site = await serveSite(dir, 0);
  return site.close;
});

test.each([
  ['/request-demo?from=mail', 200, 'form'],
  ['/404', 404, 'unknown'],
  ['/_headers', 404, 'unknown'],
  ['/..%2fdata.running.json', 404, 'unknown'],
  ['/request-demo.html?from=mail', 308, '/request-demo?from=mail'],
  ['//elsewhere.example', 308, '/elsewhere.example'],
])('the site answers %s with %i: %s', async (path, status, says) => {
  const reply = await fetch(site.url + path, { redirect: 'manual' });
  expect(reply.status).toBe(status);
  expect(reply.headers.get('location') ?? (await reply.text())).toBe(says);
});

test('the site sends the headers of its build but for those that demand https, and a file again only when it has changed', async () => {
  const { headers } = await fetch(site.url);
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('content-type')).toBe('text/html;charset=utf-8');
  expect((await fetch(`${site.url}/a.ico`)).headers.get('x-frame-options')).toBe('none');
  const cached = { 'If-None-Match': headers.get('etag') ?? '' };
  expect((await fetch(site.url, { headers: cached })).status).toBe(304);
  await writeFile(join(dir, 'index.html'), 'another build');
  expect(await (await fetch(site.url, { headers: cached })).text()).toBe('another build');
});

// Another host by DNS rebinding, and a body of 700 MB.
test.each([
  [421, 'GET / HTTP/1.1\r\nHost: rebound.example'],
  [413, 'POST /rest/v1/rows HTTP/1.1\r\nHost: localhost\r\nContent-Length: 700000000'],
])('the site answers %i to %s', async (status, head) => {
  const socket = connect({ host: 'localhost', port: site.port });
  socket.end(`${head}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain(`HTTP/1.1 ${status} `);
});

test('the site goes on after a request at which its file server throws', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await fetch(site.url, { headers: { Range: 'bytes=3-1' } }).catch(() => {});
  expect((await fetch(site.url)).status).toBe(200);
});
