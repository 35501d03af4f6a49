/**
 * The automation that places the calls, as an Edge Function of Supabase. Any POST wakes it, whoever sends it: nothing in its
 * body is believed, as the database says whom to call. How to deploy it: docs/make-it-yours.md.
 */
import { createAutomation, SYSTEM_CLOCK, type Call } from './automation.ts';
import { connect } from './database.ts';
import { dial } from './dial.ts';

/** Part of Supabase's runtime, which ends an isolate only after the promise that `waitUntil` was given, or at the plan's limit. */
const { EdgeRuntime } = globalThis as {
  EdgeRuntime?: { waitUntil(work: Promise<unknown>): void };
};

/** A call that is never sent: it shows whether the request to the voice provider can be made of the settings. */
const EXAMPLE: Call = {
  call_id: '00000000-0000-4000-8000-000000000001',
  request_id: '00000000-0000-4000-8000-000000000002',
  phone_number: '+14155550100',
  full_name: 'Example',
  email: 'example@example.com',
  company_name: 'Example',
  industry: 'Example',
};

/** Throws when a setting is missing or wrong. */
function prepare() {
  const settings = Deno.env.toObject();
  const { SITE_URL = '' } = settings;
  if (!/^https?:/.test(SITE_URL)) throw new Error('SITE_URL is not set to the address of the site.');
  dial(EXAMPLE, settings);
  const wake = createAutomation({
    ask: connect(settings),
    dial: (call, signal) => fetch(dial(call, settings), { signal }),
    log: (line) => console.log(line),
    clock: SYSTEM_CLOCK,
  });
  const headers = {
    'Access-Control-Allow-Origin': new URL(SITE_URL).origin,
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': 'Content-Type',
  };
  return { wake, headers };
}

let prepared: ReturnType<typeof prepare> | undefined;
let fault = '';
try {
  prepared = prepare();
} catch (error) {
  // What JavaScript itself throws may quote a key.
  fault = String(error).replace(/".*/s, '…');
}

Deno.serve((request) => {
  if (!prepared) {
    console.error(`Nobody is dialed. ${fault}`);
    return new Response(null, { status: 503 });
  }
  const { wake, headers } = prepared;
  if (request.method === 'POST') {
    const work = wake();
    EdgeRuntime?.waitUntil(work);
  } else if (request.method !== 'OPTIONS') return new Response(null, { status: 405, headers });
  return new Response(null, { status: 204, headers });
});
