/**
 * A visitor who hovers a link for a moment and then opens it, in a Chromium that nothing watches: tools that attach to
 * its pages keep it from showing one that was rendered ahead. The mouse is all that is commanded from outside; the page
 * that was opened tells of itself.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from '../../supabase/embedded/listen.ts';
import { readHeaderRules, serveSite } from '../../supabase/embedded/site-server.ts';
import { BROWSER_FLAGS } from './browser.ts';

/** What the opened page says of itself. */
export interface SecondPage {
  readonly path: string;
  /** Whether it was rendered before it was opened. */
  readonly wasAhead: boolean;
  /** From the click to the largest paint, in milliseconds. */
  readonly clickToPaint: number;
  readonly splash: string;
  readonly referrer: string;
  readonly focus: string;
  readonly scrollY: number;
  /** The states of the sections that fade in, from above. */
  readonly reveal: readonly string[];
  /** Whether the page was hidden when it spoke. */
  readonly isHidden: boolean;
}

const HOVER_MS = 300;
const SETTLE_MS = 1000;
const POLL_MS = 100;
/** A busy machine can miss a click. */
const ANSWER_MS = 8000;
const MOST_TRIES = 3;

/** Runs in every page; the first one notes the click, the second reports. */
function watch(settle: number): void {
  document.addEventListener('click', ({ timeStamp }) =>
    sessionStorage.setItem('clicked', String(performance.timeOrigin + timeStamp)),
  );
  let paint = 0;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) paint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const report = () => {
    const clicked = Number(sessionStorage.getItem('clicked'));
    if (!clicked) return;
    const [arrival] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
      activationStart: number;
    })[];
    const page: SecondPage = {
      path: location.pathname,
      wasAhead: (arrival?.activationStart ?? 0) > 0,
      clickToPaint: performance.timeOrigin + paint - clicked,
      splash: document.documentElement.dataset['splash'] ?? '',
      referrer: new URL(document.referrer).pathname,
      focus: document.activeElement?.tagName ?? '',
      scrollY,
      reveal: [...document.querySelectorAll<HTMLElement>('[data-reveal]')].map(
        ({ dataset }) => dataset['reveal'] ?? '',
      ),
      isHidden: document.hidden,
    };
    void fetch('/report', { method: 'POST', body: JSON.stringify(page) });
  };
  const later = () => setTimeout(report, settle);
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', later, { once: true });
  else window.addEventListener('load', later);
}

/** The site with the watching script in each page, and the reports that come in. */
async function watchedSite(dir: string) {
  const site = await serveSite({ dir, port: 0, headers: await readHeaderRules(join(dir, '_headers')) });
  const { promise: reported, resolve } = Promise.withResolvers<SecondPage>();
  const server = createServer(async (incoming, outgoing) => {
    const { url = '/' } = incoming;
    if (url === '/report') {
      const chunks = await incoming.toArray();
      resolve(JSON.parse(Buffer.concat(chunks as Buffer[]).toString('utf8')) as SecondPage);
      outgoing.end();
      return;
    }
    if (url === '/watch.js') {
      outgoing.writeHead(200, { 'Content-Type': 'text/javascript' }).end(`(${watch})(${SETTLE_MS})`);
      return;
    }
    const answer = await fetch(site.url + url, { redirect: 'manual' });
    const body = Buffer.from(await answer.arrayBuffer());
    const headers = Object.fromEntries(answer.headers);
    delete headers['content-length'];
    delete headers['content-encoding'];
    const isPage = headers['content-type']?.startsWith('text/html');
    outgoing.writeHead(answer.status, headers);
    outgoing.end(
      isPage ? body.toString('utf8').replace('</head>', '<script src="/watch.js"></script></head>') : body,
    );
  });
  const { url, close } = await listen(server, 0);
  return { url, reported, close: () => Promise.all([close(), site.close()]) };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId: string };
  readonly result?: Record<string, unknown>;
}

/**
 * Commands for the one page of a browser, over its debugging protocol. By way of its tab: who attaches to a page itself
 * keeps the browser from rendering another one ahead.
 */
async function commandPage(profile: string) {
  let endpoint: string[] = [];
  while (endpoint.length < 2) {
    await wait(POLL_MS);
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    endpoint = text.split('\n');
  }
  const [port, path] = endpoint;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
  await once(socket, 'open');
  const next = (is: (message: Message) => boolean) =>
    new Promise<Message>((resolve) => {
      const read = ({ data }: MessageEvent<string>) => {
        const message = JSON.parse(data) as Message;
        if (!is(message)) return;
        socket.removeEventListener('message', read);
        resolve(message);
      };
      socket.addEventListener('message', read);
    });
  let last = 0;
  const send = async (method: string, params: object, sessionId?: string) => {
    const id = ++last;
    const answered = next((message) => message.id === id);
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    return (await answered).result ?? {};
  };
  const { targetInfos } = await send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const [{ targetId } = { targetId: '' }] = targetInfos as { targetId: string }[];
  const { sessionId: tab } = await send('Target.attachToTarget', { targetId, flatten: true });
  const attached = next(({ method }) => method === 'Target.attachedToTarget');
  await send(
    'Target.setAutoAttach',
    { autoAttach: true, waitForDebuggerOnStart: false, flatten: true },
    String(tab),
  );
  const { params } = await attached;
  return (method: string, options: object) => send(method, options, params?.sessionId);
}

/** Hovers the link that leads from one page of the built site in `dir` to another, and then opens it. */
export async function openSecondPage(
  executablePath: string,
  dir: string,
  [from, to]: readonly [string, string],
): Promise<SecondPage> {
  const watched = await watchedSite(dir);
  const profile = await mkdtemp(join(tmpdir(), 'second-page-'));
  const flags = ['--headless=new', '--remote-debugging-port=0', '--window-size=1280,800', '--no-first-run'];
  const browser = spawn(
    executablePath,
    [...BROWSER_FLAGS, ...flags, `--user-data-dir=${profile}`, watched.url + from],
    { stdio: 'ignore' },
  );
  const ended = once(browser, 'exit');
  try {
    const send = await commandPage(profile);
    const mouse = (type: string, at: object, more: object = {}) =>
      send('Input.dispatchMouseEvent', { type, ...at, ...more });
    const find = `(() => {
      const link = document.querySelector('main a[href="${to}"]');
      const { splash } = document.documentElement.dataset;
      if (!link || document.readyState !== 'complete' || splash !== 'done') return undefined;
      link.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = link.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    })()`;
    let at: object | undefined;
    while (!at) {
      await wait(POLL_MS);
      const { result } = await send('Runtime.evaluate', { expression: find, returnByValue: true });
      at = (result as { value?: object } | undefined)?.value;
    }
    const press = { button: 'left', clickCount: 1 };
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      // Answered when the page has drawn what they led to, which nobody here waits for.
      void mouse('mouseMoved', at);
      await wait(HOVER_MS);
      void mouse('mousePressed', at, press);
      void mouse('mouseReleased', at, press);
      const page = await Promise.race([watched.reported, wait(ANSWER_MS, undefined)]);
      if (page) return page;
    }
    throw new Error(`${to} was not opened from ${from}.`);
  } finally {
    browser.kill();
    await ended;
    await watched.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  }
}
