/** Chromium and Firefox, driven by Puppeteer: by WebDriver BiDi it needs no driver for Firefox. */
import { launch, type LaunchOptions } from 'puppeteer-core';
import { BROWSER_FLAGS, findBrowser, which } from '../support/browser.ts';
import { WINDOW, type Tab } from './tab.ts';

async function open(options: LaunchOptions): Promise<Tab> {
  const browser = await launch({ ...options, defaultViewport: WINDOW });
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

export const openChromium = () => open({ executablePath: chromium, args: BROWSER_FLAGS });

const firefox =
  which('firefox-esr') ?? which('firefox') ?? which('/Applications/Firefox.app/Contents/MacOS/firefox');

/** Undefined where no Firefox is installed. */
export const openFirefox =
  firefox === undefined ? undefined : () => open({ browser: 'firefox', executablePath: firefox });
