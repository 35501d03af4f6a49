/** The main journeys, once for every engine. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { SPLASH_END_MS } from '../../src/constants.ts';
import { TEXT_FIELD_NAMES } from '../../src/lib/demo-fields.ts';
import { ADDRESSES } from '../support/addresses.ts';
import { expect, rowsOf, visitor, webhookPayloadsOf } from '../support/site.ts';
import { DEMO, MESSAGES, NAVIGATION } from '../support/words.ts';
import type { Tab } from './engine.ts';

const TIMEOUT_MS = 20_000;

const at = (path: string) => new URL(path, ADDRESSES.site).href;

/** Resolves as soon as the function says true in the page, through navigations too. */
async function until<A>(tab: Tab, what: string, work: (argument: A) => boolean, argument: A): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      last = await tab.evaluate(work, argument);
      if (last === true) return;
    } catch (error) {
      last = error;
    }
    await wait(50);
  }
  throw new Error(`Not within ${TIMEOUT_MS} ms: ${what}. Last: ${String(last)}`);
}

/** Marks the first element of that kind whose text begins so, and gives a selector for it. */
async function find(tab: Tab, selector: string, text: string): Promise<string> {
  const what = `${selector} that begins with ${text}`;
  await until(
    tab,
    what,
    (wanted) => {
      const element = [...document.querySelectorAll(wanted.selector)].find((candidate) =>
        candidate.textContent.trim().startsWith(wanted.text),
      );
      element?.setAttribute('data-found', wanted.text);
      return element !== undefined;
    },
    { selector, text },
  );
  return `${selector}[data-found=${JSON.stringify(text)}]`;
}

const isFocused = (selector: string) => document.activeElement?.matches(selector) ?? false;

const isOpenMenu = (expected: boolean) =>
  (document.querySelector('#menu-panel')?.matches(':popover-open') ?? false) === expected;

const isAt = (id: string) => {
  const top = document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN;
  return location.pathname === '/' && location.hash === `#${id}` && Math.abs(top) < innerHeight / 2;
};

const openDetails = () => [...document.querySelectorAll('details')].map(({ open }) => open);

/** No splash lies over the page any more. */
const isUncovered = () => document.documentElement.dataset['splash'] === 'done';

async function arrive(tab: Tab, path: string): Promise<void> {
  await tab.goto(at(path));
  await until(tab, 'the splash is over', isUncovered, undefined);
}

async function requestDemo(tab: Tab): Promise<void> {
  const person = visitor();
  await arrive(tab, '/request-demo');
  const send = await find(tab, 'form button', DEMO.submit);
  await tab.click(send);
  await until(tab, 'the first invalid field has the focus', isFocused, '#fullName[aria-invalid]');
  const messages = await tab.evaluate(() => document.querySelector('form')?.textContent ?? '', undefined);
  for (const message of [MESSAGES.fullNameRequired, MESSAGES.consentRequired])
    assert.ok(messages.includes(message), message);

  for (const name of TEXT_FIELD_NAMES) await tab.type(`#${name}`, person[name]);
  const phone = await tab.evaluate(
    () => document.querySelector<HTMLInputElement>('#phoneNumber')?.value,
    undefined,
  );
  assert.equal(phone, '(415) 555-2671');
  await tab.click('#acceptedTerms');
  await tab.click(send);
  await until(
    tab,
    'the confirmation has the focus',
    (heading) => document.activeElement?.textContent === heading,
    MESSAGES.confirmationHeading,
  );
  assert.equal(await tab.evaluate(() => document.querySelectorAll('form').length, undefined), 0);

  assert.equal((await rowsOf(person)).length, 1);
  await expect
    .poll(() => webhookPayloadsOf(person), { message: 'calls of the webhook', timeout: TIMEOUT_MS })
    .toHaveLength(1);
}

async function goByMenu(tab: Tab): Promise<void> {
  await arrive(tab, '/support-packages');
  await tab.click('.menu-button');
  await until(tab, 'the menu is open', isOpenMenu, true);
  await tab.press('Escape');
  await until(tab, 'Escape closes it', isOpenMenu, false);
  await until(tab, 'and gives the focus back', isFocused, '.menu-button');

  const sections = NAVIGATION.items.filter(({ link }) => link.includes('#'));
  for (const { name, link } of sections.toReversed()) {
    const anchor = link.slice(link.indexOf('#') + 1);
    await tab.click('.menu-button');
    await until(tab, 'the menu is open', isOpenMenu, true);
    await tab.click(await find(tab, '#menu-panel a', name));
    await until(tab, `the section ${anchor} is reached`, isAt, anchor);
    await until(tab, 'the menu is closed', isOpenMenu, false);
    await until(tab, 'the splash is over', isUncovered, undefined);
  }
}

async function openSeveral(tab: Tab, path: string): Promise<void> {
  await arrive(tab, path);
  // A key has the whole page laid out: WebKit's driver cannot scroll to what is not.
  await tab.press('Tab');
  const closed = await tab.evaluate(openDetails, undefined);
  assert.ok(closed.length > 4 && !closed.includes(true), 'all are closed');
  await tab.evaluate(() => {
    for (const [index, summary] of document.querySelectorAll('summary').entries())
      summary.id = `nth-${index}`;
  }, undefined);
  for (const index of [1, 4]) {
    await tab.click(`#nth-${index}`);
    await until(
      tab,
      'it is open and its text is in the page',
      (nth) => {
        const details = document.querySelectorAll('details')[nth];
        return details?.open === true && (details.lastElementChild?.getBoundingClientRect().height ?? 0) > 0;
      },
      index,
    );
  }
  assert.deepEqual(await tab.evaluate(openDetails, undefined), closed.with(1, true).with(4, true));
  await tab.press('Enter');
  await until(tab, 'Enter closes it', () => !document.querySelectorAll('details')[4]?.open, undefined);
  assert.equal(await tab.evaluate(() => document.querySelectorAll('details')[1]?.open, undefined), true);
}

async function seeSplash(tab: Tab): Promise<void> {
  await tab.goto(at('/'));
  const seen = await tab.evaluate(
    () => ({ splash: document.documentElement.dataset['splash'], now: performance.now() }),
    undefined,
  );
  const wantsMotion = await tab.evaluate(
    () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
    undefined,
  );
  assert.ok(wantsMotion, 'this engine is set to reduced motion, and shows no splash');
  assert.ok(seen.splash === 'running' || seen.now > SPLASH_END_MS, `the splash runs, not ${seen.splash}`);
  await tab.press('Escape');
  await until(tab, 'it is over', isUncovered, undefined);
  await until(tab, 'and gone', () => !document.querySelector('.splash')?.checkVisibility(), undefined);

  await tab.goto(at('/support-packages'));
  assert.equal(await tab.evaluate(() => document.documentElement.dataset['splash'], undefined), 'done');
}

export const JOURNEYS: Readonly<Record<string, (tab: Tab) => Promise<void>>> = {
  'requests a demo': requestDemo,
  'goes to a section by the menu': goByMenu,
  'opens answers': (tab) => openSeveral(tab, '/'),
  'opens use cases': (tab) => openSeveral(tab, '/inbound-voice-agents'),
  'sees the splash once': seeSplash,
};
