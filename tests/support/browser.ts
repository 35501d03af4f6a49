import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';
import { isWindows } from './windows.ts';

const isRoot = process.getuid?.() === 0;

/**
 * What every browser under test is started with, so that it downloads nothing but the page. No `--disable-features`:
 * Chromium heeds only the last of several (github.com/puppeteer/puppeteer/issues/10883), and Playwright has one of its own.
 */
export const BROWSER_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium does not start as root in its own sandbox. Root is mostly in a container, which has no GPU.
  ...(isRoot ? ['--no-sandbox', '--disable-gpu'] : []),
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

/** Whether the browser is installed and starts: a downloaded one may lack the system's libraries. */
const starts = (browser: string) =>
  spawnSync(browser, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0;

/** Downloads Playwright's own browser; for root, who is asked for no password, with the system's packages that it needs. */
function install(): void {
  const command = ['playwright', 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'];
  const packages = isRoot ? ', which installs packages of the system, too' : '';
  console.log(`Browser: none is installed. This runs npx ${command.join(' ')}${packages}.`);
  spawnSync('npx', command, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 600_000, // Ten minutes, for a slow connection.
    shell: isWindows, // There, npx is a script.
  });
}

export const which = (command: string): string | undefined =>
  spawnSync(isWindows ? 'where' : 'which', [command], { encoding: 'utf8' }).stdout?.split(/\r?\n/)[0] ||
  undefined;

/** Finds or installs a Chromium, prints which, and names it in a variable that the workers inherit. */
export default function chooseBrowser(): void {
  const chosen = process.env['CHROMIUM_PATH'];
  const known = chosen ? [chosen] : [chromium.executablePath(), ...INSTALLED_BROWSERS];
  if (!chosen && !known.some(starts)) install();
  const found = known.find(starts);
  if (!found)
    throw new Error(
      'No browser could be started. Run npx playwright install --with-deps chromium, install your system’s Chromium, or name one in CHROMIUM_PATH.',
    );
  console.log(`Browser: ${found}`);
  // A command on the PATH is resolved to its path.
  if (found !== chromium.executablePath()) process.env['CHROMIUM_PATH'] = which(found) ?? found;
}
