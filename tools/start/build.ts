import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The environment of a build that is never published: `astro.config.mjs` does not ask whether its consent is registered. */
export const LOCAL_BUILD = { ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', LOCAL_BUILD: '1' };

/**
 * Builds the site for this machine, with the variables of `.env.example` as `environment`, in a process of its own, which
 * prints errors in the content as `npm run build` does, and ends with this one. Rejects when it fails.
 */
export async function buildSite(outDir: string, environment: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', outDir], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...LOCAL_BUILD, ...environment },
  });
  process.once('exit', () => child.kill());
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The site could not be built; the reason stands above.');
}
