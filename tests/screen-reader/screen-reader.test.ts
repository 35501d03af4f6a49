/**
 * `npm run test:screen-reader`: the journeys of `journeys/`, heard through Orca. `npm run test:screen-reader -- -u` writes down what is heard
 * instead of comparing it, for a person to read before it is kept; `-t form` takes the journeys whose names contain `form`.
 */
import { spawnSync } from 'node:child_process';
import { chromium as launcher, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FIELD_NAMES } from '../../src/demo-request/validation.ts';
import { ADDRESSES } from '../support/addresses.ts';
import { BROWSER_FLAGS, findBrowser, which } from '../support/browser.ts';
import { fillDemoForm, newPerson } from '../support/site.ts';
import { PATHS, demo } from '../support/words.ts';
import { readChromiumTree } from './chromium-tree.ts';
import { startDesktop, type Desktop } from './desktop.ts';
import { fileOf, journeyNames, take } from './journeys.ts';
import { startListener, type Listener } from './listener.ts';

/** The Debian package of each command. */
const PARTS = {
  'firefox-esr': 'firefox-esr',
  Xvfb: 'xvfb',
  openbox: 'openbox',
  'dbus-daemon': 'dbus-x11',
  xdotool: 'xdotool',
};

/** Each version of Orca words its speech differently: the journeys have Debian 12's. */
const ORCA = '43.';

const missing = Object.entries(PARTS).flatMap(([command, name]) => (which(command) ? [] : [name]));
const version = which('orca') && spawnSync('orca', ['--version'], { encoding: 'utf8' }).stdout.trim();
const missingWithOrca = version?.startsWith(ORCA) ? missing : [...missing, `orca ${ORCA}x`];
if (missingWithOrca.length > 0)
  console.warn(`NOTHING IS HEARD: this machine lacks ${missingWithOrca.join(', ')}.`);

describe.skipIf(missingWithOrca.length > 0)('a listener hears', () => {
  let listener: Listener;
  beforeAll(async () => {
    listener = await startListener();
  });
  afterAll(() => listener?.stop());

  test.for(journeyNames)('%s', async (name) => {
    await expect(await take(listener, name)).toMatchFileSnapshot(fileOf(name));
  });

  test.for(['/', '/request-demo'])(
    'every heading of %s when Say All reads it from its beginning',
    async (path) => {
      listener.open(path);
      await listener.hear((heard) => heard.some((line) => line.startsWith('Finished loading')));
      await listener.press('KP_Add');
      const heard = await listener.hear((lines) => lines.length > 30);
      const headings = listener.tree().filter(({ role }) => role === 'heading');
      expect(heard).toEqual(expect.arrayContaining(headings.map(({ name }) => name)));
      await listener.closeTab();
    },
  );
});

describe.skipIf(missing.length > 0)('Firefox and Chromium expose the same', () => {
  let desktop: Desktop;
  let chromium: Browser;
  beforeAll(async () => {
    desktop = await startDesktop();
    desktop.startFirefox();
    // Until Firefox shows a page: a path opened earlier would start a second Firefox.
    await vi.waitFor(() => desktop.tree(), { timeout: 60_000, interval: 500 });
    chromium = await launcher.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
  });
  afterAll(() => Promise.all([desktop?.stop(), chromium?.close()]));

  /** The page of Chromium has every heading of the document, and Firefox's the same headings, landmarks and fields. */
  async function expectSameTree(page: Page) {
    const seen = await readChromiumTree(page);
    const headings = page.locator(':is(h1, h2, h3, h4):not([hidden] *)');
    const names = seen.filter(({ role }) => role === 'heading').map(({ name }) => name);
    expect(names).toEqual(await headings.allInnerTexts());
    await expect.poll(() => desktop.tree()).toEqual(seen);
    return seen;
  }
  const openBoth = async (path: string) => {
    const page = await chromium.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(ADDRESSES.site + path);
    desktop.open(path);
    return page;
  };

  test.for([...PATHS, '/nowhere'])('on %s', async (path) => {
    const page = await openBoth(path);
    expect((await expectSameTree(page)).length).toBeGreaterThan(5);
    await page.close();
  });

  test('in the form with all its errors, and in the confirmation', async () => {
    // The fragment focuses the field.
    const page = await openBoth('/request-demo#fullName');
    await expectSameTree(page);
    await page.getByRole('button', { name: demo.form.submit }).click();
    desktop.xdotool('key', 'Return');
    const seen = await expectSameTree(page);
    expect(seen.filter(({ invalid }) => invalid)).toHaveLength(FIELD_NAMES.length);

    await fillDemoForm(page, newPerson());
    await page.getByRole('button', { name: demo.form.submit }).click();
    await page.getByRole('heading', { name: demo.confirmation.heading }).waitFor();
    desktop.xdotool('type', '--delay', '50', `${Object.values(newPerson()).join('\t')}\t \t`);
    desktop.xdotool('key', 'Return');
    await expectSameTree(page);
    await page.close();
  });
});
