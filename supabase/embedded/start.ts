/**
 * `npm start`: the built site with the embedded back end. `npm run dev`: the same with Astro's development server.
 *
 * `--port`, `--api-port` and `--webhook-port` choose other ports, `--memory` forgets everything at the end,
 * `--skip-build` serves the site as `npm start` last built it. SUPABASE_SECRET_KEY fixes the key that reads the table.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isFree } from './listen.ts';
import { readHeaderRules, serveSite } from './site-server.ts';
import { DATA_DIR, startBackend } from './stack.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const { values: flags } = parseArgs({
  options: {
    dev: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    'skip-build': { type: 'boolean', default: false },
    port: { type: 'string', default: '4321' },
    'api-port': { type: 'string', default: '54321' },
    'webhook-port': { type: 'string', default: '4322' },
  },
});

/**
 * Not `dist/`: what is built here knows this machine's back end alone, and is nothing to deploy. What is forgotten at
 * the end leaves alone the site of whoever else runs one.
 */
const SITE_DIR = fileURLToPath(
  new URL(flags.memory ? '../.temp/site-in-memory' : '../.temp/site', import.meta.url),
);

const ports = {
  site: Number(flags.port),
  api: Number(flags['api-port']),
  webhook: Number(flags['webhook-port']),
};

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

function astro(
  command: 'build' | 'dev',
  environment: Record<string, string>,
  ...more: string[]
): ChildProcess {
  const child = spawn(process.execPath, [join(root, 'node_modules/astro/bin/astro.mjs'), command, ...more], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...environment },
  });
  closers.push(() => child.kill());
  return child;
}

const ended = (child: ChildProcess) =>
  new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
  });

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
// The vendor's migrations are found from the folder of the project.
process.chdir(root);

for (const [use, port] of Object.entries(ports))
  if (!(await isFree(port)))
    await fail(
      `Port ${port} is in use by another program, and the ${use} needs it. Stop that program, or choose another port with --${use === 'site' ? 'port' : `${use}-port`}.`,
    );

console.log('Starting the embedded back end…');
const backend = await startBackend({
  dataDir: flags.memory ? undefined : DATA_DIR,
  apiPort: ports.api,
  webhookPort: ports.webhook,
  secretKey: process.env.SUPABASE_SECRET_KEY,
  onWebhook: ({ payload }) => console.log(`Webhook received ${JSON.stringify(payload)}`),
}).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
closers.push(() => backend.close());

const address = `http://localhost:${ports.site}`;
const environment = {
  PUBLIC_SUPABASE_URL: backend.url,
  PUBLIC_SUPABASE_ANON_KEY: backend.publishableKey,
  PUBLIC_DEMO_WEBHOOK_URL: backend.webhookUrl,
  SITE_URL: address,
};

function announce() {
  console.log(`
  Site             ${address}
  REST interface   ${backend.url}
  Webhook          ${backend.webhookUrl} (each call is printed here)
  Demo requests    ${flags.memory ? 'kept in memory' : 'npm run requests lists them'}

  Press Ctrl-C to stop.
`);
}

if (flags.dev) {
  const server = astro('dev', environment, '--port', String(ports.site));
  announce();
  await stop(await ended(server));
} else {
  if (!flags['skip-build']) {
    console.log('Building the site…');
    const exitCode = await ended(astro('build', environment, '--outDir', SITE_DIR));
    if (exitCode !== 0) await fail('The site could not be built; the reason stands above.');
  }
  const site = await serveSite({
    dir: SITE_DIR,
    port: ports.site,
    headers: await readHeaderRules(join(SITE_DIR, '_headers')),
  });
  closers.push(() => site.close());
  announce();
}
