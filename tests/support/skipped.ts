/**
 * Reporter of Vitest: where `CI` is set, a skipped test fails the run, as a missing optional dependency must not look
 * like success. Playwright needs none: its tests skip only what the content leaves out.
 */
import type { TestModule } from 'vitest/node';

export default class SkippedReporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (skipped.length === 0 || !process.env['CI']) return;
    console.log(
      ['\nWith CI set, nothing may be skipped:', ...skipped.map((test) => test.fullName)].join('\n  - '),
    );
    process.exitCode = 1;
  }
}
