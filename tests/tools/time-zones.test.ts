import { expect, onTestFinished, test, vi } from 'vitest';
import { TIME_ZONE_CHECKS } from '../../tools/check-live/time-zones.ts';
import { startBackend } from '../../tools/start/back-end.ts';

test('an operator is told on which day the time zones of the database differ from those of this machine', async () => {
  const backend = await startBackend();
  onTestFinished(backend.close);
  vi.stubEnv('PRODUCTION_SUPABASE_URL', backend.url);
  vi.stubEnv('PRODUCTION_SUPABASE_SECRET_KEY', backend.secretKey);
  const [{ check }] = Object.values(TIME_ZONE_CHECKS) as [(typeof TIME_ZONE_CHECKS)[string]];
  await expect(check({} as never)).resolves.toBeUndefined();
  // Always UTC-7, in minutes: right for Phoenix, wrong for Denver in daylight saving time.
  await backend.query(
    `create or replace function public.time_zone_offsets(moments timestamptz[]) returns json language sql as $$
      select json_object_agg(zone, array(select -420 from unnest(moments)))
      from unnest(array['America/Phoenix', 'America/Denver']) zone $$`,
  );
  await expect(check({} as never)).rejects.toThrow(/^They differ: America\/Denver from 20\d\d-\d\d-\d\d\./);
});
