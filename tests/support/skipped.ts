/**
 * Reporter of Vitest: lists skipped tests at the end of a run, and fails it where `CI` is set, as a missing optional
 * dependency must not look like success. Playwright's tests skip nothing but what the content leaves out.
 */
import type { TestModule, Vitest } from 'vitest/node';

export default class SkippedReporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // With a filter by name, the other tests are skipped.
    if (this.#vitest?.config.testNamePattern) return;
    const names = modules.flatMap((module) =>
      Array.from(
        module.children.allTests('skipped'),
        (test) => `${module.relativeModuleId} > ${test.fullName}`,
      ),
    );
    if (names.length === 0) return;
    console.log(['\nSKIPPED, so nothing is known about:', ...names].join('\n  - '));
    if (!process.env['CI']) return;
    console.log('With CI set, nothing may be skipped.');
    process.exitCode = 1;
  }
}
