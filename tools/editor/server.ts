import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, isRunnableDevEnvironment, type Connect } from 'vite';
import type * as Forms from './forms';
import type * as Publish from './publish';
import type { Answers } from './merge';
import { isLoopback } from '../../src/copy/address.ts';

const EDITOR_PATH = '/editor';

/** The types of the editor's own files. */
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

type Assets = Map<string, string | Uint8Array>;

/** Adds the editor to the dev server. Not in the site's own configuration, so that builds do not contain it. */
export const editor: AstroIntegration = {
  name: 'editor',
  hooks: {
    'astro:server:setup': async ({ server }) => {
      const environment = server.environments.ssr;
      if (!isRunnableDevEnvironment(environment)) throw new Error('The editor needs Vite’s own environment.');
      const load = <T>(file: string) =>
        environment.runner.import<T>(fileURLToPath(new URL(file, import.meta.url)));
      server.middlewares.use(
        EDITOR_PATH,
        serveEditor(
          fileURLToPath(new URL('../..', import.meta.url)),
          // Imported for each request, so that changed schemas take effect.
          async () => ({
            ...(await load<typeof Forms>('forms.ts')),
            ...(await load<typeof Publish>('publish.ts')),
          }),
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

type Backend = Pick<typeof Forms, 'listForms' | 'readForm' | 'saveForm'> &
  Pick<typeof Publish, 'preview' | 'publish'>;

/**
 * Serves the editor's page; its forms: `GET forms`, `GET forms/<name>`, and `PUT forms/<name>` with `base` and `value`; and
 * the publication: `POST publication/<kind>` previews it, and with the `version` of a preview carries it out.
 */
export function serveEditor(
  root: string,
  load: () => Promise<Backend>,
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
    const [, area, ...rest] = pathname.split('/');
    const name = decodeURIComponent(rest.join('/'));
    if (area !== 'forms' && area !== 'publication') {
      const path = pathname === '/' ? '/index.html' : pathname;
      const asset = assets.get(path);
      if (asset === undefined) return send(404, { message: 'There is no such file.' });
      response.writeHead(200, {
        'Content-Type': `${TYPES[path.split('.').at(-1)!] ?? 'application/octet-stream'}; charset=utf-8`,
        'Content-Security-Policy': "default-src 'self'; frame-ancestors 'none'",
      });
      response.end(asset);
      return undefined;
    }

    const { listForms, readForm, saveForm, preview, publish } = await load();
    const body = request.method === 'GET' ? {} : ((await json(request)) as Record<string, unknown>);
    if (area === 'publication' && request.method === 'POST') {
      const kind = name === 'takeBack' ? 'takeBack' : 'publish';
      const answers = body['answers'] as Answers | undefined;
      return send(
        200,
        typeof body['version'] === 'string'
          ? await publish(root, kind, body['version'], answers)
          : await preview(root, kind, answers),
      );
    }
    if (area === 'forms' && request.method === 'GET' && name === '') return send(200, await listForms(root));
    const result =
      request.method === 'GET'
        ? await readForm(root, name)
        : await saveForm(root, name, body['base'], body['value']);
    return result ? send(200, result) : send(404, { message: `There is no form called ${name}.` });
  }

  // One after another: two saves, or a save and a publication, would read each other's half-written files.
  let last = Promise.resolve();
  return (request, response) => {
    last = last
      .then(() => answer(request, response))
      .catch((error: unknown) => {
        response.writeHead(500, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ message: error instanceof Error ? error.message : String(error) }));
      });
  };
}

/**
 * Why a request is refused, or undefined. Another `Host` would be DNS rebinding, a foreign page whose domain resolves to this
 * machine. A write has to come from the editor's own page (CSRF), as JSON: browsers say so in `Sec-Fetch-Site`, and not
 * `Origin`, which Codespaces rewrites (https://github.com/symfony/demo/issues/1542).
 */
function refuse({ method, headers }: IncomingMessage): string | undefined {
  // In a codespace, the site's address is the one that GitHub forwards to this machine.
  const isForwarded = `https://${headers.host}` === process.env['SITE_URL'];
  if (!isForwarded && !isLoopback(`http://${headers.host ?? ''}`))
    return 'The editor answers on this machine alone.';
  if (method === 'GET') return undefined;
  if (method !== 'PUT' && method !== 'POST')
    return 'The editor reads, saves and publishes, and nothing else.';
  if (headers['sec-fetch-site'] !== 'same-origin') return 'Only the editor itself may save.';
  return headers['content-type'] === 'application/json' ? undefined : 'What is saved is sent as JSON.';
}
