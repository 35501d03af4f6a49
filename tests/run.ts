/**
 * `npm test` and `npm run test:slow`: run every part, the quickest first and each even when another has failed, and sum
 * up at the end what failed and what did not run. The exit status is 1 when anything failed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
/** Where the configurations of Vitest and Playwright write their results, in JUnit's format. */
const RESULTS = join(import.meta.dirname, '.output/results.xml');

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

/** XML's own. */
const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
/** The text of an attribute or element, without the escape codes that color it in a terminal. */
const decode = (text = '') =>
  stripVTControlCharacters(text).replaceAll(/&(\w+);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);

/** Reads results in JUnit's format: `failed` has each test's file, name and first line of its message. */
function readResults(xml: string) {
  const failed: string[] = [];
  let [passed, skipped] = [0, 0];
  // An empty element, <testcase … />, has passed.
  const cases = xml.matchAll(/<testcase\b([^>]*?)(?:\/>|>([^]*?)<\/testcase>)/g);
  for (const [, attributes = '', outcome = ''] of cases) {
    const attribute = (name: string) => decode(new RegExp(` ${name}="([^"]*)`).exec(attributes)?.[1]);
    const [, message] = /\w*Error: (.*)/.exec(outcome) ?? [];
    if (/<(failure|error)\b/.test(outcome))
      failed.push(`${attribute('classname')}: ${attribute('name')}\n      ${decode(message)}`);
    else if (outcome.includes('<skipped')) skipped += 1;
    else passed += 1;
  }
  return { passed, skipped, failed };
}

/** Runs one part, its output shown. A part without results, such as the lint, counts as one test. */
function run(name: string, command: string) {
  console.log(`\n=== ${name}: ${command}\n`);
  rmSync(RESULTS, { force: true });
  const { status } = spawnSync(command, { cwd: ROOT, shell: true, stdio: ['ignore', 'inherit', 'inherit'] });
  let results = { passed: status === 0 ? 1 : 0, skipped: 0, failed: [] as string[] };
  try {
    results = readResults(readFileSync(RESULTS, 'utf8'));
  } catch {
    // The part writes no results, or stopped before its first test.
  }
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
