import type { Page } from '@playwright/test';

/**
 * Looks at each frame of each document, from its first script on. Returns what it saw of the current document, with the
 * time on the document's timeline, which runs as slowly as its animations.
 *
 * @param look runs in the page: it may use nothing but its argument
 */
export async function film<Frame, Argument>(
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
