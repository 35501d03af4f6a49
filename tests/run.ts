/**
 * `npm test` and `npm run test:slow`: run every part, the quickest first and each even when another has failed, and sum
 * up at the end what failed and what did not run. The exit status is 1 when anything failed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import packageFile from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');
/** Where the configurations of Vitest and Playwright write their results, as JSON. */
const RESULTS = join(import.meta.dirname, '.output/results.json');

const vitest = (project: string) => `vitest run --config tests/vitest.config.ts --project ${project}`;
const playwright = 'playwright test --config tests/playwright.config.ts';

const PARTS = {
  fast: {
    format: 'prettier --check .',
    lint: 'npm run lint',
    types: 'astro check --minimumSeverity warning',
    'unit tests': vitest('unit'),
    'database and REST': vitest('database'),
    'in the browser': `${playwright} --grep-invert @slow`,
  },
  slow: { 'in the browser, the other half': `${playwright} --grep @slow`, tools: vitest('tools') },
};

const sum = { passed: 0, skipped: 0, failed: 0 };
const summary: string[] = [];

/** The tests that failed by the results of Vitest (`testResults`: its files) or Playwright (`suites`, nested). */
// oxlint-disable-next-line typescript/no-explicit-any -- JSON
function failuresIn({ testResults = [], suites = [] }: any): string[] {
  const failures: string[] = [];
  const add = (file: string, name: string, message = '') =>
    failures.push(`${file}: ${name}\n      ${stripVTControlCharacters(message).split('\n')[0]}`);
  for (const { name, message, assertionResults } of testResults) {
    const file = relative(ROOT, name);
    // The file itself failed, as when an import did.
    if (message) add(file, 'all of it', message);
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') add(file, fullName, failureMessages[0]);
  }
  for (const { file, specs, suites: inner = [] } of suites) {
    suites.push(...inner);
    for (const { ok, title, tests } of specs)
      if (!ok) add(file, title, tests[0].results.at(-1)?.error?.message);
  }
  return failures;
}

/** Runs one part, its output shown. A part without results, such as the lint, counts as one test. */
function run(name: string, command: string): void {
  console.log(`\n=== ${name}: ${command}\n`);
  rmSync(RESULTS, { force: true });
  const { status } = spawnSync(command, { cwd: ROOT, shell: true, stdio: ['ignore', 'inherit', 'inherit'] });
  // Not there where the part writes none, or stopped before its first test.
  const results = existsSync(RESULTS)
    ? JSON.parse(readFileSync(RESULTS, 'utf8'))
    : { numPassedTests: status === 0 ? 1 : 0 };
  const { expected = results.numPassedTests, skipped = results.numPendingTests ?? 0 } = results.stats ?? {};
  const failures = failuresIn(results);
  // Without a failed test, too: support/skipped.ts fails a run in which something was skipped.
  if (status !== 0 && failures.length === 0) failures.push(command);
  const counts = [
    failures.length > 0 && `${failures.length} FAILED`,
    `${expected} passed`,
    skipped > 0 && `${skipped} skipped`,
  ];
  summary.push(
    `  ${name.padEnd(32)}${counts.filter(Boolean).join(', ')}`,
    ...failures.map((test) => `    - ${test}`),
  );
  sum.passed += expected;
  sum.skipped += skipped;
  sum.failed += failures.length;
}

const isSlow = process.argv.includes('slow');
for (const part of Object.entries(isSlow ? PARTS.slow : PARTS.fast)) run(...part);

console.log(`\n=== Summary\n\n${summary.join('\n')}`);
const others = Object.keys(packageFile.scripts).filter((script) => script.startsWith('test:'));
if (!isSlow) console.log(`\nNot run: ${others.join(', ')}.`);
console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed > 0 ? 1 : 0;
