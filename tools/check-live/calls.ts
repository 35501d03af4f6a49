/** Checks of the form's two calls: whether the browser lets them through, and whether the table takes requests. */
import { BUILD_INFO_PATH, type BuildInfo } from '../../src/publish/headers.ts';
import { URL_VARIABLE, production } from '../requests/back-end.ts';
import { connect } from '../../src/demo-request/database.ts';
import { toRow } from '../../src/demo-request/validation.ts';
import { completeRequest } from '../../tests/support/rows.ts';
import { CheckError, ask, assertCheck, reasonOf, type Check, type Visit } from './visit.ts';

/** Valid but for its phone number: refused by a check constraint, which comes after privileges, trigger and policy. */
const REFUSED_ROW = toRow({
  ...completeRequest,
  fullName: 'check:live',
  email: 'check-live@example.com',
  phoneNumber: 'not a phone number',
});

const CONSTRAINT = 'phone_number_is_formatted';
/** PostgREST's code for a violated check, and the embedded back end's for whatever the database refuses. */
const REFUSED_CODES = new Set(['23514', 'SUP']);
const INSUFFICIENT_PRIVILEGE = '42501';
/** PostgREST's and PostgreSQL's codes for an insert that names a column which the table does not have. */
const NO_SUCH_COLUMN_CODES = new Set(['PGRST204', '42703']);

const REACH_DATABASE =
  'Compare PUBLIC_SUPABASE_URL with the address in the Supabase dashboard, and see whether the project is paused.';
const MIGRATE = 'Apply the migrations: npx supabase link, then npx supabase db push.';

function buildOf({ build }: Visit): BuildInfo {
  assertCheck(
    build,
    `The site has no ${BUILD_INFO_PATH}, which says where requests are sent.`,
    'Publish the whole folder dist/ of a fresh npm run build.',
  );
  return build;
}

/** Inserts `REFUSED_ROW` as the form inserts its row; `send` may take the place of `fetch`. */
const insert = ({ supabaseUrl, supabaseKey }: BuildInfo, send = fetch) =>
  connect(supabaseUrl, supabaseKey, { fetch: send }).from('demo_requests').insert(REFUSED_ROW);

/** The request that the insert would send, without sending it. */
async function requestOfInsert(build: BuildInfo): Promise<Request> {
  const { promise, resolve } = Promise.withResolvers<Request>();
  await insert(build, async (input, init) => {
    resolve(new Request(input, init));
    return new Response(undefined, { status: 201 });
  });
  return promise;
}

/** Sends a preflight as a browser does before it posts from the site. Returns what the answer lacks, if anything. */
async function preflight(
  origin: string,
  url: string,
  headerNames: readonly string[],
): Promise<string | undefined> {
  const answer = await ask(url, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': headerNames.join(),
    },
  }).catch(reasonOf);
  if (typeof answer === 'string') return `does not answer (${answer})`;
  if (answer.status < 200 || answer.status > 299) return `answers OPTIONS with status ${answer.status}`;
  const allowed = answer.headers.get('access-control-allow-origin');
  if (allowed !== '*' && allowed !== origin)
    return `allows calls from ${allowed ?? 'no site'}, not from ${origin}`;
  const names = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/\s*,\s*/);
  // "*" covers every header but Authorization.
  const refused = headerNames.filter(
    (name) => !names.includes(name) && !(names.includes('*') && name !== 'authorization'),
  );
  return refused.length > 0 ? `does not allow the header ${refused.join(', ')}` : undefined;
}

const DAY_MS = 86_400_000;

/** Minutes from UTC at a moment in a zone, by the time zone data of Node.js. */
function offsetOf(zone: string, moment: string): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(new Date(moment))
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name ?? '') ?? [];
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}

