import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Long enough for PGlite, which compiles Postgres on its first start, and for a first download of Wrangler. */
const LONG_TIMEOUTS = { testTimeout: 200_000, hookTimeout: 120_000 };

/** For tests of the built site, as in playwright.config.ts: its server, and timeouts for busy machines. */
const WITH_BROWSER = {
  globalSetup: 'tests/support/serve-site.ts',
  // On a busy machine, a driver sometimes cannot connect to its browser, and Orca can miss an event.
  retry: process.env['CI'] ? 1 : 0,
  expect: { poll: { timeout: 20_000 } },
  ...LONG_TIMEOUTS,
};

/** The tests in the folder of that name. */
const project = (name: string, options: object = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/*.test.ts`], ...options },
});

export default defineConfig({
  root,
  // `astro:content` exists only inside Astro; this module of Astro's has its `defineCollection`.
  resolve: { alias: { '@': `${root}src`, 'astro:content': 'astro/content/config' } },
  test: {
    reporters: [
      'default',
      'tests/support/skipped.ts',
      ['json', { outputFile: 'tests/.output/results.json' }],
    ],
    // Two also on one core: these tests mostly wait for a database, a build or a server.
    maxWorkers: 2,
    projects: [
      project('unit'),
      project('database', LONG_TIMEOUTS),
      project('tools', LONG_TIMEOUTS),
      project('engines', WITH_BROWSER),
      project('screen-reader', { ...WITH_BROWSER, testTimeout: 300_000 }), // Orca speaks at its own pace.
      project('hosts', LONG_TIMEOUTS),
    ],
  },
});
