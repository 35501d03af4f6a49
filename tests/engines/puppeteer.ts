/** Chromium and Firefox, driven by Puppeteer: by WebDriver BiDi it needs no driver for Firefox. */
import { launch, type LaunchOptions } from 'puppeteer-core';
import { BROWSER_FLAGS, findBrowser, which } from '../support/browser.ts';
import { WINDOW_HEIGHT, type Tab } from './tab.ts';

async function open(width: number, options: LaunchOptions): Promise<Tab> {
  const browser = await launch({ ...options, defaultViewport: { width, height: WINDOW_HEIGHT } });
  const page = await browser.newPage();
  const find = (element: string) => page.locator(`::-p-xpath(${element})`);
  return {
    goto: (address) => page.goto(address),
    evaluate: <R>(work: unknown, argument: unknown) =>
      page.evaluate(`(${String(work)})(${JSON.stringify(argument)})`) as Promise<R>,
    click: (element) => find(element).click(),
    type: async (element, text) => (await find(element).waitHandle()).type(text),
    press: (key) => page.keyboard.press(key),
    close: () => browser.close(),
  };
}

const chromium = findBrowser();

export const openChromium = (width: number) => open(width, { executablePath: chromium, args: BROWSER_FLAGS });

const firefox =
  which('firefox-esr') ?? which('firefox') ?? which('/Applications/Firefox.app/Contents/MacOS/firefox');

/** Undefined where no Firefox is installed. */
export const openFirefox =
  firefox === undefined
    ? undefined
    : (width: number) => open(width, { browser: 'firefox', executablePath: firefox });
