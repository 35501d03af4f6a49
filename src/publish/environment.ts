/** The variables of a production build, and what is wrong with their values. */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { envField } from 'astro/config';
import { isLoopback } from './loopback.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const webAddress = { access: 'public', url: true } as const;

/** The only list of the variables, as Astro's `env.schema`: which there are, and which the client gets. */
export const environmentSchema = {
  PUBLIC_SUPABASE_URL: envField.string({ context: 'client', ...webAddress }),
  PUBLIC_SUPABASE_ANON_KEY: envField.string({ context: 'client', access: 'public' }),
  PUBLIC_DEMO_WEBHOOK_URL: envField.string({ context: 'client', ...webAddress }),
  SITE_URL: envField.string({ context: 'server', ...webAddress }),
};

type Variable = keyof typeof environmentSchema;

const EXPECTED_VALUE: Readonly<Record<Variable, string>> = {
  PUBLIC_SUPABASE_URL:
    'the address of the Supabase project, for example https://abcdefgh.supabase.co (Supabase dashboard, Project Settings, Data API)',
  PUBLIC_SUPABASE_ANON_KEY:
    "the project's publishable key, sb_publishable_…, or its legacy anon key (Supabase dashboard, Project Settings, API Keys)",
  PUBLIC_DEMO_WEBHOOK_URL:
    'the https address of the automation that places the demo call, for example https://hooks.example.com/demo',
  SITE_URL: 'the public address of this site, for example https://www.example.com',
};

/** Host and path of dashboards' addresses, which are easily copied by mistake. */
const DASHBOARDS = [
  /^((www|app)\.)?(supabase|zapier)\.com\//,
  /^(dash\.cloudflare|app\.netlify|vercel)\.com\//,
  /^(\w+\.)?make\.com\/.*\/scenarios?\//,
  // That of n8n, which runs on any host.
  /^[^/]+\/workflow\//,
];

/** A placeholder copied from a guide instead of a key. */
const PLACEHOLDER_KEY = /^sb_publishable_([^\w-]|x+$|your|example|placeholder|key$)/i;

