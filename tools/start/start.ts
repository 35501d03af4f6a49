/**
 * `npm start`: the built site with the embedded back end. `npm run dev`: the same with Astro's development server.
 * `npm run edit`: that with the editor, too. SUPABASE_SECRET_KEY sets the back end's secret key, which is random otherwise.
 */
import { join } from 'node:path';
import { runCommand, type Values } from '../command-line.ts';
import { startBackend, WEBHOOK_PATH, type EmbeddedBackend } from './back-end.ts';
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

type Settings = Values<typeof FLAGS>;

/** The folder is not `dist/`: a site built here uses this machine's back end, and must not be deployed. */
const SITE_DIR = join(ROOT, 'supabase/.temp/site');

/** What runs; it is closed in reverse order when the process ends. */
const running = new AsyncDisposableStack();

let stopping: Promise<void> | undefined;

/** Closes what runs, once, and ends the process. */
async function stop(exitCode = 0): Promise<never> {
  stopping ??= running.disposeAsync();
  await stopping;
  process.exit(exitCode);
}

/** The port as a number. Throws when it is none. */
function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`--port takes a number from 1 to 65535, not "${text}".`);
  return port;
}

/** The site with its back end. */
interface Site {
  readonly port: number;
  /** Where the browser reaches it. */
  readonly address: string;
  readonly backend: EmbeddedBackend;
  /** The variables of `.env.example`. */
  readonly environment: Record<string, string>;
  /** Servers, by the beginning of the paths that are passed on to them. */
  readonly forwards: Record<string, string>;
}

function describeSite(port: number, backend: EmbeddedBackend): Site {
  const address = publicAddress(port);
  return {
    port,
    address,
    backend,
    environment: {
      PUBLIC_SUPABASE_URL: address,
      PUBLIC_SUPABASE_ANON_KEY: backend.publishableKey,
      PUBLIC_DEMO_WEBHOOK_URL: address + WEBHOOK_PATH,
      SITE_URL: address,
      ASTRO_TELEMETRY_DISABLED: '1',
    },
    // The page calls the back end at the site's own address: where a host forwards ports, the others may need a login.
    forwards: { '/rest/v1/': backend.url, [WEBHOOK_PATH]: backend.url },
  };
}

/** Runs Astro's development server in this process, so that it ends with the process, however that ends. */
async function serveEdits(site: Site, configFile: string | undefined): Promise<void> {
  Object.assign(process.env, site.environment);
  const astro = await import('astro');
  const server = await astro.dev({
    root: ROOT,
    ...(configFile !== undefined && { configFile }),
    server: { port: site.port },
    vite: {
      // In Vite's usual folder, `npm run check:code` would put React's production build.
      cacheDir: 'node_modules/.vite-dev',
      server: {
        proxy: site.forwards,
        allowedHosts: [new URL(site.address).hostname],
        // Tests write copies of the site there, and Astro restarts where any `astro.config.mjs` changes.
        watch: { ignored: ['**/tests/.output/**'] },
      },
    },
  });
  running.defer(() => server.stop());
  // The words of the consent may have changed: whoever agrees to words that are not registered is not called.
  server.watcher.on('change', (file) => {
    if (file.startsWith(join(ROOT, 'src/content'))) void site.backend.registerConsent();
  });
  // Vite has added a listener that would end the process while the database is still being closed.
  process.removeAllListeners('SIGTERM').on('SIGTERM', () => void stop());
}

async function serveBuild(site: Site): Promise<void> {
  console.log('Building the site…');
  await buildSite(SITE_DIR, site.environment);
  const server = await serveSite(SITE_DIR, site.port, site.forwards);
  running.defer(() => server.close());
}

/** Says where everything is. The secret key is not printed: terminals are shown to others. */
function announceSite({ address, backend }: Site, keepsData: boolean): void {
  console.log(`
  Site             ${address}
  REST interface   ${address}/rest/v1, key ${backend.publishableKey}
  Webhook          ${address + WEBHOOK_PATH}
  Demo requests    kept in ${keepsData ? DATA_DIR : 'memory'}
  Secret key       ${keepsData ? `secretKey in ${DATA_DIR}.running.json` : 'none is kept with --memory'}

  Press Ctrl-C to stop.
`);
  if (keepsData) console.log('npm run requests lists the demo requests, in another terminal.');
}

function openBackend(flags: Settings, address: string): Promise<EmbeddedBackend> {
  console.log('Starting the embedded back end…');
  return startBackend({
    dataDir: flags.memory ? undefined : DATA_DIR,
    editor: flags.config === undefined ? undefined : `${address}/editor`,
    secretKey: process.env.SUPABASE_SECRET_KEY,
    automation: flags['no-automation'] ? undefined : playCallsEveryMinute,
    includeAll: flags['include-all'],
  });
}

async function start(command: string, flags: Settings): Promise<void> {
  const port = readPort(flags.port);
  const backend = await openBackend(flags, publicAddress(port));
  running.defer(() => backend.close());
  if (!(await isFree(port))) throw new Error(`Port ${port} is in use. Another: ${command} -- --port 5000`);

  const site = describeSite(port, backend);
  if (flags.dev) await serveEdits(site, flags.config);
  else await serveBuild(site);
  announceSite(site, !flags.memory);
}

/** As `start`, but where an editor is running already, opens that one instead. */
async function startOrOpenEditor(command: string, flags: Settings): Promise<void> {
  try {
    await start(command, flags);
  } catch (error) {
    const editor = error instanceof AlreadyRunning ? error.editor : undefined;
    if (flags.config === undefined || !editor) throw error;
    console.log(`The editor is already running: ${editor}`);
    openInBrowser(editor);
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
// @supabase/lite looks for `supabase/migrations` in the working directory.
process.chdir(ROOT);

/** The command of `package.json` that has these flags. */
function commandOf(args: readonly string[]): string {
  if (args.includes('--config')) return 'npm run edit';
  return args.includes('--dev') ? 'npm run dev' : 'npm start';
}

const command = commandOf(process.argv);
const ABOUT = 'the site on your own machine, with a back end of its own';
await runCommand(command, ABOUT, FLAGS, (flags) => startOrOpenEditor(command, flags));
// Where it has failed, what is running already would keep the process alive.
if (process.exitCode) await stop(1);
