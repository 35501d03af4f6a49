import type { Page } from '@playwright/test';

/**
 * Calls `look` in each animation frame of each document, from before its scripts on. Returns a function that resolves
 * with the results in the current document, each with its `time`, in ms, which `slowMotion` slows, too.
 *
 * @param look runs in the page: it may use nothing but its argument
 */
export async function recordFrames<Frame, Argument>(
  page: Page,
  look: (argument: Argument) => Frame,
  argument?: Argument,
): Promise<() => Promise<(Frame & { time: number })[]>> {
  await page.addInitScript(`{
    const frames = [];
    const record = () => {
      frames.push({ time: document.timeline.currentTime, ...(${String(look)})(${JSON.stringify(argument)}) });
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
    Object.assign(window, { frames });
  }`);
  return () => page.evaluate('frames');
}
