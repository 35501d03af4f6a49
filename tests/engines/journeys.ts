/** The main journeys, which Firefox and WebKit take in a file each, side by side; `tests/e2e` has all of them in Chromium. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEXT_FIELD_NAMES } from '../../src/demo-request/fields.ts';
import { formatPhone } from '../../src/demo-request/phone.ts';
import { CONSTANTS } from '../../tools/specification.ts';
import { newPerson, rowsOf, webhookPayloadsOf } from '../support/prospect.ts';
import { demo, home, site } from '../support/words.ts';
import { arriveIn, at, isSplashVisible, named } from './browsers.ts';
import type { OpenTab, Tab } from './firefox.ts';

const MENU_BUTTON = '//nav//button';

// The functions up to the journeys run in the page.
const menu = () => ({
  isOpen: document.querySelector('#menu-panel')?.matches(':popover-open') ?? false,
  isButtonFocused: document.activeElement?.matches('nav button') ?? false,
});

const focused = () => ({
  id: document.activeElement?.id,
  text: document.activeElement?.textContent.trim(),
  isInvalid: document.activeElement?.ariaInvalid === 'true',
});

const isAt = (id: string) => {
  const top = document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN;
  return location.pathname === '/' && location.hash === `#${id}` && Math.abs(top) < innerHeight / 2;
};

/** The sections that are still transparent: a link's scroll shows at once what it passes. */
const transparentOnes = () =>
  Array.from(document.querySelectorAll('main > section'))
    .filter((section) => getComputedStyle(section.querySelector(':scope > .head')!).opacity !== '1')
    .map(({ id }) => id);

/** The indexes of the answers, or of the use cases, that are open. */
const openOnes = () =>
  [...document.querySelectorAll('details')].flatMap(({ open }, index) => (open ? [index] : []));

/** Whether the splash is visible, or was: on a slow machine, the time in milliseconds at which it fades may have passed. */
const sawSplash = (fadeStart: number) =>
  performance.now() > fadeStart ||
  document.querySelector('[component-url*="/Splash."] > div')?.checkVisibility();

const shownCalls = () =>
  Array.from(document.querySelectorAll('.call'))
    .filter((call) => call.checkVisibility({ visibilityProperty: true }))
    .map((call) => call.textContent);

/** Answers what the page's scripts request late, and with an error. */
const failRequests = () => {
  window.fetch = () =>
    new Promise((answer) => setTimeout(() => answer(new Response(null, { status: 500 })), 1000));
};

const isSpinnerTurning = () => {
  const spinner = document.querySelector('#demo-form [class*="spinner"]')!;
  return spinner.checkVisibility() && getComputedStyle(spinner).rotate !== 'none';
};

const hasBanner = () => document.querySelector('[class*="banner"]') !== null;

const isHydrated = () => !document.querySelector('#demo-form')?.closest('astro-island')?.hasAttribute('ssr');

export function testJourneys(title: string, open: OpenTab | undefined): void {
  describe.skipIf(!open).each([390, 1280])(`in ${title}, %i px wide, a visitor`, (width) => {
    let tab: Tab;
    beforeEach(async () => {
      tab = await open!(width);
    });
    afterEach(() => tab.close());

    const arrive = (path: string) => arriveIn(tab, path);

    test('requests a demo', async () => {
      const person = newPerson();
      person.phoneNumber = `+1 ${person.phoneNumber}`;
      await arrive('/request-demo');
      const submit = named('button', demo.form.submit);
      await expect.poll(() => tab.evaluate(isHydrated)).toBe(true);
      await tab.click(submit);
      await expect.poll(() => tab.evaluate(focused)).toMatchObject({ id: 'fullName', isInvalid: true });
      for (const field of TEXT_FIELD_NAMES) await tab.type(`//*[@id="${field}"]`, person[field]);
      await tab.click('//*[@id="acceptedTerms"]');
      await tab.click(submit);
      await expect.poll(() => tab.evaluate(focused)).toMatchObject({ text: demo.confirmation.heading });
      await expect.poll(() => tab.evaluate(() => document.forms.length)).toBe(0);
      expect(await rowsOf(person)).toMatchObject([{ phone_number: formatPhone(person.phoneNumber) }]);
      await expect.poll(() => webhookPayloadsOf(person)).toHaveLength(1);
    });

    test('sees the spinner turn each time that the form is sent', async () => {
      const person = newPerson();
      await arrive('/request-demo');
      await expect.poll(() => tab.evaluate(isHydrated)).toBe(true);
      await tab.evaluate(failRequests);
      for (const field of TEXT_FIELD_NAMES) await tab.type(`//*[@id="${field}"]`, person[field]);
      await tab.click('//*[@id="acceptedTerms"]');
      for (const _ of ['once', 'again']) {
        await tab.click(named('button', demo.form.submit));
        await expect.poll(() => tab.evaluate(isSpinnerTurning)).toBe(true);
        await expect.poll(() => tab.evaluate(hasBanner)).toBe(true);
      }
    });

    test('goes to a section by the menu', async () => {
      await arrive('/support-packages');
      await tab.click(MENU_BUTTON);
      await expect.poll(() => tab.evaluate(menu)).toMatchObject({ isOpen: true });
      await tab.press('Escape');
      await expect.poll(() => tab.evaluate(menu)).toEqual({ isOpen: false, isButtonFocused: true });

      // The last one is reached from another page: its scroll passes all others, which a jump would leave transparent.
      const sections = site.menu.items.filter(({ link }) => link.includes('#')).toReversed();
      for (const { label: section, link } of sections) {
        await tab.click(MENU_BUTTON);
        await tab.click(`//*[@id="menu-panel"]${named('a', section)}`);
        await expect.poll(() => tab.evaluate(isAt, link.slice(link.indexOf('#') + 1))).toBe(true);
        await expect.poll(() => tab.evaluate(menu)).toMatchObject({ isOpen: false });
        expect(await tab.evaluate(transparentOnes)).toEqual([]);
      }
    });

    const { items } = home.calls;
    test.runIf(items.length > 1)('chooses a caller, and sees that call and its job alone', async () => {
      await arrive('/');
      // The first one, which is chosen already, comes last.
      for (const { choice, outcome } of items.toReversed()) {
        await tab.click(`//label[contains(normalize-space(), "${choice}")]`);
        await expect.poll(() => tab.evaluate(shownCalls)).toEqual([expect.stringContaining(outcome)]);
      }
    });

    test.each(['/', '/inbound-voice-agents'])('opens several answers or use cases of %s', async (path) => {
      await arrive(path);
      const opened = () => tab.evaluate(openOnes);
      // The first answer is open from the start.
      const atFirst = await opened();
      // XPath counts from 1.
      await tab.click('(//summary)[3]');
      await expect.poll(opened).toEqual([...atFirst, 2]);
      await tab.click('(//summary)[5]');
      await expect.poll(opened).toEqual([...atFirst, 2, 4]);
      // The focus is on the last one that was clicked.
      await tab.press('Enter');
      await expect.poll(opened).toEqual([...atFirst, 2]);
    });

    test('sees the splash, if there is one, once', async () => {
      await tab.goto(at('/'));
      expect(await tab.evaluate(sawSplash, 'splash' in site ? CONSTANTS.SPLASH_FADE_START_MS : 0)).toBe(true);
      await tab.press('Escape');
      await expect.poll(() => tab.evaluate(isSplashVisible)).toBe(false);

      await tab.goto(at('/support-packages'));
      expect(await tab.evaluate(isSplashVisible)).toBe(false);
    });
  });
}
