import { execFile } from 'node:child_process';
import { ROOT } from '../../tools/start/build.ts';

/** Runs a Node script to its end, at most five minutes. The output is that to stdout, then that to stderr. */
export function runNode(
  script: string,
  flags: readonly string[],
  environment: Record<string, string> = {},
  cwd = ROOT,
) {
  const options = { cwd, env: { ...process.env, ...environment }, timeout: 5 * 60_000 };
  return new Promise<{ exitCode: number | null; output: string }>((resolve) => {
    const child = execFile(process.execPath, [script, ...flags], options, (_, stdout, stderr) =>
      resolve({ exitCode: child.exitCode, output: stdout + stderr }),
    );
  });
}
