// @ts-check
import { basename } from 'node:path';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig } from 'astro/config';
import { consentErrors } from './src/publish/consent.ts';
import {
  environmentErrors,
  environmentSchema,
  environmentWarnings,
  folderError,
  readEnvironment,
} from './src/publish/environment.ts';
import { hostFiles } from './src/publish/headers.ts';

const environment = readEnvironment(process.cwd());
// What is set here, Astro takes in place of what it reads in the .env files itself.
for (const name of Object.keys(environmentSchema))
  if (environment[name]) process.env[name] ??= environment[name];

/** Empty in development and type checks, which need no variables. */
const site = environment.SITE_URL ?? '';

/** Origins of the database and the webhook, which the form's script calls: for `connect-src`. */
const callOrigins = [environment.PUBLIC_SUPABASE_URL, environment.PUBLIC_DEMO_WEBHOOK_URL].flatMap(
  (address) => URL.parse(address ?? '')?.origin ?? [],
);

/** @param {string[]} errors */
function stopOn(errors) {
  if (errors.length === 0) return;
  // Not thrown: Astro shows an error of its configuration as unhandled, with a stack trace.
  console.error(errors.join('\n'));
  process.exit(1);
}

// Set by `npm start` and the tests, whose builds are not published. Not read from .env, where it would stay set.
const isLocal = Boolean(process.env.LOCAL_BUILD);

/** Adds `client:hydrate`, and stops a build that must not be published. */
const siteIntegration = {
  name: 'site',
  hooks: {
    /** @type {NonNullable<import('astro').AstroIntegration['hooks']['astro:config:setup']>} */
    'astro:config:setup': ({ command, addClientDirective }) => {
      addClientDirective({ name: 'hydrate', entrypoint: './src/lib/hydrate.ts' });
      // Before Astro's own checks, whose messages name no variable.
      const error = folderError(process.cwd());
      if (error) stopOn([error]);
      if (command !== 'build') return;
      const errors = environmentErrors(environment).map((line) => `  - ${line}`);
      const advice =
        'The variables stand where you build, or in a file named .env (see .env.example). To try the site on your own machine, run npm start: it needs none of them.';
      if (errors.length > 0) stopOn(['The site cannot be built with this environment:', ...errors, advice]);
      if (!isLocal) for (const warning of environmentWarnings(environment)) console.warn(warning);
    },
    // Once Astro has validated the content, so that what is wrong with its fields is said first.
    'astro:build:start': () => {
      if (!isLocal) stopOn(consentErrors());
    },
  },
};

export default defineConfig({
  // `:where()` leaves a selector the specificity that it has in its file.
  scopedStyleStrategy: 'where',
  site: URL.canParse(site) ? site : 'http://localhost:4321',
  trailingSlash: 'never',
  // A page is one file with its styles in it: hosts serve it without a redirect, and its first paint waits for no other.
  build: { format: 'file', inlineStylesheets: 'always' },
  // It would lie over the pages in `npm run edit`, whose readers have no use for it.
  devToolbar: { enabled: false },
  integrations: [siteIntegration, react(), sitemap(), hostFiles(environment)],
  // No code is shown anywhere, and Astro warns that its highlighter's styles do not agree with the policy below.
  markdown: { syntaxHighlight: false },
  vite: {
    // The development server hands out any file of the project but these: Vite's own list, and the folder in which the
    // local back end (`npm start`) keeps its key and the requests.
    server: { fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', '**/supabase/.temp/**'] } },
    // For `@use 'tools'` in a component.
    css: {
      preprocessorOptions: { scss: { loadPaths: ['src/styles'] } },
      // By their files, whose names compress better than hashes.
      modules: { generateScopedName: (name, file) => `${name}_${basename(file, '.module.scss')}` },
    },
  },
  env: { schema: environmentSchema },
  security: {
    csp: {
      directives: [
        "default-src 'none'",
        "base-uri 'none'",
        // Only the form's script sends: a native submit would post what was typed to the host of the page.
        "form-action 'none'",
        "font-src 'self'",
        "img-src 'self'",
        "manifest-src 'self'",
        `connect-src ${[...new Set(["'self'", ...callOrigins])].join(' ')}`,
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ],
    },
  },
});
