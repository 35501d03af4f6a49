import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * What every browser under test is started with, so that it downloads nothing but the page. No `--disable-features`:
 * Chromium heeds only the last of several (github.com/puppeteer/puppeteer/issues/10883), and Playwright has one of its own.
 */
export const BROWSER_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A container, mostly, without a GPU; and Chromium refuses its own sandbox to root, as in a container.
  ...(process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : []),
];

/** The headless shell first: without windows, a new page costs half the processor time. */
const INSTALLED_BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 300_000 });

/** Whether the browser is installed and starts: a downloaded one may lack the system's libraries. */
const starts = (browser: string) =>
  spawnSync(browser, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0;

/** Downloads Playwright's own browser; where that does not start, installs Debian's. */
function install(): void {
  console.log('Browser: none is installed; it is downloaded with npx playwright install chromium');
  run('npx', 'playwright', 'install', 'chromium');
  const isDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (starts(chromium.executablePath()) || !isDebian) return;
  // Without it, an old list of packages would install an old browser.
  run('apt-get', 'update', '-qq');
  // The font, which Chromium recommends, has the metrics of Arial.
  const packages = ['chromium-headless-shell', 'fonts-liberation'];
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages);
}

export const which = (command: string): string | undefined =>
  spawnSync('which', [command], { encoding: 'utf8' }).stdout?.trim() || undefined;

/** Finds or installs a Chromium, prints which, and names it in a variable that the workers inherit. */
export default function chooseBrowser(): void {
  const chosen = process.env['CHROMIUM_PATH'];
  const known = chosen ? [chosen] : [chromium.executablePath(), ...INSTALLED_BROWSERS];
  if (!chosen && !known.some(starts)) install();
  const found = known.find(starts);
  if (!found)
    throw new Error(
      'No browser could be started. Run npx playwright install --with-deps chromium, or name one in CHROMIUM_PATH.',
    );
  console.log(`Browser: ${found}`);
  // A command on the PATH is resolved to its path.
  if (found !== chromium.executablePath()) process.env['CHROMIUM_PATH'] = which(found) ?? found;
}
