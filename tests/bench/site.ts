/**
 * `npm run bench`: how fast the site is beside its floor, bare pages with the same words from the same server in the
 * same run. Prints a report and writes it to `tests/.output/bench/`.
 *
 * `--runs` is how often each page is measured (3; the median counts). `--pages`, `--devices` and `--throttlings` narrow
 * it down: `--pages=/,/request-demo --devices=phone --throttlings=real`. `--only` is `speed`, `interactions` or
 * `hovered`.
 * Everything takes about 40 minutes on two cores; a busy machine shows in the spread. CHROMIUM_PATH names another browser.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launch } from 'puppeteer-core';
import { BROWSER_FLAGS, findBrowser } from '../support/browser.ts';
import { PATHS } from '../support/words.ts';
import { certify, floorOf, hostSite, trust } from './hosting.ts';
import { INTERACTIONS, interact } from './interactions.ts';
import { DEVICES, THROTTLINGS, measure } from './lighthouse.ts';
import { KINDS, report, type Findings, type Sample, type TriedInteraction } from './report.ts';
import { openSecondPage, type SecondPage } from '../support/second-page.ts';

const { values: flags } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    pages: { type: 'string', default: PATHS.join() },
    devices: { type: 'string', default: DEVICES.join() },
    throttlings: { type: 'string', default: THROTTLINGS.join() },
    only: { type: 'string' },
    port: { type: 'string', default: '4600' },
  },
});

const among = <Name extends string>(names: readonly Name[], chosen: string) =>
  names.filter((name) => chosen.split(',').includes(name));
const pages = among(PATHS, flags.pages);
const devices = among(DEVICES, flags.devices);
const throttlings = among(THROTTLINGS, flags.throttlings);
const runs = Array.from({ length: Number(flags.runs) }, (_, run) => run);
const wants = (part: string) => flags.only === undefined || flags.only === part;

const executablePath = findBrowser();
const certificate = await certify();
const browser = await launch({
  executablePath,
  args: [
    ...BROWSER_FLAGS,
    trust(certificate),
    // A headless browser has no mouse otherwise, and nothing would wake for one.
    '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  ],
});
const site = await hostSite(browser, Number(flags.port), certificate);

/** Site and floor take turns, so that a busy minute of the machine falls on both. */
async function measureSpeed(): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const run of runs)
    for (const path of pages)
      for (const device of devices)
        for (const throttling of throttlings)
          for (const kind of KINDS) {
            const measured = await measure(browser, {
              url: site.url + (kind === 'floor' ? floorOf(path) : path),
              device,
              throttling,
              speedOnly: kind !== 'site' || throttling === 'real',
              splashSeen: kind === 'splash seen',
            });
            samples.push({ path, device, throttling, kind, measured });
            console.log(
              `run ${run + 1}  ${path}  ${device}  ${throttling}  ${kind}: ${measured.scores.join('/')}, LCP ${Math.round(measured.lcp)} ms`,
            );
          }
  return samples;
}

async function tryInteractions(): Promise<TriedInteraction[]> {
  const tried: TriedInteraction[] = [];
  for (const interaction of INTERACTIONS)
    for (const device of devices) {
      const latencies: number[] = [];
      for (const _ of runs) latencies.push(await interact(browser, site.url, interaction, device));
      tried.push({ name: interaction.name, device, latencies });
      console.log(`${interaction.name}, ${device}`);
    }
  return tried;
}

/** Ten visitors who hover a link for a moment and then open it. */
async function openHovered(path: string): Promise<SecondPage[]> {
  const opened: SecondPage[] = [];
  for (let visit = 0; visit < 10; visit++)
    opened.push(await openSecondPage(path, site.dir, ['/inbound-voice-agents', '/support-packages']));
  return opened;
}

try {
  const before = loadavg()[0] ?? Number.NaN;
  const findings: Findings = {
    samples: wants('speed') ? await measureSpeed() : [],
    tried: wants('interactions') ? await tryInteractions() : [],
    hovered: wants('hovered') ? await openHovered(executablePath) : [],
    machine: `${await browser.version()}, Node ${process.versions.node}, ${availableParallelism()} processors; load average ${before.toFixed(1)} before and ${loadavg()[0]?.toFixed(1)} after. Above 1 for each processor, blocked time says more about the machine than about the site.`,
  };
  const text = report(findings);
  console.log(`\n${text}\n`);

  const folder = fileURLToPath(new URL('../.output/bench/', import.meta.url));
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}report.md`, `${text}\n`);
} finally {
  await browser.close();
  await site.close();
}
