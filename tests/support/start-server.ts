import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { vi } from 'vitest';
import { isFree } from '../../tools/start/listen.ts';

/** Long enough for the first download of Wrangler. */
const START_TIMEOUT_MS = 3 * 60_000;

/**
 * Starts a server, its output shown, and waits until it listens on the port. Resolves with what stops it; rejects when
 * it ends before that.
 */
export async function startServer(
  port: number,
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<() => Promise<unknown>> {
  // A group of its own, so that what it starts in turn can be ended with it.
  const server = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
    detached: true,
  });
  const ended = once(server, 'exit');
  const stop = () => {
    if (server.exitCode === null && server.pid !== undefined) process.kill(-server.pid);
    return ended;
  };
  try {
    const early = ended.then(([code]) => Promise.reject(new Error(`${command} ends with code ${code}.`)));
    const listens = vi.waitUntil(async () => !(await isFree(port)), {
      timeout: START_TIMEOUT_MS,
      interval: 100,
    });
    await Promise.race([early, listens]);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
