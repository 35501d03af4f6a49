/** Lighthouse, by its own command line: each visit in a fresh browser. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Result } from 'lighthouse';
import { BROWSER_FLAGS } from '../../tests/support/browser.ts';

const COMMAND = 'node_modules/lighthouse/cli/index.js';

/** Simulated throttling computes what a slow network and processor would have done; real throttling slows both. */
export const PROFILES = {
  'phone, simulated': [],
  'phone, real': ['--throttling-method=devtools'],
  'desktop, simulated': ['--preset=desktop'],
} as const;

export type Profile = keyof typeof PROFILES;

export interface Measurement {
  /** Performance, accessibility, best practices and SEO, 0 to 100. */
  readonly scores: readonly number[];
  /** Largest paint and blocked time, in milliseconds. */
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  readonly bytes: number;
}

/** On a busy machine Lighthouse now and then misses the beginning of a visit, and asks to be run again. */
const MOST_TRIES = 3;

/** Visits a page and measures it. Rejects when Lighthouse cannot. */
export async function measure(chromium: string, url: string, profile: Profile): Promise<Measurement> {
  for (let tries = 1; ; tries++) {
    try {
      return await visit(chromium, url, profile);
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
    }
  }
}

async function visit(chromium: string, url: string, profile: Profile): Promise<Measurement> {
  const flags = [
    '--output=json',
    '--quiet',
    '--disable-full-page-screenshot',
    `--chrome-flags=${['--headless=new', ...BROWSER_FLAGS].join(' ')}`,
    ...PROFILES[profile],
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, url, ...flags], {
    env: { ...process.env, CHROME_PATH: chromium },
    maxBuffer: 64 * 1024 * 1024,
  });
  const { audits, categories } = JSON.parse(stdout) as Result;
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return {
    scores: Object.values(categories).map(({ score }) => Math.round((score ?? 0) * 100)),
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    bytes: figure('total-byte-weight'),
  };
}
