/** The database as supabase-js sees it (`supabase/migrations`): a column or function that does not exist is a type error. */
import { createClient } from '@supabase/supabase-js';
import type { DemoRequestRow } from './validation.ts';

/** What a request says, by column, in the order of the table; numbers in fields that are numbers. */
type Said = Readonly<Record<string, string | number | null>>;

/** One time that a request was lent to the automation. `placed` is null until that is reported. */
interface LentCall {
  readonly lent_at: string;
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

/** One request with its state, consent and calls. The fields of an erased request are null. */
export interface StoredRequest {
  readonly id: string;
  readonly received_at: string;
  readonly state: 'waiting' | 'lent' | 'placed' | 'refused' | 'expired' | 'deleted' | 'erased';
  readonly reason: string | null;
  readonly callable_since: string | null;
  /** From when on it may be lent. */
  readonly due_at: string | null;
  readonly request: Said;
  /** "recorded", or what is missing. Null when it was erased. */
  readonly consent: string | null;
  readonly consent_version: string | null;
  readonly calls: readonly LentCall[];
  readonly stops: readonly StopEvent[];
}

/** The record of one consent, as it was made. */
export interface Evidence {
  readonly request_id: string;
  readonly recorded_at: string;
  readonly request: Said;
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly consent_version: string | null;
  /** Null when the version is missing, or is not a registered one. */
  readonly words: string | null;
  readonly seller: string | null;
  readonly calls: readonly LentCall[];
}

/** What waits for a person, without anything personal. */
export interface Overdue {
  readonly paused: boolean;
  readonly overdue: readonly {
    readonly state: StoredRequest['state'];
    readonly reason: string | null;
    readonly count: number;
    readonly since: string;
    /** The first 1000. */
    readonly ids: readonly string[];
  }[];
}

type Call<Args, Returns> = { Args: Args; Returns: Returns };
type Nothing = Record<PropertyKey, never>;

export type Database = {
  public: {
    Tables: {
      demo_requests: {
        Row: DemoRequestRow & { id: string; created_at: string; state: string; reason: string | null };
        Insert: DemoRequestRow;
        Update: Nothing;
        Relationships: [];
      };
    };
    Views: Nothing;
    Functions: {
      /** The number is as dialed, such as +14155552671. */
      next_demo_call: Call<
        Nothing,
        (Omit<DemoRequestRow, 'accepted_terms'> & { call_id: string; request_id: string }) | null
      >;
      report_demo_call: Call<{ call_id: string; outcome: { placed: boolean; note?: string } }, boolean>;
      stop_demo_calls: Call<{ phone_number: string; note?: string | undefined }, string>;
      allow_demo_calls: Call<{ phone_number: string; note?: string | undefined }, boolean>;
      pause_demo_calls: Call<{ note?: string | undefined }, boolean>;
      resume_demo_calls: Call<{ note?: string | undefined }, boolean>;
      list_demo_requests: Call<
        { before_time?: string; before_id?: string; only_state?: string },
        StoredRequest[]
      >;
      list_demo_call_stops: Call<{ before_event?: number }, StopEvent[]>;
      find_demo_requests: Call<{ person: string }, StoredRequest[]>;
      overdue_demo_requests: Call<Nothing, Overdue>;
      demo_request_evidence: Call<{ request_id: string }, Evidence | null>;
      erase_demo_requests: Call<{ request_ids: string[] }, number>;
      /** Minutes from UTC, by time zone, in the order of the moments. */
      time_zone_offsets: Call<{ moments: string[] }, Record<string, number[]>>;
    };
  };
};

/** A client without accounts, whose session supabase-js would store under a lock that can hang a page. */
export const connect = (
  url: string,
  key: string,
  global: { fetch?: typeof fetch; headers?: Record<string, string> } = {},
) =>
  createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global,
  });

export type DatabaseClient = ReturnType<typeof connect>;
