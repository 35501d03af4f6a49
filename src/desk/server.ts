import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, type Connect } from 'vite';
import type * as Forms from './forms';
import { isLoopback } from '../lib/address.ts';

/** Where the desk is, on the development server. */
export const DESK_PATH = '/desk';

/** A form's words are some kilobytes. */
const BODY_MAX_BYTES = 1_000_000;

/** Adds the desk to the development server. The site's own configuration does not know of it: nothing of it is built. */
export const desk: AstroIntegration = {
  name: 'desk',
  hooks: {
    'astro:server:setup': async ({ server }) => {
      const folder = fileURLToPath(new URL('../content', import.meta.url));
      const files = await deskFiles();
      const environment = server.environments.ssr;
      // On the site's own schemas, as they are at the moment.
      const forms = () =>
        (
          environment as unknown as { runner: { import: (path: string) => Promise<typeof Forms> } }
        ).runner.import(fileURLToPath(new URL('forms.ts', import.meta.url)));
      server.middlewares.use(DESK_PATH, serveDesk(folder, forms, files));
    },
  },
};

/** The desk's page with its script and styles, by address. Built here: live reloading would lose what is being typed. */
async function deskFiles(): Promise<Map<string, string | Uint8Array>> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    base: `${DESK_PATH}/`,
    logLevel: 'warn',
    build: { write: false, modulePreload: false },
  });
  const { output } = [built].flat()[0] as {
    output: { fileName: string; code?: string; source?: string | Uint8Array }[];
  };
  return new Map(output.map(({ fileName, code, source }) => [`/${fileName}`, code ?? source ?? '']));
}

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
};

/**
 * Answers the desk's page and its forms: `GET forms`, `GET forms/<place>` and `PUT forms/<place>` with the version that
 * was changed in `If-Match`. Only a page of this very server may ask, and only what is a form is read or written.
 */
export function serveDesk(
  folder: string,
  load: () => Promise<Pick<typeof Forms, 'listForms' | 'readForm' | 'saveForm'>>,
  files: Map<string, string | Uint8Array> = new Map(),
): Connect.NextHandleFunction {
  /** One save after the other: each sees what the one before has written. */
  let saving: Promise<unknown> = Promise.resolve();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      response.end(JSON.stringify(body));
    };
    const refusal = refuse(request);
    if (refusal) return send(403, { message: refusal });
    const { pathname } = new URL(request.url ?? '/', 'http://desk');
    const [, kind, ...rest] = pathname.split('/');
    if (kind !== 'forms') {
      const path = pathname === '/' ? '/index.html' : pathname;
      const file = files.get(path);
      if (file === undefined) return send(404, { message: 'There is no such file.' });
      response.writeHead(200, {
        'Content-Type': TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        'Content-Security-Policy': "default-src 'self'; frame-ancestors 'none'",
      });
      response.end(file);
      return undefined;
    }

    const { listForms, readForm, saveForm } = await load();
    const place = decodeURIComponent(rest.join('/'));
    if (request.method === 'GET' && place === '') return send(200, await listForms(folder));
    const none = { message: `There is no form called ${place}.` };
    if (request.method === 'GET') {
      const form = await readForm(folder, place);
      return form ? send(200, form) : send(404, none);
    }
    const value: unknown = JSON.parse(await bodyOf(request));
    const save = saving.then(() => saveForm(folder, place, request.headers['if-match'] ?? '', value));
    saving = save.catch(() => {});
    const saved = await save;
    return saved ? send({ saved: 200, refused: 422, outdated: 412 }[saved.outcome], saved) : send(404, none);
  }

  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ message: error instanceof Error ? error.message : String(error) }));
    });
  };
}

/**
 * Why a request is not answered, if it is not. A foreign `Host` is a page elsewhere whose name was pointed at this
 * machine (DNS rebinding); a write has to come from a page of this server, as JSON.
 */
function refuse({ method, headers }: IncomingMessage): string | undefined {
  const host = headers.host ?? '';
  const address = `http://${host}`;
  if (!isLoopback(address)) return 'The desk answers on this machine alone.';
  if (method === 'GET') return undefined;
  if (method !== 'PUT') return 'The desk reads and saves, and nothing else.';
  if (headers.origin !== address) return 'Only the desk itself may save.';
  return headers['content-type'] === 'application/json' ? undefined : 'What is saved is sent as JSON.';
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > BODY_MAX_BYTES) throw new Error('That is too much to save.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
