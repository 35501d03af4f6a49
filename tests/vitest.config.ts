import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** PGlite compiles Postgres on its first start, which takes a while on a small machine. */
const WITH_DATABASE = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  root,
  // Outside of Astro, `defineCollection` comes from where Astro itself has it.
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
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/database/**/*.test.ts'],
          ...WITH_DATABASE,
        },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          include: ['tests/tools/*.test.ts'],
          ...WITH_DATABASE,
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          include: ['tests/engines/*.test.ts'],
          globalSetup: 'tests/support/serve-site.ts',
          // On a busy machine, the driver of Firefox or WebKit sometimes cannot connect to its browser.
          retry: process.env['CI'] ? 1 : 0,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'screen-reader',
          include: ['tests/screen-reader/*.test.ts'],
          globalSetup: 'tests/support/serve-site.ts',
          // Orca can miss an event of the accessibility bus on a busy machine.
          retry: process.env['CI'] ? 1 : 0,
          testTimeout: 300_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'hosts',
          include: ['tests/hosts/*.test.ts'],
          // Long enough for the first download of Wrangler.
          testTimeout: 200_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
