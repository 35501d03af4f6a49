/**
 * `npm run test:ear`: the journeys of `journeys/`, heard through Orca. `npm run test:ear -- -u` writes down what is heard
 * instead of comparing it, for a person to read before it is kept; `-t form` takes the journeys whose names contain `form`.
 */
import { spawnSync } from 'node:child_process';
import { chromium as launcher, type Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_FLAGS, findBrowser, which } from '../support/browser.ts';
import { DEMO, PATHS } from '../support/words.ts';
import { readChromiumTree } from './chromium-tree.ts';
import { fileOf, journeyNames, take } from './journeys.ts';
import { startListener, type Listener } from './listener.ts';

/** The Debian package of each command. */
const PARTS = {
  orca: 'orca',
  'firefox-esr': 'firefox-esr',
  Xvfb: 'xvfb',
  openbox: 'openbox',
  'dbus-daemon': 'dbus-x11',
  xdotool: 'xdotool',
};

/** Each version of Orca words its speech differently: the journeys have Debian 12's. */
const ORCA = '43.';

const missing = Object.entries(PARTS).flatMap(([command, name]) => (which(command) ? [] : [name]));
// Not skipped: `.ci/run` installs them.
if (missing.length > 0 && process.env['CI'])
  throw new Error(`Nothing is heard without ${missing.join(', ')}.`);
const version = which('orca') && spawnSync('orca', ['--version'], { encoding: 'utf8' }).stdout.trim();
if (!version?.startsWith(ORCA)) missing.push(`Orca ${ORCA}x`);
if (missing.length > 0) console.warn(`NOTHING IS HEARD: this machine lacks ${missing.join(', ')}.`);

describe.skipIf(missing.length > 0)('a listener hears', () => {
  let listener: Listener;
  beforeAll(async () => {
    listener = await startListener();
  });
  afterAll(() => listener?.stop());

  test.for(journeyNames)('%s', async (name) => {
    await expect(await take(listener, name)).toMatchFileSnapshot(fileOf(name));
  });

  test('every heading of the landing page when it is read on from its beginning', async () => {
    await listener.open('/');
    await listener.hear((heard) => heard.some((line) => line.startsWith('Finished loading')));
    await listener.press('KP_Add');
    const heard = await listener.hear((lines) => lines.length > 50);
    const headings = listener.tree().filter(({ role }) => role === 'heading');
    expect(headings.length).toBeGreaterThan(10);
    expect(heard).toEqual(expect.arrayContaining(headings.map(({ name }) => name)));
    await listener.closeTab();
  });

  describe('the same headings, landmarks, fields and descriptions from Firefox and Chromium', () => {
    let chromium: Browser;
    beforeAll(async () => {
      chromium = await launcher.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
    });
    afterAll(() => chromium?.close());

    for (const path of PATHS)
      test(`on ${path}`, async () => {
        await listener.open(path);
        const seen = await readChromiumTree(chromium, path);
        expect(seen.length).toBeGreaterThan(5);
        await expect.poll(() => listener.tree()).toEqual(seen);
        await listener.closeTab();
      });

    test('in the form with all its errors', async () => {
      await listener.open('/request-demo');
      // From the menu's button to the form's.
      for (const key of ['b', 'b', 'Return']) {
        await listener.hear((heard) => heard.length > 0);
        await listener.press(key);
      }
      const seen = await readChromiumTree(chromium, '/request-demo', DEMO.submit);
      expect(seen.filter(({ invalid }) => invalid)).toHaveLength(6);
      await expect.poll(() => listener.tree()).toEqual(seen);
      await listener.closeTab();
    });
  });
});
