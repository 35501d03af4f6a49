/** The automation that places the calls: `supabase/functions/demo-calls`, with a database and a voice provider of the test's. */
import assert from 'node:assert/strict';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  createAutomation,
  SYSTEM_CLOCK,
  type Call,
  type Parts,
} from '../../supabase/functions/demo-calls/automation.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const seconds = () => performance.now() / 1000;
const hang = () => new Promise<never>(() => {});
const after = async <T>(time: number, answer: T): Promise<T> => {
  await SYSTEM_CLOCK.wait(time * 1000);
  return answer;
};

const call = (name: string): Call => ({
  call_id: `call of ${name}`,
  request_id: `request of ${name}`,
  phone_number: '+14155552671',
  full_name: name,
  email: 'dana@reyes-heating.example',
  company_name: 'Reyes Heating & Air',
  industry: 'HVAC',
});

/** An automation that is given each of these calls once, and what happened, with the second at which it did. */
function automation(names: readonly string[], parts: Partial<Parts> = {}) {
  const waiting = names.map(call);
  const asked: { second: number; name: string; body: Record<string, unknown> }[] = [];
  const log: string[] = [];
  const start = seconds();
  const dial = vi.fn<Parts['dial']>(parts.dial ?? (async () => ({ status: 201 })));
  const ask: Parts['ask'] = async (name, body, signal) => {
    asked.push({ second: seconds() - start, name, body: { ...body } });
    if (parts.ask) return parts.ask(name, body, signal);
    return name === 'next_demo_call' ? (waiting.shift() ?? null) : true;
  };
  const wake = createAutomation({ ask, dial, log: (line) => log.push(line), clock: SYSTEM_CLOCK });
  return {
    wake,
    waiting,
    dial,
    log,
    asked: (name: string) => asked.filter((entry) => entry.name === name),
    /** Wakes it, and lets five minutes pass. Resolves with the number of calls, and the seconds that it took. */
    async run() {
      const from = seconds();
      const work = wake().then((count) => ({ count, took: seconds() - from }));
      await vi.advanceTimersByTimeAsync(300_000);
      return work;
    },
  };
}

type Answer = () => unknown;

/** A database that has one call to give, and answers reports as these do, one after the other, and then as it should. */
function reporting(...answers: Answer[]) {
  const calls = [call('Dana')];
  return automation([], {
    async ask(name) {
      if (name === 'next_demo_call') return calls.shift() ?? null;
      return answers.length > 0 ? answers.shift()!() : true;
    },
  });
}

test('everybody who waits is called, one after the other, and each call is reported', async () => {
  const { run, dial, asked, log } = automation(['Dana', 'Lee']);
  expect(await run()).toEqual({ count: 2, took: 0 });
  expect(dial.mock.calls.map(([dialed]) => dialed)).toEqual([call('Dana'), call('Lee')]);
  expect(asked('report_demo_call').map(({ body }) => body)).toEqual([
    { call_id: 'call of Dana', outcome: { placed: true } },
    { call_id: 'call of Lee', outcome: { placed: true } },
  ]);
  expect(log.join(), 'nothing personal is logged').not.toMatch(/555|reyes-heating|Reyes/);
});

const STATUSES = {
  'placed, and the next is called': { statuses: [200, 201, 202, 204, 299], placed: true, calls: 2 },
  'refused, and the next is called': {
    statuses: [400, 402, 405, 409, 410, 422, 451],
    placed: false,
    calls: 2,
  },
  'not placed, and the run ends': { statuses: [429], placed: false, calls: 1 },
  'not placed, and all calls are paused': { statuses: [401, 403, 404], placed: false, calls: 1, paused: 1 },
  'perhaps a call, so nothing is reported': {
    statuses: [301, 302, 304, 307, 308, 408, 500, 502, 503, 504, 101],
    placed: undefined,
    calls: 1,
  },
};

test.each(
  Object.entries(STATUSES).flatMap(([means, { statuses, ...expected }]) =>
    statuses.map((status) => ({ status, means, paused: 0, ...expected })),
  ),
)('$status of the voice provider is $means', async ({ status, placed, calls, paused }) => {
  const { run, dial, asked, log } = automation(['Dana', 'Lee'], { dial: async () => ({ status }) });
  await run();
  expect(dial).toHaveBeenCalledTimes(calls);
  const outcomes = asked('report_demo_call').map(({ body }) => body['outcome']);
  expect(outcomes).toHaveLength(placed === undefined ? 0 : calls);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ placed });
  const says = `the voice provider answered ${status}`;
  expect(log[0]).toContain(placed ? ': placed' : says);
  expect(asked('pause_demo_calls')).toHaveLength(paused);
  for (const { body } of asked('pause_demo_calls'))
    expect(body).toEqual({ note: `${says}: its key or address is wrong` });
});

test.each([
  ['does not answer', 10, hang],
  ['resets the connection', 0, () => assert.fail('reset')],
])(
  'a voice provider that %s may have called: nothing is reported, and the run ends',
  async (_, took, dial) => {
    const { run, asked, log } = automation(['Dana', 'Lee'], { dial });
    expect(await run()).toEqual({ count: 1, took });
    expect(asked('report_demo_call')).toEqual([]);
    expect(log.at(-1)).toBe('Request request of Dana: the voice provider did not answer: it may have called');
  },
);

