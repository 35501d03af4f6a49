/**
 * `npm start`: the built site with the embedded back end. `npm run dev`: the same with Astro's development server.
 * `npm run edit`: that server with the editor on it. SUPABASE_SECRET_KEY sets its secret key, which is random otherwise.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BUILD_INFO_PATH, type BuildInfo } from '../../src/publish/headers.ts';
import { exitWithUsageError, readFlags } from '../command-line.ts';
import { describeListener, isFree, isRefusedByBrowsers, nextFreePort, publicAddress } from './listen.ts';
import { readHeaderRules, serveSite } from './site-server.ts';
import {
  alreadyRunningMessage,
  DATA_DIR,
  runningBackend,
  startBackend,
  WEBHOOK_PATH,
  type EmbeddedBackend,
} from './back-end.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const FLAGS = {
  port: { type: 'string', default: '4321', about: 'port of the site' },
  'api-port': { type: 'string', default: '54321', about: 'port of the REST interface' },
  'webhook-port': { type: 'string', default: '4322', about: 'port of the webhook' },
  memory: { type: 'boolean', default: false, about: 'forget all demo requests at the end' },
  'no-automation': { type: 'boolean', default: false, about: 'call nobody: requests stay waiting' },
  'skip-build': {
    type: 'boolean',
    default: false,
    about: 'serve the last build; only on the ports it was built for',
  },
  dev: { type: 'boolean', default: false, about: 'show edits at once, as npm run dev does' },
  editor: {
    type: 'boolean',
    default: false,
    about: 'the same with forms for the words, as npm run edit does',
  },
} as const;

/** Flags of package.json's own scripts. Read before the others, so that an error in those names the right command. */
const { dev, editor } = parseArgs({ options: FLAGS, strict: false }).values;
const isDev = dev || editor;
const COMMAND = editor ? 'npm run edit' : dev ? 'npm run dev' : 'npm start';
const flags = readFlags(COMMAND, 'the site on your own machine, with a back end of its own', FLAGS);

/** Not `dist/`: a site built here uses this machine's back end, and must not be deployed. */
const SITE_DIR = fileURLToPath(new URL('../../supabase/.temp/site', import.meta.url));

const portFlags = ['port', 'api-port', 'webhook-port'] as const;

function portOf(flag: (typeof portFlags)[number]): number {
  const port = Number(flags[flag]);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  return exitWithUsageError(COMMAND, `--${flag} takes a number from 1 to 65535, not "${flags[flag]}"`);
}

const ports = { site: portOf('port'), api: portOf('api-port'), webhook: portOf('webhook-port') };
if (new Set(Object.values(ports)).size < portFlags.length)
  exitWithUsageError(COMMAND, 'The three ports have to differ');

/** How often the simulated automation looks for somebody to call, webhook or not. */
const CALL_EVERY_MS = 60_000;

const closers: (() => unknown)[] = [];
let stopping: Promise<void> | undefined;

async function closeAll(): Promise<void> {
  for (const close of closers.toReversed()) await close();
}

async function stop(exitCode: number): Promise<never> {
  stopping ??= closeAll();
  await stopping;
  process.exit(exitCode);
}

async function fail(message: string): Promise<never> {
  if (!stopping) console.error(`\n${message}`);
  return stop(1);
}

