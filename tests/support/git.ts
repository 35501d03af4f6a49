import { execFileSync } from 'node:child_process';

/** Runs git in a folder, with the same author on every machine. Returns what it prints. */
export const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Kim', '-c', 'user.email=kim@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
