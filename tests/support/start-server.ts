import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { isFree } from '../../supabase/embedded/listen.ts';

export interface RunningServer {
  stop(): Promise<void>;
}

/** Long enough for a first download. */
const START_TIMEOUT_MS = 3 * 60_000;
const POLL_MS = 250;

/** Starts a server and waits until it listens on the port. Its output is shown; undefined when it ends before that. */
export async function startServer(
  port: number,
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<RunningServer | undefined> {
  // A group of its own, so that what it starts in turn can be ended with it.
  const server = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
    detached: true,
  });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      resolve();
    };
    server.once('exit', end).once('error', end);
  });
  const stop = async () => {
    if (!hasEnded && server.pid !== undefined) process.kill(-server.pid);
    await ended;
  };
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (await isFree(port)) {
    if (hasEnded) return undefined;
    if (performance.now() > deadline) {
      await stop();
      return undefined;
    }
    await wait(POLL_MS);
  }
  return { stop };
}
