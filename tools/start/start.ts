/**
 * `npm start`: the built site with the embedded back end. `npm run dev`: the same with Astro's development server.
 * `npm run edit`: that with the editor, too. SUPABASE_SECRET_KEY sets the back end's secret key, which is random otherwise.
 */
import { join } from 'node:path';
import { runCommand } from '../command-line.ts';
import { startBackend, WEBHOOK_PATH } from './back-end.ts';
import { buildSite, ROOT } from './build.ts';
import { AlreadyRunning, DATA_DIR } from './data-folder.ts';
import { isFree, publicAddress } from './listen.ts';
import { openInBrowser } from './open-in-browser.ts';
import { playCallsEveryMinute } from './play-calls.ts';
import { serveSite } from './site-server.ts';

const FLAGS = {
  port: { type: 'string', default: '4321', about: 'port of the site' },
  memory: { type: 'boolean', about: 'forget all demo requests at the end' },
  'no-automation': { type: 'boolean', about: 'call nobody: requests wait for an automation of your own' },
  'include-all': { type: 'boolean', about: 'apply migrations that are older than applied ones, too' },
  dev: { type: 'boolean', about: 'show edits at once, as npm run dev does' },
  config: { type: 'string', about: 'with --dev, a configuration of Astro in place of the site’s' },
} as const;

/** Not `dist/`: a site built here uses this machine's back end, and must not be deployed. */
const SITE_DIR = join(ROOT, 'supabase/.temp/site');

/** Closed in reverse order when the process ends. */
const running = new AsyncDisposableStack();

let stopping: Promise<void> | undefined;

async function stop(exitCode = 0): Promise<never> {
  await (stopping ??= running.disposeAsync());
  process.exit(exitCode);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
// @supabase/lite looks for `supabase/migrations` in the working directory.
process.chdir(ROOT);

const has = (flag: string) => process.argv.includes(flag);
const command = has('--config') ? 'npm run edit' : has('--dev') ? 'npm run dev' : 'npm start';

await runCommand(
  command,
  'the site on your own machine, with a back end of its own',
  FLAGS,
  async (flags) => {
    const port = Number(flags.port);
    if (!Number.isInteger(port) || port < 1 || port > 65535)
      throw new Error(`--port takes a number from 1 to 65535, not "${flags.port}".`);
    const address = publicAddress(port);
    console.log('Starting the embedded back end…');
    const backend = await startBackend({
      dataDir: flags.memory ? undefined : DATA_DIR,
      editor: flags.config === undefined ? undefined : `${address}/editor`,
      secretKey: process.env.SUPABASE_SECRET_KEY,
      automation: flags['no-automation'] ? undefined : playCallsEveryMinute,
      includeAll: flags['include-all'],
    }).catch((error: unknown) => {
      if (flags.config === undefined || !(error instanceof AlreadyRunning) || !error.editor) throw error;
      console.log(`The editor is already running: ${error.editor}`);
      openInBrowser(error.editor);
      return undefined;
    });
    if (!backend) return;
    running.defer(() => backend.close());
    if (!(await isFree(port))) throw new Error(`Port ${port} is in use. Another: ${command} -- --port 5000`);

    // The page calls the back end at the site's own address: where a host forwards ports, the others may need a login.
    const forwards = { '/rest/v1/': backend.url, [WEBHOOK_PATH]: backend.url };
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
        // Not Vite's usual folder: `npm run check:code` would put React's production build there.
        vite: {
          cacheDir: 'node_modules/.vite-dev',
          server: {
            proxy: forwards,
            allowedHosts: [new URL(address).hostname],
            // Tests write copies of the site there, and Astro restarts where any `astro.config.mjs` changes.
            watch: { ignored: ['**/tests/.output/**'] },
          },
        },
      });
      running.defer(() => server.stop());
      // The words of the consent may have changed: whoever agrees to words that are not registered is not called.
      server.watcher.on('change', (file) => {
        if (file.startsWith(join(ROOT, 'src/content'))) void backend.registerConsent();
      });
      // Vite would end the process while the database is still being closed.
      process.removeAllListeners('SIGTERM').on('SIGTERM', () => void stop());
    } else {
      console.log('Building the site…');
      await buildSite(SITE_DIR, environment);
      const site = await serveSite(SITE_DIR, port, forwards);
      running.defer(() => site.close());
    }

    // The key is not printed: terminals are shown to others.
    console.log(`
  Site             ${address}
  REST interface   ${address}/rest/v1, key ${backend.publishableKey}
  Webhook          ${address + WEBHOOK_PATH}
  Demo requests    kept in ${flags.memory ? 'memory' : DATA_DIR}
  Secret key       ${flags.memory ? 'none is kept with --memory' : `secretKey in ${DATA_DIR}.running.json`}

  Press Ctrl-C to stop.
`);
    if (!flags.memory) console.log('npm run requests lists the demo requests, in another terminal.');
  },
);
if (process.exitCode) await stop(1);