/** What a URL may not have after its host. Supabase may be under a path, the site may not. n8n's test address works once. */
const REFUSED_PATHS: Readonly<Partial<Record<Variable, { pattern: RegExp; reason: string }>>> = {
  PUBLIC_SUPABASE_URL: {
    pattern: /\/v1(\/|$)|[?#]/,
    reason: 'must be the address alone, without /rest/v1 or a query',
  },
  PUBLIC_DEMO_WEBHOOK_URL: {
    pattern: /\/webhook-test\/|\/rest\/v1\//,
    reason: 'is a test address or a table, not the address of an active webhook',
  },
  SITE_URL: { pattern: /[^/]/, reason: 'must stop after the host name' },
};

/** A host name from an example, which nobody has replaced. */
const PLACEHOLDER_HOST = /(^|\.)(your-?(project|site|domain|app|company|ref)\b|x{3,}\.)/;

/** What was copied with a value from a list or from code. */
const PUNCTUATION = /^["'“]|["'”,;]$/;

function addressError(name: Variable, address: string): string | undefined {
  if (!URL.canParse(address)) return 'is not a complete web address';
  if (/^https?:\/\/https?:/.test(address)) return 'begins with https:// twice';
  const { protocol, username, password, hostname, pathname, search, hash } = new URL(address);
  if (!/^https?:$/.test(protocol)) return 'must begin with https://';
  if (username || password) return 'must not carry a user name or password: visitors could read it';
  if (protocol === 'http:' && !isLoopback(address))
    return 'must begin with https:// (http:// is for your own machine alone)';
  if (DASHBOARDS.some((dashboard) => dashboard.test(hostname + pathname)))
    return 'is an address of the dashboard, which only you can open';
  if (PLACEHOLDER_HOST.test(hostname)) return 'is only the placeholder of an address';
  const refused = REFUSED_PATHS[name];
  if (refused?.pattern.test(pathname + search + hash)) return refused.reason;
  return undefined;
}

/** The `role` claim of a JWT, or undefined for anything that is not one. The server verifies the signature. */
function roleClaim(token: string): unknown {
  const [, claims = '', signature] = token.split('.');
  if (!signature) return undefined;
  try {
    return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')).role;
  } catch {
    return undefined;
  }
}

/** Whether a value that is published holds a key that only the owner may have: in an address, for one. */
function holdsSecret(value: string): boolean {
  // `decodeURIComponent` would throw where the bytes are no UTF-8; keys are ASCII.
  const text = value.replace(/%([0-9a-f]{2})/gi, (_, byte) => String.fromCharCode(parseInt(byte, 16)));
  const tokens = text.match(/[\w-]+\.[\w-]+\.[\w-]+/g) ?? [];
  return text.includes('sb_secret_') || tokens.some((token) => roleClaim(token) === 'service_role');
}

function keyError(key: string): string | undefined {
  if (PLACEHOLDER_KEY.test(key)) return 'is only the placeholder of a key';
  if (/^sb_publishable_[\w-]+$/.test(key)) return undefined;
  // Anything else in it would be an ellipsis of the dashboard's or an invisible character, and no browser could send that.
  const isToken = /^[\w-]+(\.[\w-]+){2}$/.test(key);
  const role = isToken ? roleClaim(key) : undefined;
  if (role === 'anon') return undefined;
  if (role === undefined) return 'is not a key that Supabase gives out';
  return `is a key for the role ${JSON.stringify(role)}, and every visitor could read it; only the anonymous role belongs here`;
}

function errorOf(name: Variable, value: string): string | undefined {
  if (value.trim() === '') return 'is not set';
  if (value !== value.trim()) return 'begins or ends with white space';
  if (PUNCTUATION.test(value)) return 'begins or ends with a quotation mark, a comma or a semicolon';
  if (holdsSecret(value))
    return 'holds a secret key, and every visitor could read it. Withdraw that key if it was ever published';
  return name === 'PUBLIC_SUPABASE_ANON_KEY' ? keyError(value) : addressError(name, value);
}

/**
 * What is wrong with a production environment: one sentence per variable that is missing or wrong, naming the
 * variable and what to put there. Empty without errors. Never contains keys or addresses, because logs may be public.
 */
export function environmentErrors(environment: Environment): string[] {
  const errors: string[] = [];
  for (const name of Object.keys(environmentSchema) as Variable[]) {
    const error = errorOf(name, environment[name] ?? '');
    if (error !== undefined) errors.push(`${name} ${error}. Put there ${EXPECTED_VALUE[name]}.`);
  }
  // Vite takes NODE_ENV from the shell, and it decides which build of React is published.
  const mode = environment['NODE_ENV'] || 'production';
  if (mode !== 'production')
    errors.push(`NODE_ENV is ${mode}, for which React is twice as large and slower. Do not set it.`);
  return errors;
}

/** The `.env` files of a production build; what a later one says wins, as with Vite. */
const ENVIRONMENT_FILES = ['.env', '.env.local', '.env.production', '.env.production.local'];

/**
 * The environment of a production build: from the shell, or else from the `.env` files in `folder`. Vite would take a $ in a
 * value for another variable's name, unless it is written \$, and a byte order mark for a part of the first name.
 */
export function readEnvironment(folder: string): Environment {
  const environment: Record<string, string | undefined> = {};
  for (const name of ENVIRONMENT_FILES) {
    const file = join(folder, name);
    if (!existsSync(file)) continue;
    const text = decode(readFileSync(file));
    Object.assign(environment, parseEnv(text.replaceAll('\\$', '$')));
  }
  return Object.assign(environment, process.env);
}

/** The text of a file in UTF-8, or in UTF-16, as some editors of Windows save it: that begins with a byte order mark. */
function decode(bytes: Buffer): string {
  const encodings: Readonly<Record<number, string>> = { 0xff: 'utf-16le', 0xfe: 'utf-16be' };
  return new TextDecoder(encodings[bytes[0] ?? 0] ?? 'utf-8').decode(bytes);
}

/** What is wrong with the folder of the project, in which every command of Astro writes: one sentence. */
export function folderError(folder: string): string | undefined {
  if (/[#?]/.test(folder))
    return `The path ${folder} has a # or ?, after which Vite reads no further. Move the project, or rename the folder.`;
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    return `The folder ${folder} cannot be written, and a build writes into it. Make it yours, or copy it to where you may write.`;
  }
}

/** One sentence per variable that has a loopback URL, which works on this machine only. */
export const environmentWarnings = (environment: Environment): string[] =>
  Object.keys(environmentSchema)
    .filter((name) => isLoopback(environment[name] ?? ''))
    .map((name) => `${name} leads to this machine: a published site could not use it.`);
