import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What tests of the built site need, as in playwright.config.ts. */
const WITH_BROWSER = {
  globalSetup: 'tests/support/serve-site.ts',
  // On a busy machine, a driver sometimes cannot connect to its browser, and Orca can miss an event.
  retry: process.env['CI'] ? 1 : 0,
};

const project = (name: string, options: object = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/*.test.ts`], ...options },
});

export default defineConfig({
  root,
  // `astro:content` exists only inside Astro; this module of Astro's has its `defineCollection`.
  resolve: { alias: { '@': `${root}src`, 'astro:content': 'astro/content/config' } },
  test: {
    // The second marks failed tests in the changes of a pull request.
    reporters: [
      'default',
      ...(process.env['GITHUB_ACTIONS'] ? ['github-actions'] : []),
      'tests/support/skipped.ts',
    ],
    // Two workers run also on one core: these tests mostly wait for a database, a build or a server.
    maxWorkers: 2,
    // Each test begins without what the one before has replaced.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Long enough for a busy machine: builds, PGlite's first start, a first download of Wrangler, Orca's own pace.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      project('unit'),
      project('database'),
      project('tools'),
      project('engines', WITH_BROWSER),
      project('screen-reader', WITH_BROWSER),
      project('hosts'),
    ],
  },
});
