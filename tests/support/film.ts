import type { Page } from '@playwright/test';

/**
 * Calls `look`, which may use nothing but its argument, in each animation frame of each document, from before its scripts
 * on. Returns a function that resolves with the results in the current document.
 */
export async function recordFrames<Frame, Argument>(
  page: Page,
  look: (argument: Argument) => Frame,
  argument?: Argument,
): Promise<() => Promise<Frame[]>> {
  await page.addInitScript(`{
    const frames = [];
    const record = () => {
      frames.push((${String(look)})(${JSON.stringify(argument)}));
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
    Object.assign(window, { frames });
  }`);
  return () => page.evaluate('frames');
}
