/**
 * `npm test` and `npm run test:slow`: run every part, the quickest first and each even when another has failed, and sum
 * up at the end what failed and what did not run. The exit status is 1 when anything failed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
/** Where the configurations of Vitest and Playwright write their results. */
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
  slow: {
    'in the browser, the other half': `${playwright} --grep @slow`,
    tools: vitest('tools'),
  },
};
const ELSEWHERE = 'test:slow, test:rebrand, test:hosts, test:engines, test:screen-reader';

interface Result {
  passed: number;
  skipped: number;
  /** One line for each test that failed, or for a file that could not be run. */
  failed: string[];
}

interface VitestResults {
  numPassedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

interface PlaywrightSuite {
  specs: {
    title: string;
    file: string;
    ok: boolean;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightResults {
  stats: { expected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

/** A failed test with the first line of its message, which says what an owner has to know. */
const line = (place: string, title: string, message = '') => {
  const [first = ''] = stripVTControlCharacters(message).split('\n');
  return `${place}: ${title}${first && `\n      ${first.replace(/^\w*Error: /, '')}`}`;
};

const fromVitest = ({ numPassedTests, numPendingTests, testResults }: VitestResults): Result => ({
  passed: numPassedTests,
  skipped: numPendingTests,
  failed: testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (message && failed.length === 0) return [line(file, 'could not be run', message)];
    return failed.map(({ fullName, failureMessages }) => line(file, fullName, failureMessages[0]));
  }),
});

function fromPlaywright({ stats, errors, suites }: PlaywrightResults): Result {
  const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  const failed = suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ title, file, tests }) =>
      line(`tests/e2e/${file}`, title, tests[0]?.results.find(({ error }) => error)?.error?.message),
    );
  const setUp = errors.map(({ message }) => line('tests/e2e', 'could not be run', message));
  return { passed: stats.expected + stats.flaky, skipped: stats.skipped, failed: [...setUp, ...failed] };
}

/** Runs one part, its output shown. A part without tests counts as one. */
function run(name: string, command: string): Result {
  console.log(`\n=== ${name}: ${command}\n`);
  rmSync(RESULTS, { force: true });
  const { status } = spawnSync(command, { cwd: ROOT, shell: true, stdio: ['ignore', 'inherit', 'inherit'] });
  const own: Result = { passed: status === 0 ? 1 : 0, skipped: 0, failed: status === 0 ? [] : [command] };
  let results: VitestResults | PlaywrightResults;
  try {
    results = JSON.parse(readFileSync(RESULTS, 'utf8'));
  } catch {
    return own;
  }
  const result = 'stats' in results ? fromPlaywright(results) : fromVitest(results);
  // A run can fail without a failed test: where something was skipped, for one.
  return status !== 0 && result.failed.length === 0 ? { ...result, failed: own.failed } : result;
}

const isSlow = process.argv.includes('slow');
const results = Object.entries(isSlow ? PARTS.slow : PARTS.fast).map(
  ([name, command]) => [name, run(name, command)] as const,
);

console.log('\n=== Summary\n');
for (const [name, { passed, skipped, failed }] of results) {
  const state = failed.length > 0 ? `${failed.length} FAILED` : 'passed';
  console.log(`  ${name.padEnd(32)}${state}${skipped > 0 ? `, ${skipped} not run` : ''} (${passed} passed)`);
  for (const test of failed) console.log(`    - ${test}`);
}
const sum = (count: (result: Result) => number) =>
  results.reduce((total, [, result]) => total + count(result), 0);
const failed = sum((result) => result.failed.length);
if (!isSlow) console.log(`\nNot part of this command: ${ELSEWHERE}.`);
console.log(
  `\n${sum(({ passed }) => passed)} passed, ${failed} failed, ${sum(({ skipped }) => skipped)} skipped`,
);
process.exitCode = failed > 0 ? 1 : 0;
