/** `npm run test:engines`: the main journeys in Chromium, Firefox and WebKit. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SPLASH_END_MS } from '../../src/constants.ts';
import { TEXT_FIELD_NAMES } from '../../src/lib/demo-fields.ts';
import { ADDRESSES } from '../support/addresses.ts';
import { rowsOf, visitor, webhookPayloadsOf } from '../support/site.ts';
import { DEMO, MESSAGES, NAVIGATION } from '../support/words.ts';
import { openChromium, openFirefox } from './puppeteer.ts';
import type { Tab } from './tab.ts';
import { openWebkit } from './webkit.ts';

const at = (path: string) => new URL(path, ADDRESSES.site).href;

/** An element that begins with this text. */
const named = (element: string, text: string) => `//${element}[starts-with(normalize-space(), "${text}")]`;

const MENU_BUTTON = '//nav//button';

const isMenuOpen = () => document.querySelector('#menu-panel')?.matches(':popover-open') ?? false;

const isMenuButtonFocused = () => document.activeElement?.matches('nav button');

const focused = () => ({
  id: document.activeElement?.id,
  text: document.activeElement?.textContent.trim(),
  isInvalid: document.activeElement?.ariaInvalid === 'true',
});

/** Whether the page shows the beginning of this section, and its address says so. */
const isAt = (id: string) => {
  const top = document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN;
  return location.pathname === '/' && location.hash === `#${id}` && Math.abs(top) < innerHeight / 2;
};

/** The heights of the answers or descriptions, in CSS pixels; 0 is closed. */
const openHeights = () =>
  [...document.querySelectorAll('details')].map(({ open, lastElementChild }) =>
    open ? (lastElementChild?.getBoundingClientRect().height ?? 0) : 0,
  );

const isSplashVisible = () => document.querySelector('.splash')?.checkVisibility() ?? false;

const splashState = () => document.documentElement.dataset['splash'];

for (const [name, open] of Object.entries({
  Chromium: openChromium,
  Firefox: openFirefox,
  WebKit: openWebkit,
}))
  describe.skipIf(!open)(`in ${name}, a visitor`, () => {
    let tab: Tab;
    beforeEach(async () => {
      tab = await open!();
    });
    afterEach(() => tab.close());

    async function arrive(path: string): Promise<void> {
      await tab.goto(at(path));
      await expect.poll(() => tab.evaluate(splashState, undefined)).toBe('done');
    }

    test('requests a demo', async () => {
      const person = visitor();
      await arrive('/request-demo');
      const submit = named('button', DEMO.submit);
      await tab.click(submit);
      await expect
        .poll(() => tab.evaluate(focused, undefined))
        .toMatchObject({ id: 'fullName', isInvalid: true });
      const form = await tab.evaluate(() => document.querySelector('form')?.textContent, undefined);
      expect(form).toContain(MESSAGES.fullNameRequired);
      expect(form).toContain(MESSAGES.consentRequired);

      for (const field of TEXT_FIELD_NAMES) await tab.type(`//*[@id="${field}"]`, person[field]);
      await tab.click('//*[@id="acceptedTerms"]');
      await tab.click(submit);
      await expect
        .poll(() => tab.evaluate(focused, undefined))
        .toMatchObject({ text: MESSAGES.confirmationHeading });
      expect(await tab.evaluate(() => document.forms.length, undefined)).toBe(0);
      expect(await rowsOf(person)).toMatchObject([{ phone_number: '(415) 555-2671' }]);
      await expect.poll(() => webhookPayloadsOf(person)).toHaveLength(1);
    });

    test('goes to a section by the menu', async () => {
      await arrive('/support-packages');
      await tab.click(MENU_BUTTON);
      await expect.poll(() => tab.evaluate(isMenuOpen, undefined)).toBe(true);
      await tab.press('Escape');
      await expect.poll(() => tab.evaluate(isMenuOpen, undefined)).toBe(false);
      await expect.poll(() => tab.evaluate(isMenuButtonFocused, undefined)).toBe(true);

      const sections = NAVIGATION.items.filter(({ link }) => link.includes('#'));
      for (const { name: section, link } of sections.toReversed()) {
        await tab.click(MENU_BUTTON);
        await tab.click(`//*[@id="menu-panel"]${named('a', section)}`);
        await expect.poll(() => tab.evaluate(isAt, link.slice(link.indexOf('#') + 1))).toBe(true);
        await expect.poll(() => tab.evaluate(isMenuOpen, undefined)).toBe(false);
        await expect.poll(() => tab.evaluate(splashState, undefined)).toBe('done');
      }
    });

    test.each([
      ['answers', '/'],
      ['use cases', '/inbound-voice-agents'],
    ])('opens several %s', async (_, path) => {
      await arrive(path);
      const isOpen = async () =>
        (await tab.evaluate(openHeights, undefined)).flatMap((height, index) => (height > 0 ? [index] : []));
      expect(await isOpen()).toEqual([]);
      await tab.click('(//summary)[2]');
      await expect.poll(isOpen).toEqual([1]);
      await tab.click('(//summary)[5]');
      await expect.poll(isOpen).toEqual([1, 4]);
      await tab.press('Enter');
      await expect.poll(isOpen).toEqual([1]);
    });

    test('sees the splash once', async () => {
      await tab.goto(at('/'));
      const seen = await tab.evaluate(
        () => ({
          splash: document.documentElement.dataset['splash'],
          now: performance.now(),
          wantsMotion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
        }),
        undefined,
      );
      expect(seen).toMatchObject({ wantsMotion: true });
      expect(seen.now < SPLASH_END_MS ? seen.splash : 'running').toBe('running');
      await tab.press('Escape');
      await expect.poll(() => tab.evaluate(isSplashVisible, undefined)).toBe(false);

      await tab.goto(at('/support-packages'));
      expect(await tab.evaluate(splashState, undefined)).toBe('done');
    });
  });
