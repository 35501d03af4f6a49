/**
 * `npm test`: everything that has to hold, in the order in which a failure is cheapest to learn of. Ends at the first
 * failure with its exit code.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const root = fileURLToPath(new URL('..', import.meta.url));
const installed = (path: string) => join(root, 'node_modules', path);

const INSTALLED_BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A download that has not ended by then is not going to. */
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000;

function run(command: string, args: string[], timeout?: number): number {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
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

const announce = (line: string) => console.log(`Browser: ${line}`);

/** Finds or installs a Chromium and says so in one line. Returns its path, or undefined when there is none to be had. */
function findBrowser(): string | undefined {
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
  run(process.execPath, [installed('@playwright/test/cli.js'), 'install', 'chromium'], DOWNLOAD_TIMEOUT_MS);
  if (existsSync(own) && starts(own)) return own;

  if (isRootOnDebian()) {
    announce('that did not work; installing Debian’s with apt-get install -y chromium');
    const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
    if (install() !== 0 && run('apt-get', ['update']) === 0) install();
    if (starts('chromium')) return 'chromium';
  }
  return undefined;
}

/** Playwright wants a path, not a name. */
function locate(browser: string): string {
  if (existsSync(browser)) return browser;
  const { stdout } = spawnSync('which', [browser], { encoding: 'utf8' });
  return stdout.trim();
}

const timings: Record<string, string> = {};

function step(name: string, work: () => number): void {
  console.log(`\n▶ ${name}`);
  const start = performance.now();
  const exitCode = work();
  timings[name] = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  if (exitCode === 0) return;
  report();
  console.error(`\n✖ ${name} failed.`);
  process.exit(exitCode);
}

function report(): void {
  console.log('');
  for (const [name, seconds] of Object.entries(timings)) console.log(`  ${seconds.padStart(8)}  ${name}`);
}

step('A browser for the end-to-end tests', () => {
  const browser = findBrowser();
  if (browser === undefined) {
    console.error(
      'No browser could be started. Run npx playwright install --with-deps chromium, or install Chromium or Google Chrome, or name one in CHROMIUM_PATH.',
    );
    return 1;
  }
  if (browser !== chromium.executablePath()) process.env.CHROMIUM_PATH = locate(browser);
  return 0;
});
step('Format, lint and types', () => run('npm', ['run', '--silent', 'check']));
step('Units and contracts', () =>
  run(process.execPath, [installed('vitest/vitest.mjs'), 'run', '--config', 'tests/vitest.config.ts']),
);
step('End to end', () =>
  run(process.execPath, [
    installed('@playwright/test/cli.js'),
    'test',
    '--config',
    'tests/playwright.config.ts',
  ]),
);
report();
console.log('\n✔ Everything holds.');
