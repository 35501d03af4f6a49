/** Whom to call, as the database leases it: `next_demo_call` in `supabase/migrations`. */
export interface Call {
  readonly call_id: string;
  readonly request_id: string;
  /** The number as it is dialed, such as +14155552671. */
  readonly phone_number: string;
  readonly full_name: string;
  readonly email: string;
  readonly company_name: string;
  readonly industry: string;
}

/** What an automation works with. */
export interface Parts {
  /** Calls a function of the database. Rejects without an answer of the database, whatever the reason. */
  ask(name: string, body: object, signal: AbortSignal): Promise<unknown>;
  /** Hands the call to the voice provider. Resolves with the status of its answer; rejects without one. */
  dial(call: Call, signal: AbortSignal): Promise<{ readonly status: number }>;
  /** Prints a line. It is never given anything personal. */
  log(line: string): void;
  /** Milliseconds since any moment, and a promise that resolves after so many. */
  readonly clock: { now(): number; wait(ms: number): Promise<void> };
}

export const SYSTEM_CLOCK: Parts['clock'] = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** The longest that one request to the database or the voice provider may take. */
const REQUEST_MS = 10_000;

/**
 * How long it leases and how long it reports, from the last time that it was woken. Supabase ends an isolate at the age of
 * 150 seconds on the free plan (https://supabase.com/docs/guides/functions/limits), and gives it no request in the second
 * half of them (`early_retire_fn` in `strategy_per_worker.rs` of supabase/edge-runtime), so 75 seconds are left after the
 * last one. A lease of the last moment has 20 seconds for reports, as asking and dialing take 10 each.
 */
const LEASE_MS = 30_000;
const REPORT_MS = 70_000;

/** The pause between two tries of a report. */
const REPEAT_MS = 1000;

/** What the voice provider's answer means. */
interface Outcome {
  /** Undefined where nobody can say whether a call was made: then nothing is reported. */
  readonly placed: boolean | undefined;
  readonly next: 'go on' | 'stop' | 'pause';
  /** Why it was not placed, or what is not known. */
  readonly note?: string;
}

/** The outcome by the status of the voice provider's answer; 0 is none. */
function outcomeOf(status: number): Outcome {
  if (status >= 200 && status <= 299) return { placed: true, next: 'go on' };
  const note = `the voice provider answered ${status}`;
  // A wrong setting must not use up the tries of everybody who waits.
  if (status === 401 || status === 403 || status === 404)
    return { placed: false, next: 'pause', note: `${note}: its key or address is wrong` };
  // Too many calls at once: those that wait have their turn when the automation is woken again.
  if (status === 429) return { placed: false, next: 'stop', note };
  // Other refusals are of this call alone. 408 is none: the provider gave up waiting, and may have called.
  if (status >= 400 && status <= 499 && status !== 408) return { placed: false, next: 'go on', note };
  const cause = status === 0 ? 'the voice provider did not answer' : note;
  return { placed: undefined, next: 'stop', note: `${cause}: it may have called` };
}

/** What went wrong; where nothing answered, with what `fetch` gives as the cause. */
const reasonOf = ({ message, cause }: Error) =>
  cause instanceof Error ? `${message}: ${cause.message}` : message;

/** What an automation asks of the database and of the voice provider, each time within a limit. */
function createRequests({ ask, dial, log, clock }: Parts) {
  /** Resolves as the work does, or rejects after the limit, also where the work does not heed its signal. */
  async function within<T>(limit: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const timeOut = async () => {
      await clock.wait(limit);
      controller.abort();
      throw new Error(`no answer within ${limit / 1000} seconds`);
    };
    return Promise.race([work(controller.signal), timeOut()]);
  }

  /** Leases the next call, if there is one. Throws when the database does not answer. */
  async function lease(): Promise<Call | null> {
    const call = (await within(REQUEST_MS, (signal) => ask('next_demo_call', {}, signal))) as Call | null;
    if (call === null || call?.call_id) return call;
    throw new Error('an answer that is not the database’s');
  }

  /** Has a call placed. Resolves with the status of the voice provider's answer; 0 is none. */
  async function place(call: Call): Promise<number> {
    try {
      const { status } = await within(REQUEST_MS, (signal) => dial(call, signal));
      return status;
    } catch (error) {
      log(`Dialing: ${reasonOf(error as Error)}`);
      return 0;
    }
  }

  /** Tells the database, which answers yes or no. Until `end`, repeats what it does not answer, whatever came instead. */
  async function tell(name: string, body: object, end: number): Promise<void> {
    for (;;) {
      const limit = Math.min(REQUEST_MS, end - clock.now());
      try {
        const answer = await within(limit, (signal) => ask(name, body, signal));
        if (typeof answer === 'boolean') return;
        throw new Error('an answer that is not the database’s');
      } catch (error) {
        log(`${name}: ${reasonOf(error as Error)}`);
      }
      if (clock.now() + REPEAT_MS >= end) break;
      await clock.wait(REPEAT_MS);
    }
    log(`${name} is given up: ${JSON.stringify(body)}`);
  }

  return { lease, place, tell };
}

/**
 * Returns what wakes the automation: it asks whom to call, has them called and reports, until there is nobody or its time is
 * over. Woken while it works, it asks once more. It resolves when all is done, with the number of calls that were handed to
 * the voice provider, and never rejects.
 */
export function createAutomation(parts: Parts): () => Promise<number> {
  const { log, clock } = parts;
  const { lease, place, tell } = createRequests(parts);
  let wokenAt = 0;
  let isWoken = false;
  let running: Promise<number> | undefined;

  /** Has a call placed, and reports what became of it. Returns what to do next. */
  async function handle(call: Call): Promise<Outcome['next']> {
    const { placed, next, note } = outcomeOf(await place(call));
    log(`Request ${call.request_id}: ${placed ? 'placed' : note}`);
    const outcome = { placed, ...(note && { note }) };
    const end = wokenAt + REPORT_MS;
    await Promise.all([
      next === 'pause' ? tell('pause_demo_calls', { note }, end) : undefined,
      placed === undefined ? undefined : tell('report_demo_call', { call_id: call.call_id, outcome }, end),
    ]);
    return next;
  }

  async function run(): Promise<number> {
    let count = 0;
    try {
      while (isWoken && clock.now() < wokenAt + LEASE_MS) {
        isWoken = false;
        const call = await lease();
        if (!call) continue;
        count += 1;
        if ((await handle(call)) !== 'go on') break;
        isWoken = true;
      }
    } catch (error) {
      log(`next_demo_call: ${reasonOf(error as Error)}`);
    }
    // This runs in the same turn as the last look at `isWoken`, so that nobody who wakes it in between is missed.
    running = undefined;
    return count;
  }

  return () => {
    wokenAt = clock.now();
    isWoken = true;
    return (running ??= run());
  };
}
