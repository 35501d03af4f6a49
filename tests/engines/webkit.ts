import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../supabase/embedded/listen.ts';
import { startServer, type RunningServer } from '../support/start-server.ts';
import type { Engine, Key, Tab } from './engine.ts';

const START_TIMEOUT_MS = 30_000;
const CLICK_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 60_000;

/** How a running command is asked for something: https://www.w3.org/TR/webdriver2/ */
async function ask(
  address: string,
  method: 'GET' | 'POST' | 'DELETE',
  body?: unknown,
  timeout = ANSWER_TIMEOUT_MS,
): Promise<unknown> {
  const response = await fetch(address, {
    method,
    signal: AbortSignal.timeout(timeout),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(`${method} ${address}: ${JSON.stringify(value)}`);
  return value;
}

const KEYS: Readonly<Record<Key, string>> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', Space: ' ' };

/** The name under which WebDriver hands out an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Tries again while the element is still on its way into view; the other drivers wait for that by themselves. */
async function patiently(click: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + CLICK_TIMEOUT_MS;
  for (;;) {
    try {
      await click();
      return;
    } catch (error) {
      if (Date.now() > deadline || !/not interactable|intercepted/.test(String(error))) throw error;
      await wait(50);
    }
  }
}

/** WebKitWebDriver with a screen that nobody sees. */
async function startDriver(): Promise<RunningServer & { server: string }> {
  const port = await freePort();
  const driver = await startServer(
    port,
    'xvfb-run',
    ['--auto-servernum', 'WebKitWebDriver', `--port=${port}`],
    {
      // Its sandbox needs name spaces that a container has not; it only ever visits this machine.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  );
  if (!driver) throw new Error('WebKitWebDriver does not start.');
  return { server: `http://127.0.0.1:${port}`, ...driver };
}

interface Session {
  readonly address: string;
  readonly version: string;
  end: () => Promise<void>;
}

/** A browser with a driver of its own: it now and then misses one that has served another before. */
async function openSession(miniBrowser: string, attempts = 3): Promise<Session> {
  const driver = await startDriver();
  try {
    const options = { binary: miniBrowser, args: ['--automation'] };
    const wanted = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
    const created = await ask(
      `${driver.server}/session`,
      'POST',
      { capabilities: { alwaysMatch: wanted } },
      START_TIMEOUT_MS,
    );
    const { sessionId, capabilities } = created as {
      sessionId: string;
      capabilities: { browserVersion: string };
    };
    const address = `${driver.server}/session/${sessionId}`;
    const end = async () => {
      await ask(address, 'DELETE').catch(() => {});
      await driver.stop();
    };
    return { address, version: capabilities.browserVersion, end };
  } catch (error) {
    await driver.stop();
    if (attempts === 1) throw error;
    return openSession(miniBrowser, attempts - 1);
  }
}

async function openTab(miniBrowser: string): Promise<Tab> {
  const { address: session, end } = await openSession(miniBrowser);
  const find = async (selector: string) => {
    const found = await ask(`${session}/element`, 'POST', { using: 'css selector', value: selector });
    return `${session}/element/${(found as Record<string, string>)[ELEMENT]}`;
  };
  await ask(`${session}/window/rect`, 'POST', { width: 1280, height: 800 });
  return {
    goto: async (address) => void (await ask(`${session}/url`, 'POST', { url: address })),
    evaluate: async <R>(work: unknown, argument: unknown) =>
      (await ask(`${session}/execute/sync`, 'POST', {
        script: `return (${String(work)})(arguments[0])`,
        args: [argument],
      })) as R,
    click: (selector) => patiently(async () => void (await ask(`${await find(selector)}/click`, 'POST', {}))),
    type: async (selector, text) => void (await ask(`${await find(selector)}/value`, 'POST', { text })),
    press: async (key) => {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] }));
      await ask(`${session}/actions`, 'POST', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    close: end,
  };
}

/** WebKitGTK's MiniBrowser, driven by its WebKitWebDriver. */
export async function startWebkit(miniBrowser: string): Promise<Engine> {
  const { version, end } = await openSession(miniBrowser);
  await end();
  return { name: `WebKitGTK ${version}`, open: () => openTab(miniBrowser), close: async () => {} };
}
