/** What a visitor wakes who scrolls through a whole page with the pointer moving, and opens nothing. */
import type { Browser } from 'puppeteer-core';
import { librariesIn } from '../support/budgets.ts';
import type { Device } from './lighthouse.ts';
import { islands, visitor, type Visitor } from './visitors.ts';

export interface Waking {
  /** Names of the islands that woke. */
  readonly woken: readonly string[];
  /** Compressed bytes of the scripts fetched, by library; islands and what they share are `own`. */
  readonly bytes: Readonly<Record<'React' | 'GSAP' | 'supabase-js' | 'own', number>>;
}

/** Wanders to the end of the page: by touch on a phone, by wheel and mouse at a desk. */
async function wander({ page, device }: Visitor): Promise<void> {
  const { width, height } = page.viewport() ?? { width: 0, height: 0 };
  const isAtEnd = () =>
    page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
  for (let step = 0; step < 200 && !(await isAtEnd()); step++) {
    const x = width * (0.3 + 0.2 * (step % 3));
    if (device === 'desktop') {
      await page.mouse.move(x, height * 0.7, { steps: 8 });
      await page.mouse.wheel({ deltaY: height / 3 });
    } else {
      const finger = await page.touchscreen.touchStart(x, height * 0.8);
      for (let part = 1; part <= 8; part++) await finger.move(x, height * (0.8 - 0.08 * part));
      await finger.end();
    }
  }
}

/** Reads a page to its end. `readScript` gives the text of a script by its path. */
export async function readToTheEnd(
  browser: Browser,
  url: string,
  device: Device,
  readScript: (path: string) => Promise<string>,
): Promise<Waking> {
  const guest = await visitor(browser, device, true);
  const { page } = guest;
  try {
    const session = await page.createCDPSession();
    await session.send('Network.enable');
    const paths = new Map<string, string>();
    const sizes = new Map<string, number>();
    session.on('Network.responseReceived', ({ requestId, response, type }) => {
      if (type === 'Script') paths.set(requestId, new URL(response.url).pathname);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const path = paths.get(requestId);
      if (path) sizes.set(path, encodedDataLength);
    });
    await page.goto(url, { waitUntil: 'load' });
    await wander(guest);
    await page.waitForNetworkIdle();

    const bytes = { React: 0, GSAP: 0, 'supabase-js': 0, own: 0 };
    for (const [path, size] of sizes) {
      const [library = 'own'] = librariesIn(await readScript(path));
      bytes[library] += size;
    }
    const woken = (await islands(page)).filter(({ isAsleep }) => !isAsleep).map(({ name }) => name);
    return { woken, bytes };
  } finally {
    await guest.leave();
  }
}
