/** WebKitGTK's MiniBrowser on a virtual display, by WebDriver (w3.org/TR/webdriver2): webkit2gtk-driver, xvfb and xauth. */
import { globSync } from 'node:fs';
import { vi } from 'vitest';
import { freePort } from '../../tools/start/listen.ts';
import { which } from '../support/browser.ts';
import { startServer } from '../support/start-server.ts';
import { WINDOW_HEIGHT, type OpenTab, type Tab } from './firefox.ts';

/** MiniBrowser is in a folder named after the library's version, outside the PATH. */
const [miniBrowser] = globSync('/usr/lib{,/*}/webkit{2,}gtk-*/MiniBrowser');

/** The code points by which WebDriver names keys. */
const KEYS = { Enter: '\uE007', Escape: '\uE00C' };

/** Clicks an element; throws if something covers its middle. Runs in the page. */
function clickInMiddle(element: HTMLElement): void {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  if (!element.contains(document.elementFromPoint(left + width / 2, top + height / 2)))
    throw new Error('Something covers the element.');
  element.focus();
  element.click();
}

async function open(width: number): Promise<Tab> {
  const port = await freePort();
  const driver = ['--auto-servernum', 'WebKitWebDriver', `--port=${port}`];
  const stop = await startServer(port, 'xvfb-run', driver, {
    // WebKit's sandbox needs namespaces that a container lacks; this browser visits nothing but this machine.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  });
  let session = `http://127.0.0.1:${port}/session`;
  // oxlint-disable-next-line typescript/no-explicit-any -- each command has its own answer
  const send = async (path: string, body?: object, method = 'POST'): Promise<any> => {
    const response = await fetch(session + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const options = { binary: miniBrowser, args: ['--automation'] };
  const { sessionId } = await send('', {
    capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } },
  });
  session += `/${sessionId}`;
  await send('/window/rect', { width, height: WINDOW_HEIGHT });
  const evaluate = (work: unknown, ...args: unknown[]) =>
    send('/execute/sync', { script: `return (${String(work)})(...arguments)`, args });
  /** Finds an element and does something with it, until that succeeds: the element may still move, or be covered. */
  const withElement = (xpath: string, work: (path: string, element: object) => Promise<unknown>) =>
    vi.waitFor(
      async () => {
        const element = await send('/element', { using: 'xpath', value: xpath });
        // An object whose only value is the element's id.
        await work(`/element/${String(Object.values(element)[0])}`, element);
      },
      { timeout: 20_000, interval: 100 },
    );
  return {
    goto: (address) => send('/url', { url: address }),
    evaluate,
    // WebKit's driver refuses elements as covered that are not, and scrolls others out of the window.
    click: (xpath) => withElement(xpath, (_, element) => evaluate(clickInMiddle, element)),
    type: (xpath, text) => withElement(xpath, (path) => send(`${path}/value`, { text })),
    press: (key) => {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] }));
      return send('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    close: async () => {
      await send('', undefined, 'DELETE');
      await stop();
    },
  };
}

const isInstalled = miniBrowser && which('WebKitWebDriver') && which('xvfb-run');

/** Undefined where this machine lacks one of its three parts. */
export const openWebkit: OpenTab | undefined = isInstalled ? open : undefined;
