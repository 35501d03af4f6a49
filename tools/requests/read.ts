/** Reads whole lists from the database. */
import type { StoredRequest, StopEvent, TeamClient } from '../database.ts';

/** All rows, by pages. Each begins after the last row of the one before: rows inserted or deleted meanwhile shift no other. */
async function allOf<Row>(read: (last: Row | undefined) => PromiseLike<{ data: Row[] }>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { data } = await read(rows.at(-1));
    if (data.length === 0) return rows;
    rows.push(...data);
  }
}

/** Requests, newest first: all, or those of one state. */
export const requestsIn = (client: TeamClient, only: { only_state?: string } = {}) =>
  allOf<StoredRequest>((last) => {
    const before = last && { before_time: last.received_at, before_id: last.id };
    return client.rpc('list_demo_requests', { ...before, ...only }).throwOnError();
  });

/** Stops, newest first. */
export const stopsIn = (client: TeamClient) =>
  allOf<StopEvent>((last) =>
    client.rpc('list_demo_call_stops', last ? { before_event: last.event } : {}).throwOnError(),
  );

/** The requests that `--who` finds. Throws when there is none. */
export async function find(client: TeamClient, person: string): Promise<StoredRequest[]> {
  const { data } = await client.rpc('find_demo_requests', { person }).throwOnError();
  if (data.length === 0) throw new Error(`There is no request of ${person}.`);
  return data;
}
