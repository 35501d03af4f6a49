/** What the lead desk asks the database for (`list_demo_requests` in `supabase/migrations`). */
import type { SupabaseClient } from '@supabase/supabase-js';

/** One request with its state and its consent. What a deleted request said is null, but for name and number. */
export interface Lead {
  readonly id: string;
  readonly received_at: string;
  readonly state: 'waiting' | 'missed' | 'claimed' | 'refused' | 'deleted';
  /** Why the call was refused. */
  readonly reason: string | null;
  readonly decided_at: string | null;
  readonly full_name: string;
  readonly email: string | null;
  readonly company_name: string | null;
  readonly industry: string | null;
  readonly phone_number: string;
  /** What the page said of the words that it showed. */
  readonly consent_version: string | null;
  /** Null when the version is missing, or is not a registered one. */
  readonly consent_words: string | null;
  readonly consent_seller: string | null;
  readonly address: string | null;
  readonly user_agent: string | null;
}

/** Rows asked for at a time. A project may answer with fewer (`max_rows`): only an empty page is the end. */
const PAGE = 1000;

/** Nobody was told to dial for these: they wait still, or waited too long. */
const UNCALLED = ['waiting', 'missed'];

/** All requests, newest first. */
export async function fetchLeads(client: SupabaseClient, waitingAlone = false): Promise<Lead[]> {
  const leads: Lead[] = [];
  for (;;) {
    const all = client.rpc('list_demo_requests', {}, { get: true }).select();
    const wanted = waitingAlone ? all.in('state', UNCALLED) : all;
    const { data } = await wanted
      // The oldest first: a request that comes in meanwhile moves no other to another page.
      .order('received_at')
      .order('id')
      .range(leads.length, leads.length + PAGE - 1)
      .throwOnError();
    leads.push(...(data as Lead[]));
    if (data.length === 0) return leads.toReversed();
  }
}

/** One request, or undefined when there is none with this id. */
export async function fetchLead(client: SupabaseClient, id: string): Promise<Lead | undefined> {
  const { data } = await client
    .rpc('list_demo_requests', {}, { get: true })
    .select()
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return (data as Lead | null) ?? undefined;
}
