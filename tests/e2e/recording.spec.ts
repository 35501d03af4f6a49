/** The recordings of the example calls: the visitor hears a call, and reads along. */
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { readTranscript } from '../../src/components/recording/schema.ts';
import { listen } from '../../tools/start/listen.ts';
import { expectNothingFound, faintTexts } from '../support/contrast.ts';
import { SLOW, expect, holdRequests, test } from '../support/site.ts';
import { home, inbound, site } from '../support/words.ts';

const { items } = home.calls;
/** The first call with a recording, of which an owner may take any out; and another call. */
const call = items.find(({ recording }) => recording);
const another = items.find((one) => one !== call);
const { play, loading, pause, resume, note, failed } = site.recording;

test.use({ splashSeen: true, contextOptions: { reducedMotion: 'no-preference' } });
test.skip(!call, 'No call on the landing page has a recording.');

async function choose(page: Page): Promise<void> {
  if (call !== items[0]) await page.getByRole('radio', { name: call!.choice }).check();
}

/** Opens the landing page, and chooses the call. */
async function arrive(page: Page): Promise<void> {
  await page.goto('/');
  await choose(page);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: false });

/** Texts with the spaces that content files have: the page has others where no line may break. */
const asWritten = (texts: string[]) => texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());

/** The texts of the shown call that are painted, and not transparent; in order. */
const readable = async (page: Page) =>
  asWritten(
    await page.locator('.hero figure').evaluate((figure) =>
      Array.from(figure.querySelectorAll('li, dd'))
        .filter((part) => part.checkVisibility({ visibilityProperty: true }))
        .filter((part) => getComputedStyle(part).webkitTextFillColor !== 'rgba(0, 0, 0, 0)')
        // The words of a line are its last part, after who says them.
        .map((part) => (part.matches('li') ? part.lastChild : part)?.textContent ?? ''),
    ),
  );

const heightOfVoice = (page: Page) =>
  page.locator('.hero [data-voice]').evaluate((voice) => voice.getBoundingClientRect().height);

/** The sound of the one call that a test plays: its element is made as it is first played. */
const audioOf = (page: Page) => page.locator('audio');

/** Moves the sound to that second. It crawls from there, so that a busy machine, too, sees each of its lines alone. */
const seek = (page: Page, to: number) =>
  audioOf(page).evaluate(
    (audio: HTMLAudioElement, currentTime) => void Object.assign(audio, { currentTime, playbackRate: 0.1 }),
    to,
  );

const middleOf = ({ from, to }: { from: number; to: number }) => (from + to) / 2;

const all = call ? [...call.lines.map(({ text }) => text), ...call.job.fields.map(({ value }) => value)] : [];

/** The text of the line that is marked. */
const marked = async (page: Page) =>
  asWritten(
    await page.locator('.hero figure').evaluate((figure) =>
      Array.from(figure.querySelectorAll('li'))
        .filter((line) => getComputedStyle(line).boxShadow !== 'none')
        .map((line) => line.lastChild!.textContent!),
    ),
  );

