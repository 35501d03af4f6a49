/**
 * Skipped tests are listed at the end of a run, and fail it where `CI` is set: a missing optional dependency must not
 * look like success. Reporter of Vitest (`tests/vitest.config.ts`) and of Playwright (`tests/playwright.config.ts`);
 * run by itself, this file prints what both skipped.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullConfig, Suite } from '@playwright/test/reporter';
import type { TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';

/** The only tests that may be skipped where `CI` is set, by the name in the list at the end, each with its reason. */
const MAY_BE_SKIPPED: Readonly<Record<string, string>> = {
  'tests/ear/ear.test.ts': 'GitHub’s Ubuntu has another Orca, with words of its own',
  'tests/hosts/hosts.test.ts > the site works on Netlify': 'its local server is another 230 MB',
  'tests/hosts/hosts.test.ts > the site works on Vercel': 'its local server wants an account',
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = `${ROOT}tests/.output/skipped/`;

function print(names: readonly string[]): void {
  if (names.length > 0) console.log('\nSKIPPED, so nothing is known about:');
  for (const name of names)
    console.log(`  - ${name}${MAY_BE_SKIPPED[name] ? ` (${MAY_BE_SKIPPED[name]})` : ''}`);
}

/** Lists what a runner skipped. Returns whether its run must fail. */
function report(runner: string, names: readonly string[]): boolean {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(FOLDER + runner, names.map((name) => `${name}\n`).join(''));
  print(names);
  const isRefused = Boolean(process.env['CI']) && names.some((name) => !(name in MAY_BE_SKIPPED));
  if (isRefused) console.log('With CI set, nothing may be skipped but what tests/support/skipped.ts names.');
  return isRefused;
}

/** The names of skipped tests; a suite that is skipped whole counts as one. */
function skippedIn(part: TestModule | TestSuite | TestCase): string[] {
  const state = part.type === 'test' ? part.result().state : part.state();
  if (state !== 'skipped') return part.type === 'test' ? [] : part.children.array().flatMap(skippedIn);
  if (part.type === 'module') return [relative(ROOT, part.moduleId)];
  return [`${relative(ROOT, part.module.moduleId)} > ${part.fullName}`];
}

export default class SkippedReporter {
  #vitest: Vitest | undefined;
  #suite: Suite | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // With a filter by name, the other tests are skipped.
    if (this.#vitest?.config.testNamePattern) return;
    if (report('vitest', modules.flatMap(skippedIn))) process.exitCode = 1;
  }

  onBegin(_: FullConfig, suite: Suite): void {
    this.#suite = suite;
  }

  onEnd(): { status: 'failed' } | undefined {
    const skipped = this.#suite?.allTests().filter((test) => test.outcome() === 'skipped') ?? [];
    const names = skipped.map((test) => test.titlePath().filter(Boolean).join(' > '));
    return report('playwright', names) ? { status: 'failed' } : undefined;
  }
}

if (import.meta.main)
  print(
    readdirSync(FOLDER).flatMap((runner) =>
      readFileSync(FOLDER + runner, 'utf8')
        .split('\n')
        .filter(Boolean),
    ),
  );
