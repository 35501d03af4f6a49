/**
 * `npm run test:engines`: the main journeys on Chromium, Firefox and WebKit. An engine that cannot be started
 * on this machine is listed at the end, and an error where `CI` is set.
 */
import serveBuiltSite from '../support/serve-site.ts';
import { report as reportSkipped } from '../support/skipped.ts';
import type { Engine, Tab } from './engine.ts';
import { ENGINES } from './find.ts';
import { JOURNEYS } from './journeys.ts';

const seconds = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** The journeys that failed. */
async function runJourneys(engine: Engine): Promise<string[]> {
  const failed: string[] = [];
  for (const [name, journey] of Object.entries(JOURNEYS)) {
    const start = performance.now();
    let tab: Tab | undefined;
    try {
      tab = await engine.open();
      await journey(tab);
      console.log(`  ✓ A visitor ${name} (${seconds(start)})`);
    } catch (error) {
      failed.push(`${engine.name}: ${name}`);
      console.log(`  ✘ A visitor ${name} (${seconds(start)})\n`, error);
    } finally {
      await tab?.close().catch(() => {});
    }
  }
  return failed;
}

const failed: string[] = [];
const skipped: string[] = [];
const stop = await serveBuiltSite();
try {
  for (const [name, start] of Object.entries(ENGINES)) {
    console.log(`\n▶ ${name}`);
    const engine = await start().catch((error: unknown) => console.error(error));
    if (!engine) {
      skipped.push(name);
      continue;
    }
    console.log(`  ${engine.name}`);
    failed.push(...(await runJourneys(engine)));
    await engine.close();
  }
} finally {
  await stop();
}

for (const name of failed) console.log(`✘ ${name}`);
const isRefused = reportSkipped('engines', skipped);
// Where no engine starts nothing was tested, and nothing holds.
const tested = Object.keys(ENGINES).length - skipped.length;
const holds = failed.length === 0 && tested > 0 && !isRefused;
if (holds) console.log(`✔ The journeys hold in ${tested} of ${tested + skipped.length} engines.`);
process.exit(holds ? 0 : 1);