test('lines and fields appear as a visitor hears them said, and pausing shows all of them', async ({
  page,
}) => {
  const stamp = page.locator('.hero').getByText(call!.outcome, { exact: true });
  const fetched = async (addresses: RegExp) =>
    (await page.requests()).map((request) => request.url()).filter((url) => addresses.test(url));
  await page.goto('/');
  expect(await fetched(/\/recordings\/|_astro\/.*js/)).toEqual([]);
  await choose(page);
  await expect.poll(() => readable(page)).toEqual(all);
  await expect(button(page, play)).toHaveAccessibleName(new RegExp(`^${play}.*${call!.choice}`));

  await button(page, play).focus();
  await page.keyboard.press('Enter');
  await expect(button(page, pause)).toBeFocused();
  const { lines, length } = readTranscript(call!.recording!);
  await seek(page, lines[0]!.from / 2);
  // The phone rings before anybody speaks.
  await expect.poll(() => readable(page)).toEqual([]);
  await seek(page, middleOf(lines[0]!));
  await expect.poll(() => readable(page)).toEqual(all.slice(0, 1));
  await page.keyboard.press('Space');
  await expect(button(page, resume)).toBeFocused();
  expect(await readable(page)).toEqual(all);
  expect(await marked(page)).toEqual([call!.lines[0]!.text]);
  expect(await fetched(/\/recordings\//), 'sound and transcript').toHaveLength(2);

  // A media panel, or a locked phone, changes the position like this.
  await seek(page, lines.at(-2)!.to);
  await expect.poll(() => marked(page)).toEqual([call!.lines.at(-2)!.text]);
  const left = Math.round(length - lines.at(-2)!.to);
  await expect(button(page, resume)).toContainText(new RegExp(`0:0?${left}$`));
  expect(await readable(page)).toEqual(all);
  await page.keyboard.press('Space');
  await expect(button(page, pause)).toBeFocused();
  await expect.poll(() => readable(page)).toContain(call!.lines.at(-2)!.text);
  expect(await readable(page)).not.toContain(call!.lines.at(-1)!.text);
  expect(await readable(page)).not.toContain(call!.job.fields.at(-1)!.value);
  await expect(stamp).toHaveCSS('opacity', '0');
  await page.emulateMedia({ media: 'print' });
  expect(await readable(page), 'on paper').toEqual(all);
  await expect(stamp).toHaveCSS('opacity', '1');
  await page.emulateMedia({ media: null });
  await seek(page, middleOf({ from: lines.at(-1)!.to, to: length }));
  await expect.poll(() => readable(page)).toEqual(all);
  expect(await heightOfVoice(page), 'the wire has no gap in a silence').toBeGreaterThan(0);
  await expect(stamp).toHaveCSS('opacity', '1');
  await expect(button(page, play)).toBeVisible();
});

test('on an agent’s page, too, what is not said yet waits for its line', async ({ page }) => {
  const { example } = inbound;
  test.skip(!example.recording, 'The call on the inbound page has no recording.');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/inbound-voice-agents');
  const stamp = page.locator('.hero').getByText(example.outcome, { exact: true });
  await button(page, play).click();
  await seek(page, middleOf(readTranscript(example.recording!).lines[0]!));
  await expect.poll(() => readable(page)).toEqual([example.lines[0]!.text]);
  await expect(stamp).toHaveCSS('opacity', '0');
  await button(page, pause).click();
  await expect(stamp).toHaveCSS('opacity', '1');
  await expect.poll(() => readable(page)).toContain(example.lines.at(-1)!.text);
});

if (another)
  test('another caller stops the sound, and offers the other call', async ({ page }) => {
    await arrive(page);
    await button(page, play).click();
    await expect.poll(() => readable(page)).not.toEqual(all);
    await page.getByRole('radio', { name: another.choice }).check();
    if (another.recording) await expect(button(page, play)).toHaveAccessibleName(new RegExp(another.choice));
    await page.getByRole('radio', { name: call!.choice }).check();
    await expect.poll(() => readable(page)).toEqual(all);
    await expect(audioOf(page)).toHaveJSProperty('paused', true);
    await expect(audioOf(page)).toHaveJSProperty('currentTime', 0);
  });

test('on a phone, a press shows the lines, a second cancels a sound that has not come', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await arrive(page);
  await holdRequests(page, '**/*.mp3');
  await expect.poll(() => readable(page)).toEqual(all);
  await button(page, play).click();
  // A hundredth may be rounding.
  await expect(page.locator('.hero figure ol').filter({ visible: true })).toBeInViewport({ ratio: 0.99 });
  await button(page, loading).click();
  await expect(button(page, play)).toBeVisible();
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0);
  expect(await readable(page)).toEqual(all);
});

