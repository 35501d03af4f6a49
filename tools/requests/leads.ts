import type { DatabaseClient, Lead } from '../../src/demo-request/database.ts';

/**
 * All requests, or the waiting or refused ones, newest first, a page at a time. Keyset pagination: each page begins after
 * the last row of the one before, by time and id, so that rows inserted or deleted meanwhile shift no other.
 */
export async function* fetchLeads(
  client: DatabaseClient,
  onlyState?: 'waiting' | 'refused',
): AsyncGenerator<Lead[]> {
  let last: Lead | undefined;
  for (;;) {
    const before = last && { before_time: last.received_at, before_id: last.id };
    const only = onlyState && { only_state: onlyState };
    const { data: page } = await client.rpc('list_demo_requests', { ...before, ...only }).throwOnError();
    last = page.at(-1);
    if (!last) return;
    yield page;
  }
}
