/**
 * A screen reader user: Firefox, a keyboard and Orca on a virtual display. All their files, settings included, are in a
 * folder that is deleted with them.
 */
import { execFileSync, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { ADDRESSES } from '../support/addresses.ts';
import { userAgentOf } from '../support/gateway.ts';

/** Under this name the gateway knows the listener's Firefox. */
export const CLIENT = 'ear';

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
/** Orca merges keys that come faster, and speaks for the last one only. */
const KEY_GAP_MS = 400;

/** Orca's whole debug output, to find out why it spoke. */
const LOG = fileURLToPath(new URL('../.output/orca.log', import.meta.url));
const TREE = fileURLToPath(new URL('firefox-tree.py', import.meta.url));
const CUSTOMIZATIONS = fileURLToPath(new URL('orca-customizations.py', import.meta.url));

const FIREFOX_PREFERENCES = {
  'accessibility.force_disabled': -1,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.formfill.enable': false,
  'browser.newtab.preload': false,
  'browser.newtabpage.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.urlbar.suggest.searches': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.forms.autocomplete.formautofill': false,
  'extensions.formautofill.addresses.enabled': false,
  'general.useragent.override': userAgentOf(
    CLIENT,
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101',
  ),
  'places.history.enabled': false,
  'signon.rememberSignons': false,
  'toolkit.telemetry.enabled': false,
  // The desktop's portal mounts a file system in the folder.
  'widget.use-xdg-desktop-portal.settings': 0,
};

const UTTERANCE = /- SPEECH OUTPUT: '([^]*?)'(?: voice=\w+)? ?(?:\{.*\})?\n/g;
/** Spoken sooner or later for every field that loses the focus with its text selected. */
const SELECTION = 'Text unselected.';
const RELEASED = /\^{5} PROCESS ATSPI_KEY_RELEASED_EVENT/;

/** Of a page, as assistive technology meets it. */
export interface Part {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  /** Of a heading; 0 of everything else. */
  readonly level: number;
  readonly required: boolean;
  readonly invalid: boolean;
}

export interface Listener {
  /** Presses a key, named as X names it, together with others where a plus sign joins them. */
  press: (key: string) => Promise<void>;
  type: (text: string) => Promise<void>;
  /**
   * What was spoken since the last call: all of it once `isWhole` says so and Orca has been idle for `quietMs`. Gives up
   * after having heard nothing more for `timeoutMs`.
   */
  hear: (
    isWhole: (heard: string[]) => boolean,
    limits?: { quietMs?: number; timeoutMs?: number },
  ) => Promise<string[]>;
  /** Goes to a path of the site in a new tab, as a visitor who has never been there. */
  open: (path: string) => Promise<void>;
  closeTab: () => Promise<void>;
  /** The headings, landmarks and form controls of the page, as Firefox exposes them. */
  tree: () => Part[];
  stop: () => Promise<void>;
}

/** The first line that a process writes, once it is ready. */
async function firstLine(part: ChildProcess, descriptor: number): Promise<string> {
  let text = '';
  const stream = part.stdio[descriptor] as NodeJS.ReadableStream;
  const deadline = AbortSignal.timeout(START_TIMEOUT_MS);
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes('\n')) return text.trim();
    deadline.throwIfAborted();
  }
  throw new Error(`${part.spawnargs.join(' ')} does not start.`);
}

