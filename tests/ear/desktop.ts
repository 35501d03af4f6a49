/**
 * Firefox on a virtual display, with the accessibility bus of a desktop. All files, settings included, are in a folder
 * that is deleted with it.
 */
import { execFileSync, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADDRESSES } from '../support/addresses.ts';
import { userAgentOf } from '../support/gateway.ts';

/** Under this name the gateway knows its Firefox. */
export const CLIENT = 'ear';

const START_TIMEOUT_MS = 60_000;

const TREE = fileURLToPath(new URL('firefox-tree.py', import.meta.url));

const FIREFOX_PREFERENCES = {
  'accessibility.force_disabled': -1,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.formfill.enable': false,
  'browser.newtabpage.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.forms.autocomplete.formautofill': false,
  'extensions.formautofill.addresses.enabled': false,
  'general.useragent.override': userAgentOf(
    CLIENT,
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101',
  ),
  'places.history.enabled': false,
  'toolkit.telemetry.enabled': false,
  // The desktop's portal mounts a file system in the folder.
  'widget.use-xdg-desktop-portal.settings': 0,
};

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

export type Desktop = Awaited<ReturnType<typeof startDesktop>>;

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

/** Rejects when one of its processes does not start. */
export async function startDesktop() {
  const home = mkdtempSync(join(tmpdir(), 'ear-'));
  const folder = (name: string) => {
    const path = join(home, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const environment: NodeJS.ProcessEnv = {
    PATH: `${folder('bin')}:${process.env['PATH']}`,
    LC_ALL: 'C.UTF-8',
    HOME: home,
    XDG_RUNTIME_DIR: folder('run'),
    XDG_DATA_HOME: folder('data'),
    XDG_CONFIG_HOME: folder('config'),
    XDG_CACHE_HOME: folder('cache'),
    GNOME_ACCESSIBILITY: '1',
  };
  const profile = folder('profile');
  const preferences = Object.entries(FIREFOX_PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), preferences.join(''));

  const parts: ChildProcess[] = [];
  /** Starts a program that ends with the desktop. */
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
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  const firefox = (...args: string[]) => start('firefox-esr', ['--profile', profile, ...args]);

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
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    home,
    start,
    xdotool: (...args: string[]) => void execFileSync('xdotool', args, { env: environment, stdio: 'ignore' }),
    startFirefox: () => void firefox('--window-size', '1280,1000', 'about:blank'),
    /** Opens a path of the site in a new tab. */
    open: (path: string) => void firefox('--new-tab', ADDRESSES.site + path),
    /** The headings, landmarks and form controls of the page in front, as Firefox exposes them. */
    tree: () =>
      JSON.parse(execFileSync('/usr/bin/python3', [TREE], { env: environment, encoding: 'utf8' })) as Part[],
    stop,
  };
}
