import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * What every browser under test is started with. No `--disable-features`: Chromium heeds only the last of several
 * (github.com/puppeteer/puppeteer/issues/10883), and would lose Playwright's own, which turns off paint holding.
 */
export const BROWSER_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium refuses its own sandbox to root, as in a container.
  ...(process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : []),
];

const NO_BROWSER =
  'No browser could be started. Run npx playwright install --with-deps chromium, or install Chromium or Google Chrome, or name one in CHROMIUM_PATH.';

const INSTALLED_BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Chromium without windows: a new page costs half the processor time. It prerenders nothing. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/** A download that has not ended by then is not going to. */
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000;

/** Runs a command in the project's folder to its end, its output shown. Returns its exit code. */
function run(command: string, args: string[], timeout?: number): number {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...(timeout === undefined ? {} : { timeout }),
  });
  return status ?? 1;
}

/** Whether the browser is there and starts: a downloaded one may lack the system's libraries. */
const starts = (browser: string) =>
  spawnSync(browser, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0;

const isRootOnDebian = () =>
  process.getuid?.() === 0 &&
  existsSync('/etc/os-release') &&
  /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

/** Installs Debian's Chromium and its headless shell, where that is possible. */
function installDebian(): void {
  if (!isRootOnDebian()) return;
  console.log('Installing Debian’s chromium with apt-get');
  // An old list of packages installs an old browser.
  run('apt-get', ['update', '-qq']);
  // The font, which Chromium recommends, has the metrics of Arial.
  const packages = ['chromium', HEADLESS_SHELL, 'fonts-liberation'];
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

/** Where a command is; undefined when there is none of that name. */
export const which = (command: string): string | undefined =>
  spawnSync('which', [command], { encoding: 'utf8' }).stdout?.trim() || undefined;

/** Prints which browser is used, or that one is downloaded. */
const announce = (line: string) => console.log(`Browser: ${line}`);

function findCommand(): string | undefined {
  const own = chromium.executablePath();

  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    announce(`${chosen}, as CHROMIUM_PATH says`);
    return starts(chosen) ? chosen : undefined;
  }
  if (existsSync(own) && starts(own)) {
    announce(`Playwright's own, ${own}`);
    return own;
  }
  const found = INSTALLED_BROWSERS.find(starts);
  if (found) {
    announce(`the installed ${found}`);
    return found;
  }
  announce('none is installed; downloading Playwright’s with npx playwright install chromium');
  run(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'],
    DOWNLOAD_TIMEOUT_MS,
  );
  if (existsSync(own) && starts(own)) return own;

  installDebian();
  return starts('chromium') ? 'chromium' : undefined;
}

/** Finds or installs a Chromium and prints that in one line. Returns its path. */
export function findBrowser(): string {
  const command = findCommand();
  if (command === undefined) throw new Error(NO_BROWSER);
  // A command on the PATH is resolved to its path.
  return which(command) ?? command;
}

/**
 * Runs once before the end-to-end tests, whose workers inherit the variables that it sets: the paths of the whole browser,
 * and of the headless shell where there is one. Playwright finds its own two by itself.
 */
export default function chooseBrowsers(): void {
  const browser = findBrowser();
  if (browser === chromium.executablePath()) return;
  process.env.HEADLESS_SHELL_PATH = process.env.CHROMIUM_PATH ?? which(HEADLESS_SHELL) ?? browser;
  process.env.CHROMIUM_PATH = browser;
}
