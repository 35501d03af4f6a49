/** `npm run test:engines`: the main journeys in Firefox and WebKit; `tests/e2e` has all of them in Chromium. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readList } from '../../src/components/recording/schema.ts';
import { TEXT_FIELD_NAMES } from '../../src/demo-request/fields.ts';
import { formatPhone } from '../../src/demo-request/phone.ts';
import { CONSTANTS } from '../../tools/specification.ts';
import { ADDRESSES } from '../support/addresses.ts';
import { phoneVectors, stepsOf } from '../support/phone-vectors.ts';
import { newPerson, rowsOf, webhookPayloadsOf } from '../support/prospect.ts';
import { PATHS, demo, home, site } from '../support/words.ts';
import { openFirefox, type Tab } from './firefox.ts';
import { openWebkit } from './webkit.ts';

const at = (path: string) => new URL(path, ADDRESSES.site).href;

/** An element that begins with this text. */
const named = (element: string, text: string) => `//${element}[starts-with(normalize-space(), "${text}")]`;

const MENU_BUTTON = '//nav//button';

// From here to `submitPhone`, functions run in the page.
const menu = () => ({
  isOpen: document.querySelector('#menu-panel')?.matches(':popover-open') ?? false,
  isButtonFocused: document.activeElement?.matches('nav button') ?? false,
});

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

/** The indexes of the answers, or of the use cases, that are open. */
const openOnes = () =>
  [...document.querySelectorAll('details')].flatMap(({ open }, index) => (open ? [index] : []));

const isSplashVisible = () =>
  document
    .querySelector('[component-url*="/Splash."] > div')
    ?.checkVisibility({ visibilityProperty: true }) ?? false;

/** Whether the splash is visible, or was: on a slow machine, the time in milliseconds at which it fades may have passed. */
const sawSplash = (fadeStart: number) =>
  performance.now() > fadeStart ||
  document.querySelector('[component-url*="/Splash."] > div')?.checkVisibility();

/** Whether the page, with large text, is wider than the window. */
const isTooWide = () => {
  document.documentElement.style.fontSize = '200%';
  return document.documentElement.scrollWidth > innerWidth;
};

/** The lines of the call that is shown, and what is filled into its job. */
const shownCall = () => {
  const calls = [...document.querySelectorAll('.call')];
  const [shown, ...others] = calls.filter((call) => call.checkVisibility({ visibilityProperty: true }));
  const textsOf = (parts: string) =>
    Array.from(shown?.querySelectorAll(parts) ?? [], (part) =>
      part.textContent.replaceAll(/\s+/g, ' ').trim(),
    );
  return { lines: textsOf('li'), job: textsOf('dd'), others: others.length };
};

/** Of the first call, how many lines can be seen, whether its stamp can, and whether its button has this label. */
const heardCall = (label: string) => {
  const call = document.querySelector('[data-call]')!;
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the function is sent to the page as its text
  const isSeen = (part: Element) => {
    const { opacity, webkitTextFillColor } = getComputedStyle(part);
    return opacity === '1' && webkitTextFillColor !== 'rgba(0, 0, 0, 0)';
  };
  return {
    lines: [...call.querySelectorAll('li')].filter(isSeen).length,
    hasStamp: isSeen(call.querySelector('#outcome-1')!),
    hasLabel: call.querySelector('button')!.innerText.trim().startsWith(label),
  };
};

/** The second that the sound has reached; 0 before it plays. */
const secondOfSound = () => document.querySelector('audio')?.currentTime ?? 0;

const seek = (second: number) => {
  document.querySelector('audio')!.currentTime = second;
};

const isHydrated = () => !document.querySelector('#demo-form')?.closest('astro-island')?.hasAttribute('ssr');

/** Submits. Returns what the phone field then shows, and its message; empties the field. */
const submitPhone = async () => {
  const phone = document.querySelector<HTMLInputElement>('#phoneNumber')!;
  phone.form?.requestSubmit();
  await new Promise(requestAnimationFrame);
  const message = document.querySelector('#phoneNumber-error')?.textContent ?? null;
  const result = { shows: phone.value, message };
  phone.value = '';
  phone.dispatchEvent(new Event('input', { bubbles: true }));
  return result;
};

const BROWSERS = { Firefox: openFirefox, WebKit: openWebkit };

