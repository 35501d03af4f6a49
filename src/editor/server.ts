import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import mime from 'mime';
import { build, isRunnableDevEnvironment, type Connect } from 'vite';
import type * as Forms from './forms';
import { isLoopback } from '../lib/address.ts';

const EDITOR_PATH = '/editor';

type Assets = Map<string, string | Uint8Array>;

/** Adds the editor to the dev server. Not in the site's own configuration, so that builds do not contain it. */
export const editor: AstroIntegration = {
  name: 'editor',
  hooks: {
    'astro:server:setup': async ({ server }) => {
      const environment = server.environments.ssr;
      if (!isRunnableDevEnvironment(environment)) throw new Error('The editor needs Vite’s own environment.');
      const forms = fileURLToPath(new URL('forms.ts', import.meta.url));
      server.middlewares.use(
        EDITOR_PATH,
        serveEditor(
          fileURLToPath(new URL('../content', import.meta.url)),
          // Imported for each request, so that changed schemas take effect.
          () => environment.runner.import<typeof Forms>(forms),
          await buildAssets(),
        ),
      );
    },
  },
};

/** Bundled, and not served by Vite's dev server: its live reload would lose what is being typed. */
async function buildAssets(): Promise<Assets> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    base: `${EDITOR_PATH}/`,
    logLevel: 'error',
    build: { write: false, modulePreload: false },
  });
  if (!('output' in built)) throw new Error('Vite has built no single bundle of the editor.');
  return new Map(
    built.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
}

/**
 * Serves the editor's page and its forms: `GET forms`, `GET forms/<fileOrFolder>` and `PUT forms/<fileOrFolder>`, whose
 * `If-Match` header is the edited form's `version`. Answers only at a loopback host, saves only for its own origin, and
 * only reads and writes the files of forms.
 */
export function serveEditor(
  folder: string,
  load: () => Promise<Pick<typeof Forms, 'listForms' | 'readForm' | 'saveForm'>>,
  assets: Assets = new Map(),
): Connect.NextHandleFunction {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      response.end(JSON.stringify(body));
    };
    const refusal = refuse(request);
    if (refusal) return send(403, { message: refusal });
    const { pathname } = new URL(request.url ?? '/', 'http://editor');
    const [, kind, ...rest] = pathname.split('/');
    if (kind !== 'forms') {
      const path = pathname === '/' ? '/index.html' : pathname;
      const asset = assets.get(path);
      if (asset === undefined) return send(404, { message: 'There is no such file.' });
      response.writeHead(200, {
        'Content-Type': `${mime.getType(path) ?? 'application/octet-stream'}; charset=utf-8`,
        'Content-Security-Policy': "default-src 'self'; frame-ancestors 'none'",
      });
      response.end(asset);
      return undefined;
    }

    const { listForms, readForm, saveForm } = await load();
    const fileOrFolder = decodeURIComponent(rest.join('/'));
    if (request.method === 'GET' && fileOrFolder === '') return send(200, await listForms(folder));
    const none = { message: `There is no form called ${fileOrFolder}.` };
    if (request.method === 'GET') {
      const form = await readForm(folder, fileOrFolder);
      return form ? send(200, form) : send(404, none);
    }
    const saved = await saveForm(
      folder,
      fileOrFolder,
      request.headers['if-match'] ?? '',
      await json(request),
    );
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
 * Why a request is refused, or undefined. Another `Host` would be DNS rebinding, a foreign page whose domain resolves
 * to this machine; a write has to come from this origin (CSRF), as JSON.
 */
function refuse({ method, headers }: IncomingMessage): string | undefined {
  const address = `http://${headers.host ?? ''}`;
  if (!isLoopback(address)) return 'The editor answers on this machine alone.';
  if (method === 'GET') return undefined;
  if (method !== 'PUT') return 'The editor reads and saves, and nothing else.';
  if (headers.origin !== address) return 'Only the editor itself may save.';
  return headers['content-type'] === 'application/json' ? undefined : 'What is saved is sent as JSON.';
}
