import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { serveSite } from '../../supabase/embedded/site-server.ts';
import { EditedSite } from '../support/edited-site.ts';
import { SITE_DIR } from '../support/serve-site.ts';
import { expect, test } from '../support/site.ts';

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

test('a visitor plays the recorded call by keyboard, and sees which line is spoken', async ({ page }) => {
  test.slow();
  const edited = await EditedSite.create('recording');
  await mkdir(join(edited.dir, 'public/recordings'), { recursive: true });
  await writeFile(join(edited.dir, 'public', FILE), tone(6));
  await edited.edit('home.json', (text) => {
    const home = JSON.parse(text) as { call: { lines: unknown[]; recording?: object } };
    // The last two are spoken for some seconds each: `expect.poll` may look only once a second, less often when busy.
    const last = home.call.lines.length - 1;
    const seconds = home.call.lines.map((_, index) => (index === last ? 3 : index / 10));
    home.call.recording = { file: FILE, label: 'Recording of the example call', seconds };
    return JSON.stringify(home);
  });
  expect(await edited.build()).toMatchObject({ exitCode: 0 });
  expect((await edited.built('inbound-voice-agents.html')).toString()).not.toContain('media-src');
  const site = await serveSite({ dir: join(edited.dir, 'dist'), port: 0 });
  try {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto(site.url);
    const player = page.getByLabel('Recording of the example call');
    const lines = page.locator('.hero .call-line');
    /** Which lines stand out from the first, counted from the end. */
    const markedLines = () =>
      lines.evaluateAll((all) => {
        const [plain, ...colors] = all.map((line) => getComputedStyle(line).backgroundColor);
        return colors.flatMap((color, index) => (color === plain ? [] : [index + 1 - all.length]));
      });
    const { violations } = await new AxeBuilder({ page }).include('.hero .call-card').analyze();
    expect(violations).toEqual([]);
    expect(fetched).not.toContain(FILE);

    await player.focus();
    await page.keyboard.press('Space');
    for (const line of [-2, -1]) await expect.poll(markedLines).toEqual([line]);
    await expect.poll(markedLines).toEqual([]);
  } finally {
    await site.close();
  }
});
