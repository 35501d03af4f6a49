/**
 * Finds or installs the three engines, each with one line that says which one it is. Playwright's own Firefox and WebKit
 * come first where they are there already; then the system's, driven by the protocols that they speak themselves.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, firefox, webkit, type BrowserType } from '@playwright/test';
import { announce, findBrowser, installDebian, installed, run, which } from '../support/browser.ts';
import type { Engine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { startPlaywright } from './playwright.ts';
import { startWebkit } from './webkit.ts';

/** A download that has not ended by then is not going to. */
const DOWNLOAD_TIMEOUT_MS = 3 * 60_000;

/** MiniBrowser stands in a folder named after the library's version, which is not in the path. */
function findMiniBrowser(): string | undefined {
  const libraries = existsSync('/usr/lib') ? ['', ...readdirSync('/usr/lib')] : [];
  const folders = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'];
  return libraries
    .flatMap((library) => folders.map((folder) => join('/usr/lib', library, folder, 'MiniBrowser')))
    .find((path) => existsSync(path));
}

const installedFirefox = () => which('firefox-esr') ?? which('firefox');

const drivenMiniBrowser = () =>
  which('WebKitWebDriver') && which('xvfb-run') ? findMiniBrowser() : undefined;

async function startOwn(type: BrowserType): Promise<Engine | undefined> {
  if (!existsSync(type.executablePath())) return undefined;
  announce(`Playwright's own ${type.name()}`);
  return startPlaywright(type);
}

async function download(type: BrowserType): Promise<Engine | undefined> {
  announce(`downloading Playwright’s with npx playwright install ${type.name()}`);
  run(process.execPath, [installed('@playwright/test/cli.js'), 'install', type.name()], DOWNLOAD_TIMEOUT_MS);
  return startOwn(type);
}

async function findFirefox(): Promise<Engine | undefined> {
  const own = await startOwn(firefox);
  if (own) return own;
  if (!installedFirefox()) installDebian('firefox-esr');
  const path = installedFirefox();
  if (path === undefined) return download(firefox);
  announce(`the installed ${path}`);
  return startFirefox(path);
}

async function findWebkit(): Promise<Engine | undefined> {
  const own = await startOwn(webkit);
  if (own) return own;
  if (!drivenMiniBrowser()) installDebian('webkit2gtk-driver', 'xvfb', 'xauth');
  const miniBrowser = drivenMiniBrowser();
  if (!miniBrowser) return download(webkit);
  announce(`the installed ${miniBrowser}`);
  return startWebkit(miniBrowser);
}

/** How to come by each engine; undefined when it is not to be had here. */
export const ENGINES: Readonly<Record<string, () => Promise<Engine | undefined>>> = {
  Chromium: async () => startPlaywright(chromium, findBrowser()),
  Firefox: findFirefox,
  WebKit: findWebkit,
};
