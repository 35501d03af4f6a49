import { launch } from 'puppeteer-core';
import { BROWSER_FLAGS } from './browser.ts';

/** Without the two pages that Chromium loads for the address bar of each new window, and its spare renderer process. */
const WITHOUT_OMNIBOX = [
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess',
];

/**
 * A browser that prerenders pages, as visitors' do. Under Playwright, a browser prerenders nothing: Playwright attaches
 * to pages, Puppeteer to tabs.
 */
export const openVisitorsBrowser = (executablePath: string, ...flags: string[]) =>
  launch({
    executablePath,
    // Without Puppeteer's own flags, which have a page painted about 7 ms later.
    ignoreDefaultArgs: true,
    args: [
      ...BROWSER_FLAGS,
      ...WITHOUT_OMNIBOX,
      '--headless=new',
      '--window-size=1280,800',
      '--no-first-run',
      ...flags,
    ],
    defaultViewport: null,
  });
