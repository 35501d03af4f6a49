/** How long the first interaction with a sleeping island takes to show, on a slow processor and a slow network. */
import { PredefinedNetworkConditions, type Browser, type Page } from 'puppeteer-core';
import type { Device } from './lighthouse.ts';
import { islands, visitor } from './visitors.ts';

const CPU_SLOWDOWN = 4;

/** Presses that land while the island is waking: it must not keep them waiting. */
const MOST_PRESSES = 12;

export interface Interaction {
  readonly name: string;
  readonly island: string;
  readonly path: string;
  readonly press: string;
  /** Whether the answer is on the screen. Runs in the page, in the frame that is about to be painted. */
  readonly isAnswered: () => boolean;
}

export const INTERACTIONS: readonly Interaction[] = [
  {
    name: 'menu opens',
    island: 'Menu',
    path: '/',
    press: '.menu-button',
    isAnswered: () => {
      const panel = document.querySelector('.menu-panel');
      return Boolean(panel?.matches(':popover-open') && panel.checkVisibility({ opacityProperty: true }));
    },
  },
  {
    name: 'FAQ answer opens',
    island: 'FaqAccordion',
    path: '/',
    press: '.faq summary',
    isAnswered: () => {
      const faq = document.querySelector<HTMLElement>('.faq');
      const question = faq?.querySelector('summary');
      return Number(faq?.offsetHeight) - Number(question?.offsetHeight) > 4;
    },
  },
  {
    name: 'use-case card opens',
    island: 'UseCaseCards',
    path: '/inbound-voice-agents',
    press: '.use-case summary',
    isAnswered: () => {
      const card = document.querySelector<HTMLElement>('.use-case');
      const head = card?.querySelector('summary');
      return Number(card?.offsetHeight) - Number(head?.offsetHeight) > 4;
    },
  },
  {
    name: 'splash is skipped',
    island: 'Splash',
    path: '/',
    press: 'body',
    isAnswered: () => {
      const splash = document.querySelector('.splash');
      return !splash || Number(getComputedStyle(splash).opacity) < 1;
    },
  },
];

export interface Latency {
  /** From the input to the paint that shows the answer. */
  readonly response: number;
  /** Interaction to Next Paint of the visit: its worst interaction, the waking of the island included. */
  readonly inp: number;
}

interface Watch {
  /** Resolves when the answer is on the screen: milliseconds from the input. */
  answer: Promise<number>;
  worst: number;
}

declare global {
  interface Window {
    watch: Watch;
  }
}

/** Watches for the answer to the next click and for the slowest interaction. Runs in the page. */
function startWatch(isAnswered: () => boolean): void {
  const LATEST_REPORT_MS = 1000;
  let shown: (afterMs: number) => void;
  let answeredInput = -1;
  window.watch = { answer: new Promise((resolve) => (shown = resolve)), worst: 0 };

  const look = (input: number, frame = 1): number =>
    requestAnimationFrame(() => {
      if (!isAnswered()) {
        look(input, frame + 1);
        return;
      }
      // When the frame right after the input was shown, the browser says itself, below; unless that took too little
      // for it to report.
      if (frame === 1) answeredInput = input;
      // A message posted from a frame is delivered when the frame has been painted.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        const painted = performance.now() - input;
        setTimeout(() => shown(painted), frame === 1 ? LATEST_REPORT_MS : 0);
      });
      port1.start();
      port2.postMessage('painted');
    });
  addEventListener('click', ({ timeStamp }) => look(timeStamp), { capture: true, once: true });

  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.name === 'click' && entry.startTime === answeredInput) shown(entry.duration);
      if (entry.interactionId) window.watch.worst = Math.max(window.watch.worst, entry.duration);
    }
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

const isAsleep = async (page: Page, island: string) =>
  (await islands(page)).some(({ name, isAsleep: asleep }) => asleep && name === island);

/** Brings what will be pressed into view, and lets the page come to rest there, as a visitor does who reads first. */
async function approach(page: Page, selector: string): Promise<void> {
  await page.$eval(selector, (element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const rest = () =>
          requestIdleCallback((idle) => {
            if (idle.timeRemaining() > 40) resolve();
            else rest();
          });
        requestAnimationFrame(rest);
      }),
  );
}

/** Visits the page, presses once, and goes on pressing while the island wakes. */
export async function interact(
  browser: Browser,
  address: string,
  { island, path, press, isAnswered }: Interaction,
  device: Device,
): Promise<Latency> {
  const isSplash = island === 'Splash';
  const guest = await visitor(browser, device, !isSplash);
  const { page } = guest;
  try {
    await page.emulateCPUThrottling(CPU_SLOWDOWN);
    await page.emulateNetworkConditions(PredefinedNetworkConditions['Fast 3G']);
    await page.goto(address + path, { waitUntil: isSplash ? 'domcontentloaded' : 'load' });
    await page.waitForSelector(press);
    if (!isSplash) await approach(page, press);
    // As text: the page's security policy lets nobody else evaluate a function there.
    await page.evaluate(`(${startWatch})(${isAnswered})`);
    if (!(await isAsleep(page, island))) throw new Error(`${island} was awake before it was needed.`);

    await guest.press(press);
    const response = await page.evaluate(() => window.watch.answer);
    if (!isSplash)
      for (let presses = 1; presses < MOST_PRESSES && (await isAsleep(page, island)); presses++)
        await guest.press(press);
    // The browser reports an interaction after the frame that it led to.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))),
    );
    return { response, inp: await page.evaluate(() => window.watch.worst) };
  } finally {
    await guest.leave();
  }
}
