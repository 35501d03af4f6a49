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

const INSTALLED_BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Chromium without windows: a new page costs half the processor time. It cannot prerender. */
const HEADLESS_SHELL = 'chromium-headless-shell';

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 300_000 });

/** Whether the browser is installed and starts: a downloaded one may lack the system's libraries. */
const starts = (browser: string) =>
  spawnSync(browser, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0;

/** Downloads Playwright's own browser; where that does not start, installs Debian's, with the headless shell. */
function install(): void {
  run('npx', 'playwright', 'install', 'chromium');
  const isDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (starts(chromium.executablePath()) || !isDebian) return;
  // Without it, an old list of packages would install an old browser.
  run('apt-get', 'update', '-qq');
  // The font, which Chromium recommends, has the metrics of Arial.
  const packages = ['chromium', HEADLESS_SHELL, 'fonts-liberation'];
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages);
}

/** Where a command is; undefined when there is none of that name. */
export const which = (command: string): string | undefined =>
  spawnSync('which', [command], { encoding: 'utf8' }).stdout?.trim() || undefined;

/** Finds or installs a Chromium and prints which. Returns its path. */
function findBrowser(): string {
  const chosen = process.env['CHROMIUM_PATH'];
  const known = chosen ? [chosen] : [chromium.executablePath(), ...INSTALLED_BROWSERS];
  let found = known.find(starts);
  if (!found && !chosen) {
    console.log('Browser: none is installed; it is downloaded with npx playwright install chromium');
    install();
    found = known.find(starts);
  }
  if (!found)
    throw new Error(
      'No browser could be started. Run npx playwright install --with-deps chromium, or name one in CHROMIUM_PATH.',
    );
  console.log(`Browser: ${found}`);
  // A command on the PATH is resolved to its path.
  return which(found) ?? found;
}

/**
 * Runs once before the end-to-end tests, whose workers inherit the variables that it sets: the paths of the whole browser
 * and of the headless shell. One that CHROMIUM_PATH named is used as both. Playwright finds its own two by itself.
 */
export default function chooseBrowsers(): void {
  const browser = findBrowser();
  if (browser === chromium.executablePath()) return;
  process.env.HEADLESS_SHELL_PATH = process.env.CHROMIUM_PATH ?? which(HEADLESS_SHELL) ?? browser;
  process.env.CHROMIUM_PATH = browser;
}
