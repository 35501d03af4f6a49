import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { serveSite } from '../../tools/start/site-server.ts';
import { EditedSite } from '../support/edited-site.ts';
import { film } from '../support/film.ts';
import { SITE_DIR } from '../support/serve-site.ts';
import { SLOW, expect, test } from '../support/site.ts';

const FILE = '/recordings/burst-pipe.wav';
const RATE = 8000;

/** A tone of that many seconds, as a WAV file: one channel, 8 bits. */
function tone(seconds: number): Buffer {
  const samples = Buffer.from(
    Array.from({ length: RATE * seconds }, (_, index) => 128 + 40 * Math.sin(index / 3)),
  );
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

test('a page without a recording has no player and may not play sound', async () => {
  const page = await readFile(join(SITE_DIR, 'index.html'), 'utf8');
  expect(page).not.toMatch(/<audio|media-src/);
});

test('a visitor plays the recorded call by keyboard, and sees the spoken line', SLOW, async ({ page }) => {
  test.slow();
  const edited = await EditedSite.create('recording');
  await mkdir(join(edited.dir, 'public/recordings'), { recursive: true });
  await writeFile(join(edited.dir, 'public', FILE), tone(6));
  await edited.edit('home.json', (text) => {
    const home = JSON.parse(text) as { calls: { items: { lines: unknown[]; recording?: object }[] } };
    const call = home.calls.items[0]!;
    const last = call.lines.length - 1;
    const seconds = call.lines.map((_, index) => (index === last ? 3 : index / 10));
    call.recording = { file: FILE, label: 'Recording of the example call', seconds };
    return JSON.stringify(home);
  });
  expect(await edited.build()).toMatchObject({ exitCode: 0 });
  expect((await edited.built('inbound-voice-agents.html')).toString()).not.toContain('media-src');
  const site = await serveSite(join(edited.dir, 'dist'), 0);
  try {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    const frames = await film(page, () => {
      const [plain, ...outlines] = Array.from(
        document.querySelectorAll('.hero .call:has(audio) .call-line'),
        (line) => getComputedStyle(line).outline,
      );
      return {
        marked: outlines.flatMap((outline, index) => (outline === plain ? [] : [index - outlines.length])),
      };
    });
    await page.goto(site.url);
    const player = page.getByLabel('Recording of the example call');
    /** Which lines stood out from the first, in turn: `-1` is the last line; empty, none did. */
    const markedLines = async () =>
      (await frames())
        .map(({ marked }) => marked.join())
        .filter((marked, index, all) => marked !== all[index - 1]);
    const { violations } = await new AxeBuilder({ page }).include('.calls').analyze();
    expect(violations).toEqual([]);
    expect(fetched).not.toContain(FILE);

    await player.focus();
    await page.keyboard.press('Space');
    await expect.poll(async () => (await markedLines()).slice(-3)).toEqual(['-2', '-1', '']);
  } finally {
    await site.close();
  }
});
