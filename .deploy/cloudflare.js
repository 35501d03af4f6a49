/**
 * A Worker before the recordings. It answers byte ranges, without which Safari plays nothing: Cloudflare's static assets
 * answer none (https://github.com/cloudflare/workers-sdk/issues/8967).
 */
export default {
  async fetch(request, { ASSETS }) {
    const whole = await ASSETS.fetch(request);
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('Range')) ?? [];
    const etag = whole.headers.get('ETag');
    const isSameFile = (request.headers.get('If-Range') ?? etag) === etag;
    // Other kinds of ranges may be ignored.
    if (!from || !isSameFile || request.method !== 'GET' || whole.status !== 200) return whole;
    const bytes = await whole.arrayBuffer();
    const first = Number(from);
    const part = bytes.slice(first, to ? Number(to) + 1 : undefined);
    const last = first + part.byteLength - 1;
    const headers = new Headers(whole.headers);
    headers.set('Content-Length', String(part.byteLength));
    headers.set('Content-Range', `bytes ${last < first ? '*' : `${first}-${last}`}/${bytes.byteLength}`);
    return new Response(part, { status: last < first ? 416 : 206, headers });
  },
};