/** Astro's build, in a process of its own, which shows errors in the content as `npm run build` does. */
function build(environment: Record<string, string>): Promise<number> {
  const astro = join(root, 'node_modules/astro/bin/astro.mjs');
  const child = spawn(process.execPath, [astro, 'build', '--outDir', SITE_DIR], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', LOCAL_BUILD: '1', ...environment },
  });
  closers.push(() => child.kill());
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** A message with the processes on ports that are taken, and a command with free ports; undefined when all are free. */
async function takenPorts(): Promise<string | undefined> {
  const holders = new Map<string, number[]>();
  const others: Record<string, string> = {};
  for (const flag of portFlags) {
    const port = portOf(flag);
    if (await isFree(port)) {
      if (await isRefusedByBrowsers(port)) return `Browsers refuse to open port ${port}. Take another one.`;
      continue;
    }
    const holder = await describeListener(port);
    holders.set(holder, [...(holders.get(holder) ?? []), port]);
    let free = await nextFreePort(port);
    while (portFlags.some((other) => portOf(other) === free || others[other] === String(free)))
      free = await nextFreePort(free);
    others[flag] = String(free);
  }
  if (holders.size === 0) return undefined;
  const who = [...holders].map(([holder, held]) => `${holder} uses port ${held.join(' and ')}.`).join(' ');
  // The last build calls the ports it was built for.
  const { dev: _dev, editor: _editor, 'skip-build': _skipBuild, ...typed } = { ...flags, ...others };
  const changed = Object.entries(typed).filter(
    ([flag, value]) => value !== FLAGS[flag as keyof typeof FLAGS].default,
  );
  const words = changed.map(([flag, value]) => (value === true ? `--${flag}` : `--${flag} ${value}`));
  return `${who} Stop it, or take other ports: ${COMMAND} -- ${words.join(' ')}`;
}

/** Throws when there is no built site, or when its form would send to another back end than this one. */
async function assertBuiltFor(backend: EmbeddedBackend): Promise<void> {
  const file = await readFile(join(SITE_DIR, BUILD_INFO_PATH), 'utf8').catch(() => undefined);
  if (file === undefined) throw new Error('No site has been built yet: leave out --skip-build.');
  const built = JSON.parse(file) as BuildInfo;
  if (built.supabaseUrl !== publicAddress(ports.site) || built.supabaseKey !== backend.publishableKey)
    throw new Error(
      `The site was built for other ports, and calls ${built.supabaseUrl}: leave out --skip-build.`,
    );
}

async function run(): Promise<void> {
  const other = flags.memory ? undefined : await runningBackend(DATA_DIR);
  const obstacle = other ? alreadyRunningMessage(other) : await takenPorts();
  if (obstacle) throw new Error(obstacle);

  console.log('Starting the embedded back end…');
  const address = publicAddress(ports.site);
  const backend = await startBackend({
    dataDir: flags.memory ? undefined : DATA_DIR,
    apiPort: ports.api,
    webhookPort: ports.webhook,
    site: address,
    secretKey: process.env.SUPABASE_SECRET_KEY,
    automation: !flags['no-automation'],
    onOutcome: (outcome) => console.log(outcome),
  });
  closers.push(() => backend.close());
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
  if (isDev) {
    // In this process, so that however it ends, the development server ends with it.
    Object.assign(process.env, environment);
    const astro = await import('astro');
    const config = flags.editor ? { configFile: 'tools/editor/astro.config.ts' } : {};
    const server = await astro.dev({
      root,
      ...config,
      server: { port: ports.site },
      vite: { server: { proxy: forwards, allowedHosts: [new URL(address).hostname] } },
    });
    closers.push(() => server.stop());
    // The words of the consent may have changed.
    server.watcher.on('change', (file) => {
      if (file.startsWith(join(root, 'src/content'))) void backend.registerConsent();
    });
    // Vite would end the process while the database is still being closed.
    process.removeAllListeners('SIGTERM').on('SIGTERM', () => void stop(0));
  } else {
    if (!flags['skip-build']) {
      console.log('Building the site…');
      if ((await build(environment)) !== 0)
        throw new Error('The site could not be built; the reason stands above.');
    }
    await assertBuiltFor(backend);
    const headers = await readHeaderRules(join(SITE_DIR, '_headers'));
    const site = await serveSite({ dir: SITE_DIR, port: ports.site, headers, forwards });
    closers.push(() => site.close());
  }

  console.log(`
  Site             ${address}${flags.editor ? `\n  Editor           ${address}/editor` : ''}
  REST interface   ${backend.url}
  Webhook          ${backend.webhookUrl} (${flags['no-automation'] ? 'nobody is called' : 'who is called then is printed here'})
  Demo requests    ${flags.memory ? 'kept in memory' : 'npm run requests lists them'}

  Press Ctrl-C to stop.
`);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
// The migrations of @supabase/lite are found from the folder of the project.
process.chdir(root);
await run().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
