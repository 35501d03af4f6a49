/**
 * `npm test`: everything that has to hold, in the order in which a failure is cheapest to learn of. Ends at the first
 * failure with its exit code.
 */
import { chromium } from '@playwright/test';
import { NO_BROWSER, findBrowser, installed, run } from './support/browser.ts';

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
    console.error(NO_BROWSER);
    return 1;
  }
  if (browser !== chromium.executablePath()) process.env.CHROMIUM_PATH = browser;
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
