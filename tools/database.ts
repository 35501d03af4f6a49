/** The database as a secret key sees it (`supabase/migrations`): a function that does not exist is a type error. */
import { connect } from '../src/demo-request/database.ts';
import type { DemoRequestRow } from '../src/demo-request/validation.ts';

/** One lease of a request to the automation; `placed` is null until it has reported. */
interface LentCall {
  readonly leased_at: string;
  readonly reported_at: string | null;
  readonly placed: boolean | null;
  readonly note: string | null;
}

/** A number that was stopped or allowed again; the number "all" is a pause or its end. */
export interface StopEvent {
  readonly event: number;
  readonly at: string;
  readonly phone_number: string;
  readonly is_stopped: boolean;
  readonly note: string | null;
}

/** One request with its state (`docs/operating.md`), consent and calls. What was entered is null once it is erased. */
export interface StoredRequest {
  readonly id: string;
  readonly received_at: string;
  readonly state: 'waiting' | 'leased' | 'placed' | 'refused' | 'expired' | 'deleted' | 'erased';
  readonly reason: string | null;
  /** From when on it may be leased. */
  readonly due_at: string | null;
  /** What a visitor entered, by column, in the order of the table. */
  readonly request: Readonly<Record<string, string | number | null>>;
  /** "recorded", or what is missing. */
  readonly consent: string | null;
  readonly consent_version: string | null;
  readonly calls: readonly LentCall[];
  readonly stops: readonly StopEvent[];
}

/** The record of one consent, as it was made; the words are null when the page named none that are registered. */
export interface Evidence extends Pick<StoredRequest, 'request' | 'consent_version' | 'calls'> {
  readonly request_id: string;
  readonly recorded_at: string;
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly words: string | null;
  readonly seller: string | null;
}

/** What waits for a person, without anything personal; the first 1000 ids of each group, those of a flood last. */
export interface Overdue {
  readonly paused: boolean;
  /** How many requests come from networks that sent more than 20 of them, rounded to a power of ten. */
  readonly flood: number | null;
  /** Addresses that could send no more, within the last 24 hours. */
  readonly limited: number;
  readonly overdue: readonly (Pick<StoredRequest, 'state' | 'reason'> & {
    readonly in_flood: boolean;
    readonly count: number;
    readonly since: string;
    readonly ids: readonly string[];
  })[];
}

type Call<Args, Returns> = { Args: Args; Returns: Returns };
type None = Record<PropertyKey, never>;
type WithNote = { note?: string | undefined };
type ByNumber = WithNote & { phone_number: string };
type LeasedRow = Omit<DemoRequestRow, 'accepted_terms'> & { call_id: string; request_id: string };

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
      /** The number is as dialed, such as +14155552671. */
      next_demo_call: Call<None, LeasedRow | null>;
      report_demo_call: Call<{ call_id: string; outcome: { placed: boolean; note?: string } }, boolean>;
      stop_demo_calls: Call<ByNumber, string>;
      allow_demo_calls: Call<ByNumber, boolean>;
      pause_demo_calls: Call<WithNote, boolean>;
      resume_demo_calls: Call<WithNote, boolean>;
      list_demo_requests: Call<
        { before_time?: string; before_id?: string; only_state?: string },
        StoredRequest[]
      >;
      list_demo_call_stops: Call<{ before_event?: number }, StopEvent[]>;
      find_demo_requests: Call<{ person: string }, StoredRequest[]>;
      overdue_demo_requests: Call<None, Overdue>;
      demo_request_evidence: Call<{ request_id: string }, Evidence | null>;
      erase_demo_requests: Call<{ request_ids: string[] }, number>;
      is_consent_registered: Call<{ version: string }, boolean>;
      /** Minutes from UTC, by time zone, in the order of the moments. */
      time_zone_offsets: Call<{ moments: string[] }, Record<string, number[]>>;
    };
  };
}

type FunctionName = keyof Database['public']['Functions'];

const RECORD = /^(\{|null$)/;
const YES_OR_NO = /^(true|false)$/;

/** How the JSON of each function's result begins, or what it is as a whole: anything else is another server's answer. */
const RESULTS: Readonly<Record<FunctionName, RegExp>> = {
  next_demo_call: RECORD,
  report_demo_call: YES_OR_NO,
  stop_demo_calls: /^"/,
  allow_demo_calls: YES_OR_NO,
  pause_demo_calls: YES_OR_NO,
  resume_demo_calls: YES_OR_NO,
  list_demo_requests: /^\[/,
  list_demo_call_stops: /^\[/,
  find_demo_requests: /^\[/,
  overdue_demo_requests: /^\{/,
  demo_request_evidence: RECORD,
  erase_demo_requests: /^\d+$/,
  is_consent_registered: YES_OR_NO,
  time_zone_offsets: /^\{/,
};
const DATABASE_ERROR = /^\{[^]*"message": *"./;

/**
 * Follows no redirect, which would carry the secret key to wherever it leads. Rejects when no whole answer comes within
 * 15 seconds, and when a function's answer is neither its result nor an error of the database: supabase-js reports an
 * empty 404, and any 2xx, as success.
 */
const askDatabase: typeof fetch = async (input, init) => {
  const signal = AbortSignal.timeout(15_000);
  const response = await fetch(input, { ...init, redirect: 'error', signal });
  const [, name] = /\/rpc\/(\w+)$/.exec(String(input)) ?? [];
  const expected = response.ok ? RESULTS[name as FunctionName] : DATABASE_ERROR;
  if (!name || expected.test(await response.clone().text())) return response;
  throw new Error(
    `an answer with status ${response.status} that is not the database’s: see whether the address is right and the project is not paused, and look at https://status.supabase.com.`,
  );
};

/** A client with a key of the team, typed; by default, with `askDatabase`. */
export const connectAsTeam = (url: string, key: string, global: Parameters<typeof connect>[2] = {}) =>
  connect<Database>(url, key, { fetch: askDatabase, ...global });

export type TeamClient = ReturnType<typeof connectAsTeam>;
