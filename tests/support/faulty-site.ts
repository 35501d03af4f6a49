import { devices } from '@playwright/test';
import { Gateway, userAgentOf } from './gateway.ts';
import { test as base } from './site.ts';

/** Tests whose browser has the gateway's faults for itself. */
export const test = base.extend<{ gateway: Gateway }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures needed from this pattern
  userAgent: async ({}, provide, { testId, retry }) => {
    await provide(userAgentOf(`${testId}-${retry}`, devices['Desktop Chrome'].userAgent));
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  gateway: async ({}, provide, { testId, retry }) => {
    await provide(new Gateway(`${testId}-${retry}`));
  },
});