test('a recording that does not load says so, and the call stays to be read', async ({ page }) => {
  await arrive(page);
  await page.route('**/*.mp3', (route) => route.fulfill({ status: 404, body: '' }));
  await button(page, play).click();
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveText(failed);
  await expect(button(page, play)).toBeVisible();
  await expect.poll(() => readable(page)).toEqual(all);
  await expectNothingFound(page, 'with a recording that did not load', '.hero');
  expect(await faintTexts(page, '.hero'), 'the message stands alone').toEqual([]);
  await page.unroute('**/*.mp3');
  await button(page, play).click();
  await expect.poll(() => readable(page)).not.toEqual(all);
});

test('a slow sound is waited for as long as bytes of it come', SLOW, async ({ page }) => {
  const message = page.getByRole('alert').filter({ visible: true });
  await page.clock.install();
  await arrive(page);
  let isSending = true;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'audio/mpeg', 'Content-Length': 100_000 });
    // 2 KB in a second.
    const send = () => {
      if (isSending) response.write(Buffer.alloc(512));
    };
    const sending = setInterval(send, 250);
    response.on('close', () => clearInterval(sending));
  });
  const { port, close } = await listen(server, 0);
  await page.route('**/*.mp3', (route) => route.continue({ url: `http://localhost:${port}/` }));
  await button(page, play).click();
  const nextBytes = () =>
    audioOf(page).evaluate(
      (audio) => new Promise((resolve) => audio.addEventListener('progress', resolve, { once: true })),
    );
  // The player gives up after 10 seconds without a byte (`PATIENCE` in Recording.astro).
  for (let seconds = 0; seconds < 18; seconds += 6) {
    await nextBytes();
    await page.clock.fastForward(6000);
  }
  await expect(button(page, loading)).toBeVisible();
  await expect(message).toHaveCount(0);
  isSending = false;
  await page.clock.fastForward(11_000);
  await expect(message).toHaveText(failed);
  await close();
});

test('the keyboard meets callers, then the button below them, with a ring around the caller', async ({
  page,
}) => {
  test.skip(!another, 'There is nothing to choose.');
  await arrive(page);
  const caller = page.getByRole('radio', { name: call!.choice });
  const card = page.locator('.caller').nth(items.indexOf(call!));
  await caller.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(caller).toBeFocused();
  await expect(card).toHaveCSS('outline-style', 'solid');
  await expect(caller).toHaveCSS('outline-style', 'none');
  await page.keyboard.press('Tab');
  await expect(button(page, play)).toBeFocused();
  const last = (await page.locator('.caller').last().boundingBox())!;
  expect((await button(page, play).boundingBox())!.y).toBeGreaterThan(last.y + last.height);
});

test('with reduced motion the spoken line is marked, and all lines stay', SLOW, async ({ page }) => {
  test.skip(!inbound.example.recording, 'The call on the inbound page has no recording.');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/inbound-voice-agents');
  await expect(page.getByText(note)).toBeVisible();
  await button(page, play).click();
  const line = page.getByRole('listitem').filter({ hasText: inbound.example.lines[0]!.text });
  const mark = () => line.evaluate((item) => getComputedStyle(item).boxShadow);
  await expect.poll(mark).not.toBe('none');
  await expect(page.getByRole('listitem').filter({ hasText: inbound.example.lines[1]!.text })).toBeVisible();
  await expectNothingFound(page, 'while a call is heard', 'main');
  await arrive(page);
  const atRest = await heightOfVoice(page);
  await button(page, play).click();
  await seek(page, middleOf(readTranscript(call!.recording!).lines[0]!));
  const spoken = page.locator('.hero').getByRole('listitem').filter({ hasText: call!.lines[0]!.text });
  await expect.poll(() => spoken.evaluate((item) => getComputedStyle(item).boxShadow)).not.toBe('none');
  expect(await heightOfVoice(page), 'the wire rests').toBe(atRest);
  await page.goBack();
  await expect(button(page, play)).toBeVisible();
  await expect.poll(mark).toBe('none');
});

test('without scripts nothing speaks of voices, and the calls are examples', SLOW, async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto('/');
  await expect(page.getByText(home.calls.label, { exact: true })).toBeVisible();
  await expect(button(page, play)).toHaveCount(0);
  await expect(page.getByText(note).filter({ visible: true })).toHaveCount(0);
  await page.close();
});
