/** A screen reader's user: Firefox and Orca on a virtual display, with a keyboard. Their files are in a temporary folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { vi } from 'vitest';
import { ADDRESSES } from '../support/addresses.ts';
import { startNetwork } from './network.ts';

const POLL_MS = 50;
/** Orca merges keys that come faster, and speaks for the last one only. */
const KEY_GAP_MS = 400;
/** Orca speaks in parts: with so long a pause, it has said all. */
const QUIET_MS = 700;
/** After so long without what is expected, it is not waited for any longer. */
const SILENCE_MS = 5_000;

const FIREFOX_PREFERENCES = {
  // -1: accessibility is enabled, whether or not Firefox notices a screen reader.
  'accessibility.force_disabled': -1,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.formfill.enable': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.formautofill.addresses.enabled': false,
  // 1: the proxy is the one that follows.
  'network.proxy.type': 1,
  'network.proxy.http': 'localhost',
  'network.proxy.allow_hijacking_localhost': true,
  // Off: a link would be heard as visited.
  'places.history.enabled': false,
};

/** A shell on a virtual display. When its input ends, also as the tests were killed, so does everything it started. */
const SHELL = ['--auto-servernum', '--server-args=-screen 0 1280x1024x24', 'dbus-run-session', 'sh'];

/** How Orca's debug output names what it speaks, and a key that it has processed. */
const SPOKEN = /^SPEECH OUTPUT: '(.*?)'(?: voice=\w+)? ?(?:\{.*\})?$/s;
const KEY_RELEASED = /\^{5} PROCESS ATSPI_KEY_RELEASED/;
/** This is left out: it is spoken at no certain time when a field loses the focus with its text selected. */
const IGNORED = 'Text unselected.';

export type Listener = Awaited<ReturnType<typeof startListener>>;

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 60_000, interval: POLL_MS });

/** Makes a home folder for Firefox, whose proxy is at that port, and Orca. */
function makeHome(proxyPort: number): string {
  const home = mkdtempSync(join(tmpdir(), 'listener-'));
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text, { mode });
  };
  const settings = { ...FIREFOX_PREFERENCES, 'network.proxy.http_port': proxyPort };
  const preferences = Object.entries(settings).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  write('profile/user.js', preferences.join(''));
  // Orca does not start if pgrep finds another Orca of the same user, on any display: this pgrep finds none.
  write('bin/pgrep', '#!/bin/sh\n', 0o755);
  // Where xdg-desktop-portal is installed, its file system would still be mounted in the folder when that is deleted.
  write(
    '.local/share/dbus-1/services/org.freedesktop.portal.Documents.service',
    '[D-BUS Service]\nName=org.freedesktop.portal.Documents\nExec=/bin/false\n',
  );
  cpSync(
    join(import.meta.dirname, 'orca-customizations.py'),
    join(home, '.local/share/orca/orca-customizations.py'),
  );
  return home;
}

const startDesktop = (home: string) =>
  spawn('xvfb-run', SHELL, {
    env: {
      PATH: `${home}/bin:${process.env['PATH']}`,
      HOME: home,
      XDG_DATA_HOME: `${home}/.local/share`, // D-Bus does not look at HOME.
      TMPDIR: home,
      LC_ALL: 'C.UTF-8',
      GNOME_ACCESSIBILITY: '1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });

/** Follows what Orca prints: what it speaks, and that it has processed a key. */
function follow(orca: Readable) {
  // The log is kept for finding out why Orca said something.
  orca.pipe(createWriteStream(join(import.meta.dirname, '../.output/orca.log')));
  let heard: string[] = [];
  let isReleased = false;
  let lastActivity = performance.now();
  createInterface({ input: orca }).on('line', (line) => {
    lastActivity = performance.now();
    const text = line.startsWith('"') ? String(JSON.parse(line)) : line;
    if (KEY_RELEASED.test(text)) isReleased = true;
    const words = SPOKEN.exec(text)?.[1]?.replaceAll(/\s+/g, ' ').trim();
    if (words && words !== IGNORED) heard.push(words);
  });
  return {
    untilHeard: (isHeard: (words: string) => boolean) => until(() => heard.some(isHeard)),
    /** What was spoken since the last call, once `isWhole` and Orca idle for `quietMs`; after `silenceMs`, what there is. */
    hear: async (
      isWhole: (heard: string[]) => boolean,
      { quietMs = QUIET_MS, silenceMs = SILENCE_MS } = {},
    ): Promise<string[]> => {
      const since = performance.now();
      for (;;) {
        const quiet = performance.now() - Math.max(lastActivity, since);
        if (quiet > silenceMs) break;
        if (quiet > quietMs && isWhole(heard)) break;
        await wait(POLL_MS);
      }
      const all = heard;
      heard = [];
      return all;
    },
    /** Presses a key, and waits until Orca has processed it. */
    processKey: async (press: () => void): Promise<void> => {
      isReleased = false;
      press();
      await until(() => isReleased);
      lastActivity = performance.now();
    },
  };
}

/** Starts it all. Rejects when Orca or Firefox is not heard within a minute. */
export async function startListener() {
  const network = await startNetwork();
  const home = makeHome(network.port);
  const desktop = startDesktop(home);
  const run = (command: string) => void desktop.stdin.write(`${command}\n`);
  const firefox = (page: string) => run(`firefox-esr --profile ${home}/profile ${page} >/dev/null &`);
  const stop = async () => {
    desktop.stdin.end();
    await once(desktop, 'exit');
    await network.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };

  const { untilHeard, hear, processKey } = follow(desktop.stdout);
  const send = async (keys: string) => {
    await wait(KEY_GAP_MS);
    await processKey(() => run(`xdotool ${keys}`));
  };

  try {
    run(`trap 'kill 0' EXIT`);
    run('openbox & orca 2>&1 &');
    await untilHeard(() => true);
    firefox('--window-size 1280,1000 about:blank');
    await untilHeard((words) => words.includes('Mozilla Firefox'));
    await hear(() => true, { quietMs: 2_000 });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    hear,
    /** The proxy between Firefox and the site with its back end. */
    network,
    /** Presses a key by its X11 name, or several at once, joined by plus signs. */
    press: (key: string) => send(`key ${key}`),
    /** Types a text, fast and unheard but for its last letter: each key interrupts the speech. */
    type: async (text: string) => {
      run(`xdotool type --delay ${KEY_GAP_MS / 4} -- '${text.slice(0, -1)}'`);
      await hear(() => true);
      await send(`type -- '${text.slice(-1)}'`);
    },
    open: (path: string) => firefox(`--new-tab '${ADDRESSES.site}${path}'`),
    stop,
  };
}
