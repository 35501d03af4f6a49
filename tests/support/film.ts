import type { Page } from '@playwright/test';

/** Calls `look`, in the page, in each frame of a document, from before its scripts on. Returns a reader of the results. */
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
