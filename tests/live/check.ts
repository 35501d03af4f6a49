/** One thing that has to hold of a published site, and what it is to find out. */
import type { Visit } from './visit.ts';

/** A check that failed: what is wrong, and what to do about it, each in one sentence. */
export class Fault extends Error {
  readonly remedy: string;

  constructor(problem: string, remedy: string) {
    super(problem);
    this.remedy = remedy;
  }
}

export interface Check {
  readonly name: string;
  /** Throws a `Fault`. Returns why it does not apply here, if it does not. */
  readonly run: (visit: Visit) => Promise<string | void> | string | void;
}

/** Throws a `Fault` unless the condition holds. */
export function demand(condition: unknown, problem: string, remedy: string): asserts condition {
  if (!condition) throw new Fault(problem, remedy);
}
