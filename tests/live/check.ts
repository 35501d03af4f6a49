/** One thing that has to hold of a published site. */
import type { Visit } from './visit.ts';

/** A check that fails: what is wrong, and what to do about it, each in one sentence. */
export class Failure extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** Throws a `Failure` unless the condition holds. */
export function demand(condition: unknown, message: string, remedy: string): asserts condition {
  if (!condition) throw new Failure(message, remedy);
}

/** Throws a `Failure`. Returns why it does not apply to this site, if it does not. */
export type Check = (visit: Visit) => Promise<string | void> | string | void;
