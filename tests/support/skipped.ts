/**
 * Reporter of Vitest: lists skipped tests at the end of a run, and fails it where `CI` is set, as a missing optional
 * dependency must not look like success. Playwright's tests skip nothing but what the content leaves out.
 */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The names of skipped tests; a suite that is skipped whole counts as one. */
function skippedIn(part: TestModule | TestSuite | TestCase): string[] {
  const state = part.type === 'test' ? part.result().state : part.state();
  if (state !== 'skipped') return part.type === 'test' ? [] : part.children.array().flatMap(skippedIn);
  if (part.type === 'module') return [relative(ROOT, part.moduleId)];
  return [`${relative(ROOT, part.module.moduleId)} > ${part.fullName}`];
}

export default class SkippedReporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // With a filter by name, the other tests are skipped.
    if (this.#vitest?.config.testNamePattern) return;
    const names = modules.flatMap(skippedIn);
    if (names.length === 0) return;
    console.log(['\nSKIPPED, so nothing is known about:', ...names].join('\n  - '));
    if (!process.env['CI']) return;
    console.log('With CI set, nothing may be skipped.');
    process.exitCode = 1;
  }
}
