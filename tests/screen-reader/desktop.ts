/**
 * Firefox on a virtual display, with the accessibility bus of a desktop. All its files, settings included, are in one
 * folder, which `stop` deletes.
 */
import { execFileSync, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ADDRESSES } from '../support/addresses.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';

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
  'network.proxy.type': 1,
  'network.proxy.http': 'localhost',
  'network.proxy.allow_hijacking_localhost': true,
  'places.history.enabled': false,
  'toolkit.telemetry.enabled': false,
  // Off: xdg-desktop-portal would mount a file system in the folder, which could then not be deleted.
  'widget.use-xdg-desktop-portal.settings': 0,
};

/** A node of a page's accessibility tree. */
export interface AccessibleNode {
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
async function firstLine(child: ChildProcess, descriptor: number): Promise<string> {
  const input = child.stdio[descriptor] as NodeJS.ReadableStream;
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  for await (const line of createInterface({ input, signal })) return line;
  throw new Error(`${child.spawnargs.join(' ')} does not start.`);
}

/** Starts a virtual display, a session bus and a window manager. Rejects when one of them does not start. */
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
  const network = await startFaultProxy();
  const all = { ...FIREFOX_PREFERENCES, 'network.proxy.http_port': network.port };
  const preferences = Object.entries(all).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), preferences.join(''));

  const children: ChildProcess[] = [];
  /** Starts a program that ends with the desktop. */
  const start = (command: string, args: string[], stdio: StdioOptions = 'ignore') => {
    // Its own process group: its children are stopped, too. `setpriv` ends it when this process is killed.
    const child = spawn('setpriv', ['--pdeathsig', 'TERM', command, ...args], {
      env: environment,
      stdio,
      detached: true,
    });
    children.push(child);
    return child;
  };
  const stop = async () => {
    for (const child of children.toReversed()) {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      process.kill(-child.pid, 'SIGTERM');
      const tooLong = setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), 5_000);
      await ended;
      clearTimeout(tooLong);
    }
    await network.close();
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
    network,
    start,
    xdotool: (...args: string[]) => void execFileSync('xdotool', args, { env: environment, stdio: 'ignore' }),
    startFirefox: () => void firefox('--window-size', '1280,1000', 'about:blank'),
    /** Opens a path of the site in a new tab. */
    open: (path: string) => void firefox('--new-tab', ADDRESSES.site + path),
    /** The headings, landmarks and form controls of the page in front, as Firefox exposes them. */
    tree: () =>
      JSON.parse(
        execFileSync('/usr/bin/python3', [TREE], { env: environment, encoding: 'utf8' }),
      ) as AccessibleNode[],
    stop,
  };
}
