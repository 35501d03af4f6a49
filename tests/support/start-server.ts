import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { vi } from 'vitest';
import { isFree } from '../../tools/start/listen.ts';

/** Starts a server, and waits until it listens: three minutes, for Wrangler's first download. Resolves with what stops it. */
export async function startServer(
  port: number,
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<() => Promise<unknown>> {
  // Detached, it leads a process group: a negative id ends it with the processes that it has started.
  const server = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
    detached: true,
  });
  const ended = once(server, 'exit');
  const isEnded = () => server.exitCode !== null;
  const stop = () => {
    if (!isEnded()) process.kill(-server.pid!);
    return ended;
  };
  await vi.waitUntil(async () => isEnded() || !(await isFree(port)), { timeout: 180_000, interval: 100 });
  if (isEnded()) throw new Error(`${command} ends with code ${server.exitCode}.`);
  return stop;
}