test.each<[what: string, seconds: number, answer: Answer]>([
  ['hangs', 11, hang],
  ['meets an error, such as 401, 404, a redirect or a reset', 1, () => assert.fail('status 401')],
  ['meets another page with status 200', 1, () => ({ message: 'Sign in to the Wi-Fi' })],
])('a report that %s is repeated, and nobody is dialed twice', async (_, took, answer) => {
  const { run, dial, asked } = reporting(answer, answer);
  expect(await run()).toEqual({ count: 1, took: 2 * took });
  expect(asked('report_demo_call')).toHaveLength(3);
  expect(dial).toHaveBeenCalledOnce();
});

test.each([hang, () => assert.fail('status 503')])(
  'a report that is never answered is repeated until the run ends, within the 75 seconds that an isolate has',
  async (answer) => {
    const { run, asked, log } = reporting(...Array<Answer>(100).fill(answer));
    const { took } = await run();
    expect(took).toBeGreaterThan(65);
    expect(took).toBeLessThanOrEqual(70);
    expect(asked('report_demo_call').at(-1)!.second).toBeGreaterThan(55);
    expect(log.at(-1)).toMatch(/^report_demo_call is given up: .*call of Dana/);
  },
);

test('nobody is leased in the last seconds, and what was leased just before is reported, at the second try, too', async () => {
  const names = ['Dana', 'Lee', 'Kim', 'Ana', 'Tom', 'Ray'];
  const waiting = names.map(call);
  let reports = 0;
  const { run, asked } = automation([], {
    async ask(name) {
      if (name === 'next_demo_call') return after(9, waiting.shift()!);
      reports += 1;
      return reports === 2 ? after(9, 'no answer of the database') : true;
    },
    dial: () => after(9, { status: 201 }),
  });
  const { count, took } = await run();
  expect(asked('next_demo_call').map(({ second }) => second)).toEqual([0, 18]);
  expect(count).toBe(2);
  expect(asked('report_demo_call').map(({ body }) => body['call_id'])).toEqual(
    ['Dana', 'Lee', 'Lee'].map((name) => `call of ${name}`),
  );
  expect(took).toBeLessThan(70);
});

test('a burst of webhooks makes it ask once more, and each of them waits for the same work', async () => {
  const { wake, asked } = automation([], { ask: () => after(1, null) });
  const burst = Array.from({ length: 100 }, wake);
  await vi.advanceTimersByTimeAsync(500);
  burst.push(...Array.from({ length: 100 }, wake));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await Promise.all(burst)).toEqual(Array(200).fill(0));
  expect(asked('next_demo_call').map(({ second }) => second)).toEqual([0, 1]);
});

// The request comes in the middle of the last look, after so many steps of the event loop.
test.each(Array.from({ length: 20 }, (_, steps) => steps))(
  'a request that comes %i steps after its last look is called without waiting for the next minute',
  async (steps) => {
    const { wake, waiting, dial } = automation([]);
    const first = wake();
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    waiting.push(call('Dana'));
    await Promise.all([first, wake()]);
    expect(dial).toHaveBeenCalledOnce();
  },
);

test('each webhook renews its time', async () => {
  let isLate = false;
  const { wake, asked } = automation([], {
    async ask(name) {
      if (name !== 'next_demo_call') return true;
      return after(8, isLate ? null : call('Dana'));
    },
  });
  const work = wake();
  await vi.advanceTimersByTimeAsync(29_000);
  void wake();
  await vi.advanceTimersByTimeAsync(29_000);
  isLate = true;
  await vi.advanceTimersByTimeAsync(60_000);
  await work;
  // It asks every 8 seconds; woken after 29, it leases until the 59th.
  expect(asked('next_demo_call').at(-1)!.second).toBe(56);
});

test.each([
  ['does not answer', 10, hang],
  ['answers with an error', 0, () => assert.fail('status 401')],
  ['is replaced by a page of somebody else', 0, async () => 'Sign in'],
  ['answers with an empty object', 0, async () => ({})],
])('where the database %s, nobody is dialed, and the next minute tries again', async (_, took, fault) => {
  let isBroken = true;
  const calls = [call('Dana')];
  const { run, dial, log } = automation([], {
    async ask(name) {
      if (isBroken) return fault();
      return name === 'next_demo_call' ? (calls.shift() ?? null) : true;
    },
  });
  expect(await run()).toEqual({ count: 0, took });
  expect(dial).not.toHaveBeenCalled();
  expect(log).toEqual([expect.stringMatching(/^next_demo_call: ./)]);
  isBroken = false;
  expect(await run()).toEqual({ count: 1, took: 0 });
});

test('a pause does not wait for the report, nor the report for the pause', async () => {
  const calls = [call('Dana'), call('Lee')];
  for (const broken of ['pause_demo_calls', 'report_demo_call']) {
    const { run, asked, dial } = automation([], {
      async ask(name) {
        if (name === 'next_demo_call') return calls.shift() ?? null;
        return name === broken ? hang() : true;
      },
      dial: async () => ({ status: 403 }),
    });
    await run();
    expect(dial).toHaveBeenCalledOnce();
    // What is never answered is repeated after 10 seconds and a pause of one, until 70 are over.
    for (const name of ['pause_demo_calls', 'report_demo_call'])
      expect(asked(name)).toHaveLength(name === broken ? 7 : 1);
  }
});
