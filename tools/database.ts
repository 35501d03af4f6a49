/** The database as a secret key sees it (`supabase/migrations`): a function that does not exist is a type error. */
import { z } from 'astro/zod';
import { connect } from '../src/demo-request/database.ts';
import type { DemoRequestRow } from '../src/demo-request/validation.ts';

/** One lease of a request to the automation; `placed` is null until it has reported. */
const leasedCall = z.object({
  leased_at: z.string(),
  reported_at: z.string().nullable(),
  placed: z.boolean().nullable(),
  note: z.string().nullable(),
});

/** A number that was stopped or allowed again; the number "all" is a pause or its end. */
const stopEvent = z.object({
  event: z.number(),
  at: z.string(),
  phone_number: z.string(),
  is_stopped: z.boolean(),
  note: z.string().nullable(),
});

/** What a visitor entered, by column, in the order of the table. */
const entered = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** One request with its state (`docs/operating.md`), consent and calls. What was entered is null once it is erased. */
const storedRequest = z.object({
  id: z.string(),
  received_at: z.string(),
  state: z.enum(['waiting', 'leased', 'placed', 'refused', 'expired', 'deleted', 'erased']),
  reason: z.string().nullable(),
  /** The time from which on it may be leased. */
  due_at: z.string().nullable(),
  request: entered,
  /** "recorded", or what is missing. */
  consent: z.string().nullable(),
  consent_version: z.string().nullable(),
  calls: z.array(leasedCall),
  stops: z.array(stopEvent),
});

/** The record of one consent, as it was made; the words are null when the page named none that are registered. */
const evidence = storedRequest.pick({ request: true, consent_version: true, calls: true }).extend({
  request_id: z.string(),
  recorded_at: z.string(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  words: z.string().nullable(),
  seller: z.string().nullable(),
});

/** What waits for a person, without anything personal; the first 1000 ids of each group, those of a flood last. */
const overdue = z.object({
  paused: z.boolean(),
  /** How many requests come from networks that sent more than 20 of them, rounded to a power of ten. */
  flood: z.number().nullable(),
  /** Where more than 20 calls were leased within an hour: how many, rounded to a power of ten. */
  leases: z.object({ count: z.number(), of_networks_seen_once: z.number() }).nullable(),
  /** Addresses that could send no more, within the last 24 hours. */
  limited: z.number(),
  overdue: z.array(
    storedRequest.pick({ state: true, reason: true }).extend({
      in_flood: z.boolean(),
      count: z.number(),
      since: z.string(),
      ids: z.array(z.string()),
    }),
  ),
});

/** A request as the automation gets it. The number is as dialed, such as +14155552671. */
const leasedRow = z.looseObject({ call_id: z.string(), request_id: z.string(), phone_number: z.string() });

/** The result of each function: anything else is another server's answer. */
const RESULTS = {
  next_demo_call: leasedRow.nullable(),
  report_demo_call: z.boolean(),
  stop_demo_calls: z.string(),
  allow_demo_calls: z.boolean(),
  pause_demo_calls: z.boolean(),
  resume_demo_calls: z.boolean(),
  list_demo_requests: z.array(storedRequest),
  list_demo_call_stops: z.array(stopEvent),
  find_demo_requests: z.array(storedRequest),
  overdue_demo_requests: overdue,
  demo_request_evidence: evidence.nullable(),
  erase_demo_requests: z.number(),
  is_consent_registered: z.boolean(),
  /** Minutes from UTC, by time zone, in the order of the moments. */
  time_zone_offsets: z.record(z.string(), z.array(z.number())),
};

type FunctionName = keyof typeof RESULTS;

export type StopEvent = Readonly<z.infer<typeof stopEvent>>;
export type StoredRequest = Readonly<z.infer<typeof storedRequest>>;
export type Evidence = Readonly<z.infer<typeof evidence>>;
export type Overdue = Readonly<z.infer<typeof overdue>>;

type None = Record<PropertyKey, never>;
type WithNote = { note?: string | undefined };
type ByNumber = WithNote & { phone_number: string };
type LeasedRow = Omit<DemoRequestRow, 'accepted_terms'> & { call_id: string; request_id: string };

interface Arguments {
  next_demo_call: None;
  report_demo_call: { call_id: string; outcome: { placed: boolean; note?: string } };
  stop_demo_calls: ByNumber;
  allow_demo_calls: ByNumber;
  pause_demo_calls: WithNote;
  resume_demo_calls: WithNote;
  list_demo_requests: { before_time?: string; before_id?: string; only_state?: string };
  list_demo_call_stops: { before_event?: number };
  find_demo_requests: { person: string };
  overdue_demo_requests: None;
  demo_request_evidence: { request_id: string };
  erase_demo_requests: { request_ids: string[] };
  is_consent_registered: { version: string };
  time_zone_offsets: { moments: string[] };
}

export interface Database {
  public: {
    Tables: {
      demo_requests: {
        Row: DemoRequestRow & { id: string; created_at: string; state: string; reason: string | null };
        Insert: DemoRequestRow;
        Update: None;
        Relationships: [];
      };
    };
    Views: None;
    Functions: {
      [Name in FunctionName]: {
        Args: Arguments[Name];
        // The columns of the form are known from its fields.
        Returns: Name extends 'next_demo_call' ? LeasedRow | null : z.infer<(typeof RESULTS)[Name]>;
      };
    };
  };
}

/** The database's own errors, such as a constraint that is violated. */
const databaseError = z.object({ message: z.string().min(1) });

/** Whether an answer is a function's result, or an error of the database. */
async function isOfDatabase(response: Response, name: string): Promise<boolean> {
  const expected = response.ok ? RESULTS[name as FunctionName] : databaseError;
  const text = await response.clone().text();
  try {
    return expected.safeParse(JSON.parse(text)).success;
  } catch {
    // It is no JSON, such as a gateway's page.
    return false;
  }
}

/**
 * Follows no redirect, which would carry the secret key to wherever it leads. Rejects when no whole answer comes within
 * 15 seconds, and when a function's answer is neither its result nor an error of the database: supabase-js reports an
 * empty 404, and any 2xx, as success.
 */
const askDatabase: typeof fetch = async (input, init) => {
  const signal = AbortSignal.timeout(15_000);
  const response = await fetch(input, { ...init, redirect: 'error', signal });
  const [, name] = /\/rpc\/(\w+)$/.exec(String(input)) ?? [];
  if (!name || (await isOfDatabase(response, name))) return response;
  throw new Error(
    `an answer with status ${response.status} that is not the database’s: see whether the address is right and the project is not paused, and look at https://status.supabase.com.`,
  );
};

/** A client with a key of the team, typed; by default, with `askDatabase`. */
export const connectAsTeam = (url: string, key: string, global: Parameters<typeof connect>[2] = {}) =>
  connect<Database>(url, key, { fetch: askDatabase, ...global });

export type TeamClient = ReturnType<typeof connectAsTeam>;
