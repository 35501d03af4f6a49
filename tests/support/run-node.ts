import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const TIMEOUT_MS = 5 * 60_000;

/** The result of a command; the output is that to stdout, then that to stderr. */
export interface Run {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Runs a Node script to its end, in the project's folder unless another is given. */
export function runNode(
  script: string,
  flags: readonly string[],
  environment: Record<string, string> = {},
  cwd = ROOT,
): Promise<Run> {
  const options = { cwd, env: { ...process.env, ...environment }, timeout: TIMEOUT_MS };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...flags], options, (_, stdout, stderr) =>
      resolve({ exitCode: child.exitCode, output: stdout + stderr }),
    );
  });
}

/** Environment of a build that is not published: astro.config.mjs does not look at its consent. */
export const LOCAL_BUILD = { NODE_ENV: 'production', LOCAL_BUILD: '1' };