for (const [title, open] of Object.entries(BROWSERS))
  describe.skipIf(!open).each([390, 1280])(`in ${title}, %i px wide, a visitor`, (width) => {
    let tab: Tab;
    beforeEach(async () => {
      tab = await open!(width);
    });
    afterEach(() => tab.close());

    async function arrive(path: string): Promise<void> {
      await tab.goto(at(path));
      await expect.poll(() => tab.evaluate(isSplashVisible)).toBe(false);
    }

    test('requests a demo', async () => {
      const person = newPerson();
      await arrive('/request-demo');
      const submit = named('button', demo.form.submit);
      await tab.click(submit);
      await expect.poll(() => tab.evaluate(focused)).toMatchObject({ id: 'fullName', isInvalid: true });
      const form = await tab.evaluate(() => document.querySelector('form')?.textContent);
      expect(form).toContain(demo.form.fields.fullName.required);
      expect(form).toContain(demo.form.consentRequired);

      await arrive('/request-demo');
      for (const field of TEXT_FIELD_NAMES) await tab.type(`//*[@id="${field}"]`, person[field]);
      // WebKit's driver takes the checkbox for one that cannot be clicked in a narrow window.
      await tab.evaluate(() => document.querySelector<HTMLElement>('#acceptedTerms')?.click());
      await tab.click(submit);
      await expect.poll(() => tab.evaluate(focused)).toMatchObject({ text: demo.confirmation.heading });
      await expect.poll(() => tab.evaluate(() => document.forms.length)).toBe(0);
      expect(await rowsOf(person)).toMatchObject([{ phone_number: formatPhone(person.phoneNumber) }]);
      await expect.poll(() => webhookPayloadsOf(person)).toHaveLength(1);
    });

    test('types phone numbers, which are formatted, and refused if invalid', async () => {
      await arrive('/request-demo');
      await tab.click('//*[@id="phoneNumber"]');
      await expect.poll(() => tab.evaluate(isHydrated)).toBe(true);
      const typed = phoneVectors.flatMap((vector) => {
        const [[way, text], ...more] = stepsOf(vector);
        // Without keys such as Backspace, for which vectors have signs.
        return way === 'types' && more.length === 0 && /^[+\d ]+$/.test(text) ? [{ ...vector, text }] : [];
      });
      expect(typed).not.toHaveLength(0);
      for (const { text, shows, error } of typed) {
        await tab.type('//*[@id="phoneNumber"]', text);
        const message = error ? demo.form.fields.phoneNumber[error] : null;
        expect({ text, ...(await tab.evaluate(submitPhone)) }).toEqual({ text, shows, message });
      }
    });

    test('goes to a section by the menu', async () => {
      await arrive('/support-packages');
      await tab.click(MENU_BUTTON);
      await expect.poll(() => tab.evaluate(menu)).toMatchObject({ isOpen: true });
      await tab.press('Escape');
      await expect.poll(() => tab.evaluate(menu)).toEqual({ isOpen: false, isButtonFocused: true });

      const sections = site.menu.items.filter(({ link }) => link.includes('#'));
      for (const { label: section, link } of sections) {
        await tab.click(MENU_BUTTON);
        await tab.click(`//*[@id="menu-panel"]${named('a', section)}`);
        await expect.poll(() => tab.evaluate(isAt, link.slice(link.indexOf('#') + 1))).toBe(true);
        await expect.poll(() => tab.evaluate(menu)).toMatchObject({ isOpen: false });
      }
    });

    test('scrolls no page sideways with large text', async () => {
      for (const path of PATHS) {
        await arrive(path);
        expect({ path, isTooWide: await tab.evaluate(isTooWide) }).toEqual({ path, isTooWide: false });
      }
    });

    const { items } = home.calls;
    test.runIf(items.length > 1)('chooses a caller, and sees that call and its job alone', async () => {
      await arrive('/');
      // The first one, which is chosen already, comes last.
      for (const { choice, lines, job } of items.toReversed()) {
        await tab.click(`//label[contains(normalize-space(), "${choice}")]`);
        await expect
          .poll(() => tab.evaluate(shownCall))
          .toEqual({
            lines: lines.map(({ who, text }) => `${who} ${text}`),
            job: job.fields.map(({ value }) => value),
            others: 0,
          });
      }
    });

    const [call] = items;
    test.runIf(call?.recording)(
      'hears the last two lines of a call, which appear as they are spoken',
      async () => {
        const { lines } = readList(call!.recording!);
        const { play, pause } = site.recording;
        await arrive('/');
        await tab.click(`${named('button', play)}[contains(normalize-space(), "${call!.choice}")]`);
        await expect.poll(() => tab.evaluate(secondOfSound)).toBeGreaterThan(0);
        await tab.evaluate(seek, lines.at(-2)!.from);
        await expect
          .poll(() => tab.evaluate(heardCall, pause))
          .toEqual({ lines: lines.length - 1, hasStamp: false, hasLabel: true });
        await expect
          .poll(() => tab.evaluate(heardCall, pause))
          .toEqual({ lines: lines.length, hasStamp: false, hasLabel: true });
        await expect
          .poll(() => tab.evaluate(heardCall, play))
          .toEqual({ lines: lines.length, hasStamp: true, hasLabel: true });
      },
    );

    test.each([
      ['answers', '/'],
      ['use cases', '/inbound-voice-agents'],
    ])('opens several %s', async (_, path) => {
      await arrive(path);
      const opened = () => tab.evaluate(openOnes);
      expect(await opened()).toEqual([]);
      // XPath counts from 1.
      await tab.click('(//summary)[2]');
      await expect.poll(opened).toEqual([1]);
      await tab.click('(//summary)[5]');
      await expect.poll(opened).toEqual([1, 4]);
      // The focus is on the last one that was clicked.
      await tab.press('Enter');
      await expect.poll(opened).toEqual([1]);
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
