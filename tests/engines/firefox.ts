import { launch } from 'puppeteer-core';
import type { Engine } from './engine.ts';

/** An installed Firefox, driven by WebDriver BiDi, which needs no driver of its own. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true });
  return {
    name: (await browser.version()).replace('firefox/', 'Firefox '),
    open: async () => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width: 1280, height: 800 });
      return {
        goto: async (address) => void (await page.goto(address)),
        evaluate: <R>(work: unknown, argument: unknown) =>
          page.evaluate(`(${String(work)})(${JSON.stringify(argument)})`) as Promise<R>,
        click: (selector) => page.click(selector),
        type: (selector, text) => page.type(selector, text),
        press: (key) => page.keyboard.press(key),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
