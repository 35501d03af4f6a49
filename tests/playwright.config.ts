import { defineConfig, devices } from '@playwright/test';
import { ADDRESSES } from './support/addresses.ts';

const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.output/e2e',
  globalSetup: './support/serve-site.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [
    ['list'],
    ['./support/fault-report.ts'],
    ['html', { outputFolder: '.output/report', open: 'never' }],
  ],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 2,
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    baseURL: ADDRESSES.site,
    // Most journeys start after the splash; its own tests ask for motion.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Chromium refuses its own sandbox to root, as in a container.
        ...(process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : []),
      ],
    },
  },
});
