/** WebKitGTK's MiniBrowser, driven by its WebKitWebDriver: Debian's packages webkit2gtk-driver, xvfb and xauth. */
import { globSync } from 'node:fs';
import { Builder, By, Capabilities, Key, error, until } from 'selenium-webdriver';
import { freePort } from '../../tools/start/listen.ts';
import { which } from '../support/browser.ts';
import { startServer } from '../support/start-server.ts';
import { WINDOW_HEIGHT, type Tab } from './tab.ts';

const TIMEOUT_MS = 20_000;

/** It is in a folder named after the library's version, which is not in the PATH. */
const [miniBrowser] = globSync('/usr/lib{,/*}/webkit{2,}gtk-*/MiniBrowser');

/** Clicks an element if nothing covers its middle. Runs in the page. */
function clickInMiddle(element: HTMLElement): boolean {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  if (!element.contains(document.elementFromPoint(left + width / 2, top + height / 2))) return false;
  element.focus();
  element.click();
  return true;
}

async function open(width: number): Promise<Tab> {
  const port = await freePort();
  // On a virtual display.
  const command = ['--auto-servernum', 'WebKitWebDriver', `--port=${port}`];
  const stop = await startServer(port, 'xvfb-run', command, {
    // Its sandbox needs namespaces that a container lacks; it only ever visits this machine.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  });
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
      }),
    )
    .build();
  await driver.manage().window().setRect({ width, height: WINDOW_HEIGHT });
  const find = (element: string) => driver.wait(until.elementLocated(By.xpath(element)), TIMEOUT_MS);
  return {
    goto: (address) => driver.get(address),
    evaluate: (work, argument) => driver.executeScript(`return (${work})(arguments[0])`, argument),
    // Selenium does not wait for an element that is still moving, or covered by another one. In a narrow window WebKit's
    // driver takes more for covered, or out of reach, than is: then what is in the element's middle decides.
    click: (element) =>
      driver.wait(async () => {
        try {
          await (await find(element)).click();
          return true;
        } catch (failure) {
          if (failure instanceof error.StaleElementReferenceError) return false;
          if (
            failure instanceof error.ElementNotInteractableError ||
            failure instanceof error.ElementClickInterceptedError
          )
            return driver.executeScript<boolean>(
              `return (${clickInMiddle})(arguments[0])`,
              await find(element),
            );
          throw failure;
        }
      }, TIMEOUT_MS),
    type: async (element, text) => (await find(element)).sendKeys(text),
    press: (key) =>
      driver
        .actions()
        .sendKeys(Key[key.toUpperCase() as 'TAB'])
        .perform(),
    close: async () => {
      await driver.quit();
      await stop();
    },
  };
}

/** Undefined where a part of it is not installed. */
export const openWebkit = miniBrowser && which('WebKitWebDriver') && which('xvfb-run') ? open : undefined;
