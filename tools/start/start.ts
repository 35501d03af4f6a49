/**
 * `npm start`: the built site with the embedded back end. `npm run dev`: the same with Astro's development server.
 * `npm run edit`: that server with the editor's configuration. SUPABASE_SECRET_KEY sets its secret key, which is random otherwise.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD_INFO_PATH, type BuildInfo } from '../../src/publish/headers.ts';
import { runCommand } from '../command-line.ts';
import { startBackend, WEBHOOK_PATH } from './back-end.ts';
import { buildSite, ROOT } from './build.ts';
import { DATA_DIR, runningBackend } from './data-folder.ts';
import { assertFree, publicAddress } from './listen.ts';
import { serveSite } from './site-server.ts';

const FLAGS = {
  port: { type: 'string', default: '4321', about: 'port of the site' },
  'api-port': { type: 'string', default: '54321', about: 'port of the REST interface' },
  'webhook-port': { type: 'string', default: '4322', about: 'port of the webhook' },
  memory: { type: 'boolean', about: 'forget all demo requests at the end' },
  'no-automation': { type: 'boolean', about: 'call nobody: requests stay waiting' },
  'skip-build': { type: 'boolean', about: 'serve the last build; only on the ports it was built for' },
  dev: { type: 'boolean', about: 'show edits at once, as npm run dev does' },
  config: { type: 'string', about: 'with --dev, a configuration of Astro in place of the site’s' },
} as const;

/** Not `dist/`: a site built here uses this machine's back end, and must not be deployed. */
const SITE_DIR = join(ROOT, 'supabase/.temp/site');

/** How often the simulated automation looks for somebody to call, webhook or not. */
const CALL_EVERY_MS = 60_000;

/** Closed in reverse order when the process ends. */
const running = new AsyncDisposableStack();

let stopping: Promise<void> | undefined;

async function stop(exitCode: number): Promise<never> {
  await (stopping ??= running.disposeAsync());
  process.exit(exitCode);
}

function readPort(flag: string, text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Error(`--${flag} takes a number from 1 to 65535, not "${text}".`);
}

/** Whether the form of the last build calls this address. */
async function wasBuiltFor(address: string): Promise<boolean> {
  const file = await readFile(join(SITE_DIR, BUILD_INFO_PATH), 'utf8').catch(() => '{}');
  return (JSON.parse(file) as Partial<BuildInfo>).supabaseUrl === address;
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
// The migrations of @supabase/lite are found from the folder of the project.
process.chdir(ROOT);

const succeeds = await runCommand(
  process.argv.includes('--dev') ? 'npm run dev' : 'npm start',
  'the site on your own machine, with a back end of its own',
  FLAGS,
  async (flags) => {
    const port = readPort('port', flags.port);
    const apiPort = readPort('api-port', flags['api-port']);
    const webhookPort = readPort('webhook-port', flags['webhook-port']);
    // Where the site runs already, the back end says so, with its address.
    if (flags.memory || !runningBackend(DATA_DIR))
      await Promise.all([port, apiPort, webhookPort].map(assertFree));
    const address = publicAddress(port);
    console.log('Starting the embedded back end…');
    const backend = await startBackend({
      dataDir: flags.memory ? undefined : DATA_DIR,
      apiPort,
      webhookPort,
      site: address,
      secretKey: process.env.SUPABASE_SECRET_KEY,
      automation: !flags['no-automation'],
      onOutcome: (outcome) => console.log(outcome),
    });
    running.defer(() => backend.close());
    await assertFree(port);
    void backend.callAll();
    setInterval(() => void backend.callAll(), CALL_EVERY_MS).unref();

    // The page calls the back end at the site's own address: where a host forwards ports, the others may need a login.
    const forwards = { '/rest/v1/': backend.url, [WEBHOOK_PATH]: new URL(backend.webhookUrl).origin };
    const environment = {
      PUBLIC_SUPABASE_URL: address,
      PUBLIC_SUPABASE_ANON_KEY: backend.publishableKey,
      PUBLIC_DEMO_WEBHOOK_URL: address + WEBHOOK_PATH,
      SITE_URL: address,
      ASTRO_TELEMETRY_DISABLED: '1',
    };
    if (flags.dev) {
      // In this process, so that however it ends, the development server ends with it.
      Object.assign(process.env, environment);
      const astro = await import('astro');
      const server = await astro.dev({
        root: ROOT,
        ...(flags.config !== undefined && { configFile: flags.config }),
        server: { port },
        vite: { server: { proxy: forwards, allowedHosts: [new URL(address).hostname] } },
      });
      running.defer(() => server.stop());
      // The words of the consent may have changed.
      server.watcher.on('change', (file) => {
        if (file.startsWith(join(ROOT, 'src/content'))) void backend.registerConsent();
      });
      // Vite would end the process while the database is still being closed.
      process.removeAllListeners('SIGTERM').on('SIGTERM', () => void stop(0));
    } else {
      if (!flags['skip-build']) {
        console.log('Building the site…');
        await buildSite(SITE_DIR, environment);
      } else if (!(await wasBuiltFor(address)))
        throw new Error('There is no build for these ports: leave out --skip-build.');
      const site = await serveSite(SITE_DIR, port, forwards);
      running.defer(() => site.close());
    }

    console.log(`
  Site             ${address}
  REST interface   ${backend.url}
  Webhook          ${backend.webhookUrl} (${flags['no-automation'] ? 'nobody is called' : 'who is called then is printed here'})
  Demo requests    ${flags.memory ? 'kept in memory' : 'npm run requests lists them'}

  Press Ctrl-C to stop.
`);
  },
);
if (!succeeds) await stop(1);
