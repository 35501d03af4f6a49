import { spawn } from 'node:child_process';

/** The program that opens an address, by the platform; a codespace sets BROWSER to its own. */
const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };

/** Opens an address in the user's browser, if there is one. BROWSER=none opens nothing, as with Astro's own. */
export function openInBrowser(address: string): void {
  const program = process.env['BROWSER'] ?? OPENERS[process.platform] ?? 'xdg-open';
  if (program === 'none') return;
  // Without a browser, as on a server, the address that was printed has to do.
  spawn(program, [address], { stdio: 'ignore', detached: true })
    .once('error', () => {})
    .unref();
}
