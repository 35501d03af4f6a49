/**
 * The system's Firefox, driven by Puppeteer by WebDriver BiDi: needs no geckodriver. Playwright's own `firefox` and `webkit` are
 * changed builds from a server of its own, not what a distribution ships and a visitor has; its channel for others,
 * `moz-firefox`, sends what Firefox ESR 153 does not know (emulation.setMediaFeaturesOverride).
 */
import { launch } from 'puppeteer-core';
import { which } from '../support/browser.ts';

/** One page in a browser of its own, as every engine's driver offers it. An element is named by an XPath expression. */
export interface Tab {
  readonly goto: (address: string) => Promise<unknown>;
  /** Runs a function in the page. It may use nothing but its arguments; they and the result must be JSON values. */
  readonly evaluate: <A extends unknown[], R>(work: (...args: A) => R, ...args: A) => Promise<Awaited<R>>;
  /** Clicks an element as soon as it can be clicked, scrolled into view. */
  readonly click: (element: string) => Promise<unknown>;
  readonly type: (element: string, text: string) => Promise<unknown>;
  readonly press: (key: 'Enter' | 'Escape') => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

/** Starts a browser with a window of this width, in pixels. */
export type OpenTab = (width: number) => Promise<Tab>;

export const WINDOW_HEIGHT = 800;

const firefox =
  which('firefox-esr') ?? which('firefox') ?? which('/Applications/Firefox.app/Contents/MacOS/firefox');

async function open(executablePath: string, width: number): Promise<Tab> {
  const defaultViewport = { width, height: WINDOW_HEIGHT };
  const browser = await launch({ browser: 'firefox', executablePath, defaultViewport });
  const page = await browser.newPage();
  const find = (element: string) => page.locator(`::-p-xpath(${element})`);
  return {
    goto: (address) => page.goto(address),
    // Cast, as an expression says nothing about the type of its value.
    evaluate: (work, ...args) => page.evaluate(`(${String(work)})(...${JSON.stringify(args)})`) as never,
    click: (element) => find(element).click(),
    type: async (element, text) => (await find(element).waitHandle()).type(text),
    press: (key) => page.keyboard.press(key),
    close: () => browser.close(),
  };
}

/** Undefined where this machine has no Firefox. */
export const openFirefox: OpenTab | undefined = firefox ? (width) => open(firefox, width) : undefined;