/** Rejects when one of the processes does not start. */
export async function startListener(): Promise<Listener> {
  const home = mkdtempSync(join(tmpdir(), 'ear-'));
  const folder = (name: string) => {
    const path = join(home, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const log = join(home, 'orca.log');
  const environment: NodeJS.ProcessEnv = {
    PATH: `${home}/bin:${process.env['PATH']}`,
    LC_ALL: 'C.UTF-8',
    HOME: home,
    XDG_RUNTIME_DIR: folder('run'),
    XDG_DATA_HOME: folder('data'),
    XDG_CONFIG_HOME: folder('config'),
    XDG_CACHE_HOME: folder('cache'),
    GNOME_ACCESSIBILITY: '1',
  };
  cpSync(CUSTOMIZATIONS, join(folder('data/orca'), 'orca-customizations.py'));
  const profile = folder('profile');
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(FIREFOX_PREFERENCES)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  writeFileSync(log, '');
  // Orca asks it for others of the same user, on any screen, and does not start beside one.
  writeFileSync(join(folder('bin'), 'pgrep'), '#!/bin/sh\n', { mode: 0o755 });

  const parts: ChildProcess[] = [];
  const start = (command: string, args: string[], stdio: StdioOptions = 'ignore') => {
    // A group of its own, so that what it starts in turn ends with it; and it ends when this process is killed.
    const part = spawn('setpriv', ['--pdeathsig', 'TERM', command, ...args], {
      env: environment,
      stdio,
      detached: true,
    });
    parts.push(part);
    return part;
  };
  const stop = async () => {
    for (const part of parts.toReversed()) {
      if (part.pid === undefined || part.exitCode !== null || part.signalCode !== null) continue;
      const ended = new Promise((resolve) => part.once('exit', resolve));
      process.kill(-part.pid, 'SIGTERM');
      const tooLong = setTimeout(() => process.kill(-Number(part.pid), 'SIGKILL'), 5_000);
      await ended;
      clearTimeout(tooLong);
    }
    cpSync(log, LOG);
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };

  const descriptor = openSync(log, 'r');
  const buffer = Buffer.alloc(1 << 20);
  let unread = Buffer.alloc(0);
  /** What Orca has written since the last call, in whole lines. */
  const readLog = () => {
    const chunks = [unread];
    for (let size; (size = readSync(descriptor, buffer)) > 0;)
      chunks.push(Buffer.from(buffer.subarray(0, size)));
    const all = Buffer.concat(chunks);
    const end = all.lastIndexOf('\n') + 1;
    unread = all.subarray(end);
    return all.toString('utf8', 0, end);
  };
  let heard: string[] = [];
  let lastWord = performance.now();
  const listen = () => {
    const text = readLog();
    if (text) lastWord = performance.now();
    // Names that look like a Windows path apart, Orca writes a text as it is; it may have several lines.
    for (const [, utterance = ''] of text.matchAll(UTTERANCE)) {
      const words = utterance.replaceAll(/\s+/g, ' ').trim();
      if (words && words !== SELECTION) heard.push(words);
    }
    return text;
  };
  const until = async (isSo: (text: string) => boolean, what: string, timeoutMs = START_TIMEOUT_MS) => {
    const deadline = performance.now() + timeoutMs;
    while (!isSo(listen())) {
      if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`);
      await wait(POLL_MS);
    }
  };
  const hear: Listener['hear'] = async (isWhole, { quietMs = 700, timeoutMs = 5_000 } = {}) => {
    for (const since = performance.now(); ; await wait(POLL_MS)) {
      listen();
      const quiet = performance.now() - Math.max(lastWord, since);
      if ((quiet > quietMs && isWhole(heard)) || quiet > timeoutMs) break;
    }
    const all = heard;
    heard = [];
    return all;
  };
  const xdotool = (...args: string[]) => execFileSync('xdotool', args, { env: environment, stdio: 'ignore' });
  const press = async (key: string) => {
    await wait(KEY_GAP_MS);
    xdotool('key', key);
    await until((text) => RELEASED.test(text), `Orca sees ${key}`);
    lastWord = performance.now();
  };

  try {
    const screen = start(
      'Xvfb',
      ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
      ['ignore', 'ignore', 'ignore', 'pipe'],
    );
    environment['DISPLAY'] = `:${await firstLine(screen, 3)}`;
    const bus = start(
      'dbus-daemon',
      ['--session', '--nofork', '--print-address'],
      ['ignore', 'pipe', 'ignore'],
    );
    environment['DBUS_SESSION_BUS_ADDRESS'] = await firstLine(bus, 1);
    start('openbox', []);
    start('orca', [`--debug-file=${log}`]);
    await until(() => heard.length > 0, 'Orca speaks');
    start('firefox-esr', ['--no-remote', '--profile', profile, '--window-size', '1280,1000', 'about:blank']);
    await until(() => heard.some((words) => words.includes('Mozilla Firefox')), 'Firefox is heard');
    await hear(() => true, { quietMs: 2_000 });
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    press,
    type: async (text) => {
      for (const character of text) {
        await wait(KEY_GAP_MS / 4);
        xdotool('type', '--', character);
      }
      await until((line) => RELEASED.test(line), 'Orca sees the keys');
    },
    hear,
    open: async (path) => {
      await press('ctrl+t');
      await hear(() => true);
      xdotool('type', '--', ADDRESSES.site + path);
      await hear(() => true);
      await press('Return');
    },
    closeTab: async () => {
      await press('ctrl+w');
      await hear(() => true);
    },
    tree: () =>
      JSON.parse(execFileSync('/usr/bin/python3', [TREE], { env: environment, encoding: 'utf8' })) as Part[],
    stop,
  };
}
