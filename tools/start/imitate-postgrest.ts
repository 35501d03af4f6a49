import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';

const CHECK_VIOLATION = '23514';

type Connection = Awaited<ReturnType<(typeof import('@supabase/lite/pglite'))['createPgliteConnection']>>;

/**
 * Has @supabase/lite answer as PostgREST does, where it does not by itself
 * (https://github.com/supabase-community/lite/blob/HEAD/STATUS.md). Each request has to be answered within `run` of the
 * returned store, which tells the database about the request.
 */
export function imitatePostgrest(connection: Connection) {
  // @supabase/lite then takes row level security for set up: otherwise it grants every role everything that migrations revoke.
  Object.assign(connection, { rlsState: 'active' });
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const reason = normalize(error);
    if (!(reason instanceof Error)) return reason;
    // @supabase/lite would log database errors with the visitor's name and number: only the reason is logged.
    const printed = { [inspect.custom]: () => `The database refused: ${reason.message}` };
    if ((reason as { code?: string }).code !== CHECK_VIOLATION) return Object.assign(reason, printed);
    // The answer then has status 400, not 500: this is how PostgREST lets a database function set the status.
    return Object.assign(reason, printed, {
      code: 'PGRST',
      message: JSON.stringify({ code: CHECK_VIOLATION, message: reason.message }),
      detail: JSON.stringify({ status: 400, headers: {} }),
    });
  };

  // PostgREST passes every request's headers to the database
  // (https://docs.postgrest.org/en/v12/references/transactions.html); @supabase/lite 0.10.0 does so for functions alone.
  const requests = new AsyncLocalStorage<Request>();
  const withContext = connection.withContext.bind(connection);
  let turn: Promise<unknown> = Promise.resolve();
  connection.withContext = (context, work, options) => {
    const request = requests.getStore();
    if (!request || options?.transaction) return withContext(context, work, options);
    const { method, url, headers } = request;
    const rpc = { method, path: url, readOnly: false, requestHeaders: Object.fromEntries(headers) };
    // Requests go one after the other: PGlite has one session, in which the statements of two transactions would mix.
    const result = turn.then(() => withContext(context, work, { ...options, rpc: options?.rpc ?? rpc }));
    turn = result.catch(() => {});
    return result;
  };
  return requests;
}
