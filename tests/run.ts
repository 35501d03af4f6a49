/**
 * `npm test` and `npm run test:slow`: run every part, the quickest first and each even when another has failed, and sum
 * up at the end what failed and what did not run. The exit status is 1 when anything failed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

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

/**
 * Counts the results of Vitest (`testResults`: its files) or of Playwright (`suites`, nested); `failed` has each test's file,
 * name and first line of its message.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- JSON
function count({ testResults = [], suites = [] }: any) {
  const failed: string[] = [];
  let [passed, skipped] = [0, 0];
  const add = (name: string, status: string, message = '') => {
    if (/^(failed|unexpected)$/.test(status))
      failed.push(`${name}\n      ${stripVTControlCharacters(message).split('\n')[0]}`);
    else if (/^(skipped|pending|todo)$/.test(status)) skipped += 1;
    else passed += 1;
  };
  for (const { name, status, message, assertionResults } of testResults) {
    for (const test of assertionResults)
      add(`${relative(ROOT, name)}: ${test.fullName}`, test.status, test.failureMessages[0]);
    // The file itself failed, as when an import did.
    if (message) add(relative(ROOT, name), status, message);
  }
  const all = [...suites];
  for (const { file, specs, suites: inner = [] } of all) {
    all.push(...inner);
    for (const { title, tests } of specs)
      for (const { status, results } of tests)
        add(`${file}: ${title}`, status, results.at(-1)?.error?.message);
  }
  return { passed, skipped, failed };
}

/** Runs one part, its output shown. A part without results, such as the lint, counts as one test. */
function run(name: string, command: string) {
  console.log(`\n=== ${name}: ${command}\n`);
  rmSync(RESULTS, { force: true });
  const { status } = spawnSync(command, { cwd: ROOT, shell: true, stdio: ['ignore', 'inherit', 'inherit'] });
  let results = { passed: status === 0 ? 1 : 0, skipped: 0, failed: [] as string[] };
  // Not there where the part writes none, or stopped before its first test.
  if (existsSync(RESULTS)) results = count(JSON.parse(readFileSync(RESULTS, 'utf8')));
  // Without a failed test, too: support/skipped.ts fails a run in which something was skipped.
  if (status !== 0 && results.failed.length === 0) results.failed.push(command);
  return { name, ...results };
}

const isSlow = process.argv.includes('slow');
const parts = Object.entries(isSlow ? PARTS.slow : PARTS.fast).map((part) => run(...part));
const width = Math.max(...parts.map(({ name }) => name.length)) + 2;

console.log('\n=== Summary\n');
const sum = { passed: 0, failed: 0, skipped: 0 };
for (const { name, passed, skipped, failed } of parts) {
  const state = failed.length > 0 ? `${failed.length} FAILED` : 'passed';
  const notRun = skipped > 0 ? `, ${skipped} not run` : '';
  console.log(`  ${name.padEnd(width)}${state}${notRun} (${passed} passed)`);
  for (const test of failed) console.log(`    - ${test}`);
  sum.passed += passed;
  sum.failed += failed.length;
  sum.skipped += skipped;
}
if (!isSlow) console.log('\nNot run: test:slow, test:rebrand, test:hosts, test:engines, test:screen-reader.');
console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed > 0 ? 1 : 0;
