import { defineConfig, devices } from '@playwright/test';
import { ADDRESSES } from './support/addresses.ts';
import { BROWSER_FLAGS } from './support/browser.ts';

const executablePath = process.env['CHROMIUM_PATH']; // Set by support/browser.ts, for the workers.

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.output/e2e',
  globalSetup: ['./support/browser.ts', './support/serve-site.ts'],
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // A test that fails in CI has a trace of its second run in the report: npx playwright show-report tests/.output/report.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [
    ['list'],
    ['html', { outputFolder: '.output/report', open: 'never' }],
    ...(process.env['GITHUB_ACTIONS'] ? [['github'] as const] : []),
  ],
  // These are twice and three times Playwright's defaults, for busy machines.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // On two cores, 49 tests took 78 s one at a time, 77 two at a time and 63 four at a time.
  workers: 4,
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    baseURL: ADDRESSES.site,
    trace: 'on-first-retry',
    // Reduced motion shows no splash; the tests of the splash and of animations ask for motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      // The headless shell's own hinting spaces letters in another way than a visitor's browser does.
      args: [...BROWSER_FLAGS, '--font-render-hinting=none'],
    },
  },
});
