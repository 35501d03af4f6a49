import { ok as assert } from 'node:assert/strict';
import { connect } from '../../src/demo-request/database.ts';
import { ofEachField, textField } from '../../src/demo-request/fields.ts';
import { toRow } from '../../src/demo-request/validation.ts';
import { URL_VARIABLE, connectProduction } from '../production.ts';
import { ANSWER_TIMEOUT_MS, ask, type Check, type Visit } from './visit.ts';

/** PostgreSQL's code where a check constraint refuses a row. */
const CHECK_VIOLATION = '23514';

/** A row that is valid but for its phone number: a check constraint refuses it, after privileges, trigger and policy have passed it. */
const REFUSED_ROW = toRow({
  ...ofEachField((name) => (textField(name).isNumber ? '1' : 'check:live-site')),
  email: 'check-live@example.com',
  phoneNumber: 'not a phone number',
  acceptedTerms: true,
});

/** Sends a CORS preflight, as a browser does before it posts with these headers. Throws what the answer lacks. */
async function preflight({ origin }: Visit, url: string, headerNames: readonly string[]): Promise<void> {
  const { host } = new URL(url);
  const { status, header } = await ask(url, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': headerNames.toSorted().join(),
    },
  });
  const meaning =
    status === 503 ? ', as the function demo-calls does when one of its secrets is missing or wrong' : '';
  assert(status >= 200 && status <= 299, `${host} answers OPTIONS with status ${status}${meaning}.`);
  const allowed = header('access-control-allow-origin');
  assert(allowed === '*' || allowed === origin, `${host} allows calls from ${allowed || 'no site'}.`);
  const names = header('access-control-allow-headers')
    .toLowerCase()
    .split(/\s*,\s*/);
  for (const name of headerNames) {
    // "*" covers every header but Authorization.
    const isAllowed = names.includes(name) || (names.includes('*') && name !== 'authorization');
    assert(isAllowed, `${host} does not allow the header ${name}.`);
  }
}

/** What the answer to the insert means, by its code (of PostgREST or PostgreSQL) or its status; 0 is no answer. */
const MEANINGS: Readonly<Record<string, string>> = {
  0: 'The database does not answer',
  201: 'A request without a phone number was stored: delete the row named check:live-site',
  401: 'The database refuses the key that the site was built with',
  405: 'The database is read-only: it is full, or is being restored',
  429: 'The database takes nothing more from this machine’s own address within the hour, which proves nothing about the site: try again later',
  25006: 'The database is read-only: it is full, or is being restored',
  '42P01': 'The database has no table for requests',
  42501: 'The public key may not write to the table',
  42703: 'The table lacks the column of a field of the form',
  PGRST002:
    'The Data API cannot read the database: it is switched off, or exposes a schema that is not there',
  PGRST106: 'The Data API is switched off, or does not expose the schema public',
  PGRST204: 'The table lacks the column of a field of the form',
  PGRST205: 'The database has no table for requests',
};

export const CALL_CHECKS: Readonly<Record<string, Check>> = {
  'The database takes requests from the site': {
    remedy:
      'Apply the migrations: npx supabase@3 link, then npx supabase@3 db push --remote. Compare PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_ANON_KEY with the Supabase dashboard, and see there whether the project is paused, and whether its Data API is switched on and exposes the schema public.',
    async check(visit) {
      const { supabaseUrl, supabaseKey } = visit.build;
      // The request that supabase-js sends, whose headers the preflight has to ask for.
      let sent = new Request(supabaseUrl);
      // The status of the answer itself: supabase-js reports an empty 404 as 204.
      let status = 0;
      const client = connect(supabaseUrl, supabaseKey, {
        async fetch(...request) {
          sent = new Request(...request);
          const response = await fetch(sent.clone(), { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
          ({ status } = response);
          return response;
        },
      });
      const { error } = await client.from('demo_requests').insert(REFUSED_ROW);
      // An error that is not the database's may have neither code nor message.
      const { code = '', message = '' } = error ?? {};
      // The embedded back end wraps the code; its message names the constraint.
      if (code !== CHECK_VIOLATION && !message.includes('phone_number_is_formatted')) {
        const meaning = MEANINGS[code] ?? MEANINGS[status] ?? `The database answers with ${status}`;
        // A gateway may answer with a page of HTML, which is not shown.
        const detail = message === '' || message.startsWith('<') ? '' : `: ${message}`;
        throw new Error(`${meaning}${detail}.`);
      }
      // A browser does not ask for `accept`, which CORS allows by itself.
      const names = [...sent.headers.keys()].filter((name) => name !== 'accept');
      await preflight(visit, sent.url, names);
    },
  },
  'The database knows the words of the consent': {
    remedy:
      'Apply the migrations, that of npm run consent as well: npx supabase@3 db push --remote. Who has agreed to these words until then has to send the form again.',
    async check({ build }) {
      const project = connectProduction();
      if (!project) return `${URL_VARIABLE} and its secret key are not set`;
      const version = build.consentVersion;
      const { data } = await project.client.rpc('is_consent_registered', { version }).throwOnError();
      assert(data, 'They are not registered: nobody who agrees to them is called.');
      return undefined;
    },
  },
  'The browser may call the webhook': {
    remedy:
      'Have it answer OPTIONS with status 204, Access-Control-Allow-Origin and Access-Control-Allow-Headers: Content-Type. Of the function demo-calls: with 503, its log says which secret is missing or wrong; it allows the site of its secret SITE_URL; 404 means that it is not deployed to the project of this address.',
    check: (visit) => preflight(visit, visit.build.webhookUrl, ['content-type']),
  },
};
