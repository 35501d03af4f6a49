/** Requests as nobody should send them, written out byte by byte: clients would refuse to send most. */
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { ADDRESSES } from './addresses.ts';
import { completeRow } from './rows.ts';

const one = fc.constantFrom;
const anything = fc.string({ unit: 'binary', maxLength: 40 });
/** Mostly the first, so that most requests get as far as the part of the server that reads them. */
const mostly = <T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: unusual });

const method = mostly(
  one('GET', 'POST'),
  one('HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'QUERY', 'get', ''),
);
const query = fc
  .tuple(one('select', 'order', 'limit', 'email', 'or', 'on_conflict', 'columns'), anything)
  .map(([name, value]) => `/rest/v1/demo_requests?${name}=${encodeURIComponent(value.toWellFormed())}`);
const target = fc.oneof(
  one('/', '/request-demo', '/favicon.ico', '/received', '/rest/v1/demo_requests', '/rest/v1/', '/auth/v1/x'),
  one('/index', '/%5fheaders', '/%00', '//', '/%2e%2e/package.json', '/..%2fpackage.json', '/rest/v1/rpc/x'),
  query,
  fc.webPath().map((path) => `/${path}`),
  fc.oneof(one('*', '', '/%', '/%ff', '/\\', '/../package.json'), anything, fc.webUrl()),
);
const version = mostly(
  fc.constant('HTTP/1.1'),
  one('HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/x', ''),
);
const host = mostly(
  one('localhost', '127.0.0.1:1', '[::1]'),
  one('rebound.example', 'localhost.example', 'localhost:x', 'x@localhost', 'a b', '[', '%', ''),
);
const header = fc.oneof(
  fc.tuple(
    one('Range'),
    fc.oneof(one('bytes=5-2', 'bytes=-', 'bytes=-0', 'bytes=0-0,9-', 'items=1'), anything),
  ),
  fc.tuple(one('Accept-Encoding', 'Content-Encoding'), one('br', 'gzip;q=x', '*', 'deflate', 'identity;q=0')),
  fc.tuple(one('Transfer-Encoding'), one('chunked', 'gzip, chunked', 'chunked, chunked', 'none')),
  fc.tuple(one('Content-Length'), one('0', '5', '-1', '1e3', '999999', '99999999999999999999')),
  fc.tuple(
    one('Connection', 'Upgrade', 'Expect'),
    one('close', 'Upgrade', 'websocket', 'h2c', '100-continue'),
  ),
  fc.tuple(
    one('Content-Type', 'Accept'),
    one('application/json', 'text/csv', 'multipart/form-data', '*/*;q=x'),
  ),
  fc.tuple(one('Accept'), one('application/vnd.pgrst.object+json', 'application/vnd.pgrst.plan')),
  fc.tuple(one('Prefer'), one('return=representation', 'tx=rollback', 'resolution=merge-duplicates', 'x=;')),
  fc.tuple(one('Accept-Profile', 'Content-Profile'), one('public', 'private', '"')),
  fc.tuple(one('Authorization'), one('Bearer x', 'Bearer e30.e30.x', 'Basic', '')),
  fc.tuple(one('Origin', 'If-None-Match', 'X-Forwarded-For', 'Cookie', 'apikey'), fc.string()),
  fc.tuple(anything, anything),
);
const body = fc.oneof(
  one('', JSON.stringify(completeRow), JSON.stringify([completeRow, completeRow])),
  one('['.repeat(3_000) + ']'.repeat(3_000), '['.repeat(30_000), `"${'x'.repeat(100_000)}"`),
  one('5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n', 'zz\r\n'),
  fc.json(),
  anything,
);

/** One request, and whether it names the machine that it is sent to. */
const request = fc
  .record({
    method,
    target,
    version,
    host,
    headers: fc.array(header, { maxLength: 3 }),
    body,
    hasLength: mostly(fc.constant(true), fc.constant(false)),
  })
  .map((parts) => {
    const length: [string, string] = ['Content-Length', String(parts.body.length)];
    const headers = [
      ['Host', parts.host],
      ['apikey', ADDRESSES.secretKey],
      ...(parts.hasLength ? [length] : []),
      ...parts.headers,
    ];
    const head = [
      `${parts.method} ${parts.target} ${parts.version}`,
      ...headers.map((pair) => pair.join(': ')),
    ];
    return {
      bytes: `${head.join('\r\n')}\r\n\r\n${parts.body}`,
      isForeign: !/^(localhost|127\.0\.0\.1:1|\[::1\])$/.test(parts.host),
    };
  });

/** So many requests; the same again from the same seed. */
export const anyRequests = (count: number, seed: number) => fc.sample(request, { numRuns: count, seed });

/** Sends these bytes, and nothing more, over a connection of their own. Resolves with whatever came back, or nothing. */
export function send(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let reply = '';
    const socket = connect({ host: 'localhost', port });
    socket.on('data', (data) => (reply += data.toString('latin1')));
    // Resets are answers, too; whether the server still lives is asked afterwards.
    socket.on('error', () => {});
    socket.on('close', () => resolve(reply));
    socket.end(bytes, 'latin1');
  });
}
