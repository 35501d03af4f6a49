/** A recording in Firefox and WebKit; `tests/e2e/recording.spec.ts` has all of it in Chromium. */
import { expect, onTestFinished, test } from 'vitest';
import { readList } from '../../src/components/recording/schema.ts';
import { home, site } from '../support/words.ts';
import { BROWSERS, arriveIn } from './browsers.ts';

// These functions run in the page.
/** Of the first call, how many lines can be seen, whether its stamp can, and whether its button has this label. */
const heardCall = (label: string) => {
  const call = document.querySelector('[data-call]')!;
  const seen = [...call.querySelectorAll('li, #outcome-1')].filter((part) => {
    const { opacity, webkitTextFillColor } = getComputedStyle(part);
    return opacity === '1' && webkitTextFillColor !== 'rgba(0, 0, 0, 0)';
  });
  return {
    lines: seen.filter((part) => part.matches('li')).length,
    hasStamp: seen.some((part) => part.id),
    hasLabel: call.querySelector('button')!.innerText.trim().startsWith(label),
  };
};

const secondOfSound = () => document.querySelector('audio')?.currentTime ?? 0;

const focusPlay = () => document.querySelector<HTMLElement>('[data-call] button')!.focus();

const seek = (second: number) => {
  document.querySelector('audio')!.currentTime = second;
};

const [call] = home.calls.items;
const { play, pause } = site.recording;

for (const [title, open] of Object.entries(BROWSERS))
  test.skipIf(!open || !call?.recording).each([390, 1280])(
    `in ${title}, %i px wide, a visitor hears the last two lines of a call, which appear as they are spoken`,
    async (width) => {
      const tab = await open!(width);
      onTestFinished(async () => void (await tab.close()));
      const { lines } = readList(call!.recording!);
      await arriveIn(tab, '/');
      // By the keyboard, as browsers play nothing on a click of a script, which WebKit's is.
      await tab.evaluate(focusPlay);
      await tab.press('Enter');
      await expect.poll(() => tab.evaluate(secondOfSound)).toBeGreaterThan(0);
      await tab.evaluate(seek, lines.at(-2)!.from);
      const all = { lines: lines.length, hasStamp: false, hasLabel: true };
      await expect.poll(() => tab.evaluate(heardCall, pause)).toEqual({ ...all, lines: lines.length - 1 });
      await expect.poll(() => tab.evaluate(heardCall, pause)).toEqual(all);
      await expect.poll(() => tab.evaluate(heardCall, play)).toEqual({ ...all, hasStamp: true });
    },
  );
