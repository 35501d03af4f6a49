/** A recording in Firefox and WebKit; `tests/e2e/recording.spec.ts` has all of it in Chromium. */
import { expect, onTestFinished, test } from 'vitest';
import { readTranscript } from '../../src/components/recording/schema.ts';
import { home, site } from '../support/words.ts';
import { BROWSERS, arriveIn, at } from './browsers.ts';

// These functions run in the page.
/** How many lines of the shown call can be seen, whether its stamp can, and whether its button has this label. */
const heardCall = (label: string) => {
  const shown = [...document.querySelectorAll('[data-call]')].find((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )!;
  const seen = [...shown.querySelectorAll('li, [id^="outcome-"]')].filter((part) => {
    const { opacity, webkitTextFillColor } = getComputedStyle(part);
    return opacity === '1' && webkitTextFillColor !== 'rgba(0, 0, 0, 0)';
  });
  return {
    lines: seen.filter((part) => part.matches('li')).length,
    hasStamp: seen.some((part) => part.id),
    hasLabel: shown.querySelector('button')!.innerText.trim().startsWith(label),
  };
};

const secondOfSound = () => document.querySelector('audio')?.currentTime ?? 0;

const focusPlay = () =>
  Array.from(document.querySelectorAll<HTMLElement>('[data-call] button'))
    .find((button) => button.checkVisibility({ visibilityProperty: true }))!
    .focus();

/** From there on, the sound crawls, so that a busy machine, too, sees each line. */
const seek = (second: number) => {
  Object.assign(document.querySelector('audio')!, { currentTime: second, playbackRate: 0.1 });
};

/** Lets the sound go on at its usual speed. */
const finish = () => {
  document.querySelector('audio')!.playbackRate = 1;
};

const goBack = () => history.back();

const { items } = home.calls;
const call = items.find(({ recording }) => recording);
const { play, pause, resume } = site.recording;

for (const [title, open] of Object.entries(BROWSERS))
  test.skipIf(!open || !call).each([390, 1280])(
    `in ${title}, %i px wide, a call appears as it is heard, and is whole once it is paused, left or over`,
    async (width) => {
      const tab = await open!(width);
      onTestFinished(async () => void (await tab.close()));
      const { lines } = readTranscript(call!.recording!);
      const expectCall = async (label: string, seen: { lines: number; hasStamp: boolean }) => {
        await expect.poll(() => tab.evaluate(heardCall, label)).toEqual({ ...seen, hasLabel: true });
      };
      const whole = { lines: lines.length, hasStamp: true };
      const begun = { lines: lines.length - 1, hasStamp: false };
      const choose = async () => {
        if (call !== items[0]) await tab.click(`//label[contains(normalize-space(), "${call!.choice}")]`);
      };
      await arriveIn(tab, '/');
      await choose();
      // The keyboard starts it, as browsers play nothing on a click of a script, which WebKit's is.
      await tab.evaluate(focusPlay);
      await tab.press('Enter');
      await expect.poll(() => tab.evaluate(secondOfSound)).toBeGreaterThan(0);
      await tab.evaluate(seek, lines.at(-2)!.from);
      await expectCall(pause, begun);
      await tab.press('Enter');
      await expectCall(resume, whole);
      await tab.press('Enter');
      await expectCall(pause, begun);
      await tab.evaluate(seek, lines.at(-1)!.from);
      await expectCall(pause, { ...whole, hasStamp: false });

      await tab.goto(at('/support-packages'));
      await tab.evaluate(goBack);
      await choose();
      // Where the browser has kept the page, it is paused; or else it is a new one.
      await expect.poll(() => tab.evaluate(heardCall, '')).toEqual({ ...whole, hasLabel: true });
      await tab.evaluate(focusPlay);
      await tab.press('Enter');
      await expect.poll(() => tab.evaluate(secondOfSound)).toBeGreaterThan(0);
      await tab.evaluate(seek, lines.at(-1)!.to);
      await tab.evaluate(finish);
      await expectCall(play, whole);
    },
  );
