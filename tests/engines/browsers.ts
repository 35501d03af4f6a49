import { expect } from 'vitest';
import { ADDRESSES } from '../support/addresses.ts';
import { openFirefox, type Tab } from './firefox.ts';
import { openWebkit } from './webkit.ts';

export const BROWSERS = { Firefox: openFirefox, WebKit: openWebkit };

export const at = (path: string) => new URL(path, ADDRESSES.site).href;

/** An element that begins with this text. */
export const named = (element: string, text: string) =>
  `//${element}[starts-with(normalize-space(), "${text}")]`;

/** Runs in the page. */
export const isSplashVisible = () =>
  document
    .querySelector('[component-url*="/Splash."] > div')
    ?.checkVisibility({ visibilityProperty: true }) ?? false;

/** Opens a path of the site, and skips the splash, if it has one. */
export async function arriveIn(tab: Tab, path: string): Promise<void> {
  await tab.goto(at(path));
  await tab.press('Escape');
  await expect.poll(() => tab.evaluate(isSplashVisible)).toBe(false);
}
