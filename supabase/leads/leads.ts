/** What the leads command line asks the database for (`supabase/migrations`). */
import type { SupabaseClient } from '@supabase/supabase-js';

/** The fields of a request, by column, in the order of the table. */
type Said = Readonly<Record<string, string | number | null>>;

/** One request with its state and its consent. The fields of an erased request are null. */
export interface Lead {
  readonly id: string;
  readonly received_at: string;
  readonly state: 'waiting' | 'missed' | 'claimed' | 'called' | 'refused' | 'deleted' | 'erased';
  /** Why the call was refused or released, or what came of it. */
  readonly reason: string | null;
  /** From when on it may be called. */
  readonly not_before: string | null;
  readonly decided_at: string | null;
  readonly request: Said;
  /** "recorded", what is missing, or "erased". */
  readonly consent: string;
  readonly consent_version: string | null;
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
  readonly attempts: readonly {
    readonly decided_at: string;
    readonly outcome: string;
    readonly reason: string | null;
  }[];
}

export interface StopEvent {
  readonly at: string;
  readonly phone_number: string;
  readonly is_stopped: boolean;
  readonly note: string | null;
}

/**
 * All requests, newest first, a page at a time. Keyset pagination: each page begins after the last row of the one before, by
 * time and id, so that rows inserted or deleted meanwhile shift no other.
 */
export async function* fetchLeads(client: SupabaseClient, onlyUncalled = false): AsyncGenerator<Lead[]> {
  let last: Lead | undefined;
  for (;;) {
    const before = last && { before_time: last.received_at, before_id: last.id };
    const { data } = await client
      .rpc('list_demo_requests', { ...before, only_uncalled: onlyUncalled })
      .throwOnError();
    const page = data as Lead[];
    last = page.at(-1);
    if (!last) return;
    yield page;
  }
}
