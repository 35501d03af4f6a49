/** A screen reader user: Firefox, a keyboard and Orca, whose debug output has all that it speaks. */
import { cpSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { startDesktop } from './desktop.ts';

const POLL_MS = 50;
/** Orca merges keys that come faster, and speaks for the last one only. */
const KEY_GAP_MS = 400;

/** Where `stop` copies Orca's whole debug output, to find out why it spoke. */
const KEPT_LOG = fileURLToPath(new URL('../.output/orca.log', import.meta.url));
const CUSTOMIZATIONS = fileURLToPath(new URL('orca-customizations.py', import.meta.url));

/** What was spoken, or a key that was released. */
const EVENT =
  /- SPEECH OUTPUT: '(?<words>[^]*?)'(?: voice=\w+)? ?(?:\{.*\})?\n|\^{5} PROCESS (?<released>ATSPI_KEY_RELEASED)/g;
/** Spoken sooner or later for every field that loses the focus with its text selected. */
const SELECTION = 'Text unselected.';

export type Listener = Awaited<ReturnType<typeof startListener>>;

/** Rejects when one of its processes does not start. */
export async function startListener() {
  const desktop = await startDesktop();
  const log = join(desktop.home, 'orca.log');
  mkdirSync(join(desktop.home, 'data/orca'));
  cpSync(CUSTOMIZATIONS, join(desktop.home, 'data/orca/orca-customizations.py'));
  writeFileSync(log, '');
  // Orca does not start if pgrep finds another Orca of the same user, on any display: this pgrep finds none.
  writeFileSync(join(desktop.home, 'bin/pgrep'), '#!/bin/sh\n', { mode: 0o755 });

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
  let released = false;
  let lastActivity = performance.now();
  const listen = () => {
    const text = readLog();
    if (text) lastActivity = performance.now();
    // Orca writes what it speaks unescaped: a text may have several lines.
    for (const { groups } of text.matchAll(EVENT)) {
      if (groups?.['released']) released = true;
      const words = groups?.['words']?.replaceAll(/\s+/g, ' ').trim();
      if (words && words !== SELECTION) heard.push(words);
    }
  };
  const until = async (isSo: () => boolean, what: string) => {
    const deadline = performance.now() + 60_000;
    for (listen(); !isSo(); listen()) {
      if (performance.now() > deadline) throw new Error(`Not within a minute: ${what}`);
      await wait(POLL_MS);
    }
  };
  /**
   * What was spoken since the last call: all of it once `isWhole` says so and Orca has been idle for `quietMs`. Gives up
   * after having heard nothing more for `timeoutMs`.
   */
  const hear = async (
    isWhole: (heard: string[]) => boolean,
    { quietMs = 700, timeoutMs = 5_000 } = {},
  ): Promise<string[]> => {
    for (const since = performance.now(); ; await wait(POLL_MS)) {
      listen();
      const quiet = performance.now() - Math.max(lastActivity, since);
      if ((quiet > quietMs && isWhole(heard)) || quiet > timeoutMs) break;
    }
    const all = heard;
    heard = [];
    return all;
  };
  const send = async (...keys: [command: 'key' | 'type', ...string[]]) => {
    await wait(KEY_GAP_MS);
    released = false;
    desktop.xdotool(...keys);
    await until(() => released, `Orca sees ${keys.join(' ')}`);
    lastActivity = performance.now();
  };
  /** Presses a key by its X11 name, or several at once, joined by plus signs. */
  const press = (key: string) => send('key', key);
  const stop = async () => {
    cpSync(log, KEPT_LOG);
    await desktop.stop();
  };

  try {
    desktop.start('orca', [`--debug-file=${log}`]);
    await until(() => heard.length > 0, 'Orca speaks');
    desktop.startFirefox();
    await until(() => heard.some((words) => words.includes('Mozilla Firefox')), 'Firefox is heard');
    await hear(() => true, { quietMs: 2_000 });
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    press,
    /** Forgets what is spoken before the last key: each key interrupts the speech. */
    type: async (text: string) => {
      desktop.xdotool('type', '--delay', String(KEY_GAP_MS / 4), '--', text.slice(0, -1));
      await hear(() => true);
      await send('type', '--', text.slice(-1));
    },
    hear,
    network: desktop.network,
    open: desktop.open,
    tree: desktop.tree,
    closeTab: async () => {
      await press('ctrl+w');
      await hear(() => true);
    },
    stop,
  };
}
