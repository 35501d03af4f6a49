/** Firefox, driven by Puppeteer: by WebDriver BiDi, which needs no driver beside it. */
import { launch } from 'puppeteer-core';
import { which } from '../support/browser.ts';

/** A browser for the journeys, independent of its driver. An element is named by an XPath expression. */
export interface Tab {
  /** Resolves when the page has loaded. */
  readonly goto: (address: string) => Promise<unknown>;
  /** Runs a function in the page. It may use nothing but its argument; argument and result must be JSON values. */
  readonly evaluate: <A extends unknown[], R>(
    work: (...argument: A) => R,
    ...argument: A
  ) => Promise<Awaited<R>>;
  /** Clicks an element as soon as it can be clicked, scrolled into view. */
  readonly click: (element: string) => Promise<unknown>;
  readonly type: (element: string, text: string) => Promise<unknown>;
  readonly press: (key: 'Enter' | 'Escape') => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

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
    evaluate: (work, ...argument) =>
      page.evaluate(`(${String(work)})(...${JSON.stringify(argument)})`) as never,
    click: (element) => find(element).click(),
    type: async (element, text) => (await find(element).waitHandle()).type(text),
    press: (key) => page.keyboard.press(key),
    close: () => browser.close(),
  };
}

/** Undefined where no Firefox is installed. */
export const openFirefox = firefox ? (width: number) => open(firefox, width) : undefined;
