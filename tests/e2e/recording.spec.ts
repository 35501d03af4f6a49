import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recording } from '../../src/components/recording/schema.ts';
import { serveSite } from '../../tools/start/site-server.ts';
import { expectNothingFound } from '../support/contrast.ts';
import { EditedSite } from '../support/edited-site.ts';
import { recordFrames } from '../support/film.ts';
import { SITE_DIR } from '../support/serve-site.ts';
import { SLOW, expect, test } from '../support/site.ts';

const FILE = '/recordings/burst-pipe.wav';
/** Samples per second. */
const RATE = 8000;

/** Silence of that many seconds, as a WAV file: one channel, unsigned samples of 8 bits, which are 128 in silence. */
function silence(seconds: number): Buffer {
  const length = RATE * seconds;
  const header = Buffer.from('RIFF....WAVEfmt ....................data....');
  // By offset: 4 bytes that follow, 16 bytes of the format, 20 channels_PCM, 24 samples a second, 28 bytes a second,
  // 32 bits_bytes of a sample, 40 bytes of samples.
  const fields = { 4: 36 + length, 16: 16, 20: 0x1_0001, 24: RATE, 28: RATE, 32: 0x8_0001, 40: length };
  for (const [at, value] of Object.entries(fields)) header.writeUInt32LE(value, Number(at));
  return Buffer.concat([header, Buffer.alloc(length, 128)]);
}

test('a page without a recording has no player and may not play sound', async () => {
  const page = await readFile(join(SITE_DIR, 'index.html'), 'utf8');
  expect(page).not.toMatch(/<audio|media-src/);
});

test('an editor reads that a recording’s file is missing, and that its seconds must rise', () => {
  const { error } = recording.safeParse({ file: FILE, label: 'x', seconds: [2, 1] });
  expect(error?.message).toMatch(/is not there. Put the file into public.*must rise/s);
});

test('a visitor plays the recorded call by keyboard, and sees the spoken line', SLOW, async ({ page }) => {
  test.slow();
  const edited = await EditedSite.create('recording');
  await mkdir(join(edited.dir, 'public/recordings'), { recursive: true });
  await writeFile(join(edited.dir, 'public', FILE), silence(6));
  await edited.edit('home.json', (text) => {
    const home = JSON.parse(text) as { calls: { items: { lines: unknown[]; recording?: object }[] } };
    const call = home.calls.items[0]!;
    // One line every tenth of a second, and the last one after 3 of the recording's 6 seconds.
    const last = call.lines.length - 1;
    const seconds = call.lines.map((_, index) => (index === last ? 3 : index / 10));
    call.recording = { file: FILE, label: 'Recording of the example call', seconds };
    return JSON.stringify(home);
  });
  expect(await edited.build()).toMatchObject({ exitCode: 0 });
  const site = await serveSite(join(edited.dir, 'dist'), 0);
  try {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    const frames = await recordFrames(page, () => {
      const [plain, ...outlines] = Array.from(
        document.querySelectorAll('.hero .call:has(audio) li'),
        (line) => getComputedStyle(line).outline,
      );
      return {
        marked: outlines.flatMap((outline, index) => (outline === plain ? [] : [index - outlines.length])),
      };
    });
    await page.goto(site.url);
    const player = page.getByLabel('Recording of the example call');
    /** Which lines had another outline than the first, in turn: `-1` is the last line; the empty string is none. */
    const markedLines = async () =>
      (await frames())
        .map(({ marked }) => marked.join())
        .filter((marked, index, all) => marked !== all[index - 1]);
    await expectNothingFound(page, 'with a player', '.calls');
    expect(fetched).not.toContain(FILE);

    await player.focus();
    await page.keyboard.press('Space');
    await expect.poll(async () => (await markedLines()).slice(-3)).toEqual(['-2', '-1', '']);
  } finally {
    await site.close();
  }
});