export const CALL_CHECKS: Readonly<Record<string, Check>> = {
  'The policy of every page lets the form call its back end': (visit) => {
    const { supabaseUrl, webhookUrl } = buildOf(visit);
    const wanted = ["'self'", new URL(supabaseUrl).origin, new URL(webhookUrl).origin];
    for (const { path, text } of visit.pages) {
      const content = /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(text)?.[1];
      assertCheck(
        content,
        `${path} has no Content Security Policy.`,
        'Publish what npm run build made, unchanged.',
      );
      const [, sources = ''] = /(?:^|;)\s*connect-src ([^;]*)/.exec(content) ?? [];
      const listed = sources.trim().split(/\s+/);
      for (const source of wanted)
        assertCheck(
          listed.includes(source),
          `The policy of ${path} does not let the browser call ${source}: its connect-src is ${sources.trim() || 'missing'}.`,
          'Pages and their other files come from different builds. Build once with the whole environment, and publish all of dist/.',
        );
    }
  },

  'The browser may call the database': async (visit) => {
    const { url, headers } = await requestOfInsert(buildOf(visit));
    const names = [...headers.keys()].filter((name) => name !== 'accept').toSorted();
    const lack = await preflight(visit.origin, url, names);
    assertCheck(lack === undefined, `${new URL(url).origin} ${lack}.`, REACH_DATABASE);
  },

  'The browser may call the webhook': async (visit) => {
    const { webhookUrl } = buildOf(visit);
    const lack = await preflight(visit.origin, webhookUrl, ['content-type']);
    assertCheck(
      lack === undefined,
      `The webhook ${lack}.`,
      `Have ${new URL(webhookUrl).host} answer OPTIONS with status 204, Access-Control-Allow-Origin and Access-Control-Allow-Headers: Content-Type.`,
    );
  },

  'The table takes requests': async (visit) => {
    const { error, status } = await insert(buildOf(visit));
    if (error && REFUSED_CODES.has(error.code) && error.message.includes(CONSTRAINT)) return;
    const message = error?.message ? `: ${error.message}` : '';
    // supabase-js reports a request without an answer with status 0.
    if (status === 0) throw new CheckError(`The database does not answer${message}.`, REACH_DATABASE);
    if (status === 201)
      throw new CheckError(
        'A request without a phone number was stored.',
        `${MIGRATE} Then delete the row named check:live.`,
      );
    if (status === 429)
      throw new CheckError(
        'The database answers, but takes nothing more from this machine’s own address within the hour.',
        'Try again in an hour, or from another connection; visitors have limits of their own.',
      );
    if (error?.code === INSUFFICIENT_PRIVILEGE)
      throw new CheckError(`The public key may not write to the table${message}.`, MIGRATE);
    if (error && NO_SUCH_COLUMN_CODES.has(error.code))
      throw new CheckError(`The table lacks the column of a field of the form${message}.`, MIGRATE);
    if (status === 404) throw new CheckError(`The database has no table for requests${message}.`, MIGRATE);
    if (status === 401)
      throw new CheckError(
        `The database refuses the key that the site was built with${message}.`,
        'Put the publishable key of this project into PUBLIC_SUPABASE_ANON_KEY, and build and publish again.',
      );
    throw new CheckError(
      `The database answers with status ${status}${error?.code ? ` and code ${error.code}` : ''}${message}.`,
      `It should refuse the phone number alone. ${MIGRATE}`,
    );
  },

  'The database has the time zones of this machine for the next twelve months': async () => {
    const project = production(process.env);
    if (!project) return `${URL_VARIABLE} and its secret key are not set`;
    const now = Date.now();
    const moments = Array.from({ length: 366 }, (_, day) => new Date(now + day * DAY_MS).toISOString());
    const { data, error } = await connect(project.url, project.secretKey).rpc('time_zone_offsets', {
      moments,
    });
    assertCheck(!error, `The database does not tell: ${error?.message}.`, MIGRATE);
    const differences = Object.entries(data).flatMap(([zone, offsets]) => {
      const day = moments.findIndex((moment, n) => offsets[n] !== offsetOf(zone, moment));
      return day < 0 ? [] : [`${zone} from ${moments[day]!.slice(0, 10)}`];
    });
    assertCheck(
      differences.length === 0,
      `They differ: ${differences.join(', ')}. People there may be called an hour too early or too late.`,
      'Update the older of the two: Node.js here, or Postgres in the Supabase dashboard; until then, narrow private.calling_hours.',
    );
    return undefined;
  },
};
