import type { BrowserType } from '@playwright/test';
import { BROWSER_FLAGS } from '../support/browser.ts';
import type { Engine } from './engine.ts';

/** Playwright's own build of an engine, or the Chromium under the given path. */
export async function startPlaywright(type: BrowserType, executablePath?: string): Promise<Engine> {
  const isChromium = type.name() === 'chromium';
  const browser = await type.launch({
    ...(executablePath && { executablePath }),
    args: isChromium ? BROWSER_FLAGS : [],
  });
  const title = `${type.name().charAt(0).toUpperCase()}${type.name().slice(1)}`;
  return {
    name: `${title} ${browser.version()}`,
    open: async () => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      return {
        goto: async (address) => void (await page.goto(address)),
        // As text, with the argument written into it: the page's policy allows no evaluation of its own.
        evaluate: (work, argument) => page.evaluate(`(${work})(${JSON.stringify(argument)})`),
        click: (selector) => page.click(selector),
        type: (selector, text) => page.locator(selector).pressSequentially(text),
        press: (key) => page.keyboard.press(key),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
