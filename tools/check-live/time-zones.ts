import { ok as assert } from 'node:assert/strict';
import { URL_VARIABLE, connectProduction } from '../production.ts';
import { DAY_MS, type Check } from './visit.ts';

/** Minutes from UTC at a moment in a zone, by Node.js. It writes them as Swedish ones, almost ISO 8601: 2026-01-05 09:00:00. */
function offsetOf(zone: string, moment: string): number {
  const local = new Date(moment).toLocaleString('sv', { timeZone: zone });
  return Math.round((Date.parse(`${local}Z`) - Date.parse(moment)) / 60_000);
}

export const TIME_ZONE_CHECKS: Readonly<Record<string, Check>> = {
  'The database has the time zones of this machine for the next twelve months': {
    remedy:
      'Update the older of the two: Node.js here, or Postgres in the Supabase dashboard; until then, narrow private.calling_hours.',
    async check() {
      const project = connectProduction();
      if (!project) return `${URL_VARIABLE} and its secret key are not set`;
      const days = Array.from({ length: 366 }, (_, day) => new Date(Date.now() + day * DAY_MS));
      const moments = days.map((day) => day.toISOString());
      const { data } = await project.client.rpc('time_zone_offsets', { moments }).throwOnError();
      const differences: string[] = [];
      for (const [zone, offsets] of Object.entries(data)) {
        const since = moments.find((moment, index) => offsets[index] !== offsetOf(zone, moment));
        if (since) differences.push(`${zone} from ${since.slice(0, 10)}`);
      }
      const said = `They differ: ${differences.join(', ')}. People there may be called an hour too early or too late.`;
      assert(differences.length === 0, said);
      return undefined;
    },
  },
};
