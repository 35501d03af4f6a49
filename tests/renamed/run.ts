/**
 * `npm run test:renamed`: renames a copy of the repository to another brand, by "Make it yours" in README, and tests it.
 * The tests pass, and no trace of this brand's name, accent or mark is left in the built site or in the database.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import sharp from 'sharp';
import { pictureColor } from '../../src/build/picture-colors.ts';
import { rename } from './brand.ts';

/** Besides those in `src/content`. */
const MOST_FILES = 8;

/** Of a preview picture, from its top: below, lamps are lit, whose light may have the hue of the old accent. */
const PREVIEW_WORDS_PX = 360;

const SITE = 'tests/.output/site/';

const MIGRATION = 'supabase/migrations/*_register_consent_*.sql';

/** Prints each row of each table, after all migrations. */
const PRINT_DATABASE = `
  const { openDatabase } = await import('./tests/support/database.ts');
  const database = await openDatabase();
  const tables = "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'private')";
  for (const { name } of (await database.query(tables)).rows)
    console.log(name, JSON.stringify((await database.query('select * from ' + name)).rows));`;

const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'renamed-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

function makeCopy(): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  for (const file of execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean))
    cpSync(join(root, file), join(copy, file));
  // Packages are linked one by one, so that the caches in `node_modules` are not shared with the copy.
  const packages = readdirSync(join(root, 'node_modules')).filter((name) => /^(\.bin$|[^.])/.test(name));
  mkdirSync(join(copy, 'node_modules'));
  for (const name of packages)
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
}

/** Runs a Node script in the copy, and prints what it prints. */
function run(script: string, ...flags: string[]): void {
  const { status } = spawnSync(process.execPath, [script, ...flags], { cwd: copy, stdio: 'inherit' });
  assert.equal(status, 0, `${script} failed in the renamed copy`);
}

/** Hue in degrees of a color whose channels are 0 to 255, or undefined where it is nearly gray. */
function hueOf([red = 0, green = 0, blue = 0]: Iterable<number>): number | undefined {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range < 60) return undefined;
  if (most === red) return (60 * (green - blue)) / range;
  return most === green ? 120 + (60 * (blue - red)) / range : 240 + (60 * (red - green)) / range;
}

const isNear = (hue: number | undefined, other: number | undefined) =>
  Math.abs(Number(hue) - Number(other)) <= 20;

const { brand, email } = JSON.parse(textOf('src/content/site.json')) as { brand: string; email: string };
const mark = / d="([^"]+)"/.exec(textOf('src/assets/mark.svg'))?.[1] ?? '';
const accentHue = Number(/^\$accent: oklch\(\S+ \S+ (\d+)\)/m.exec(textOf('src/styles/_tokens.scss'))?.[1]);
const accent = pictureColor('accent-400').match(/[\da-f]{2}/g) ?? [];
const accentHueOfRgb = hueOf(accent.map((channel) => parseInt(channel, 16)));

function lookForTraces(place: string, text: string): void {
  for (const trace of [brand, email.slice(email.indexOf('@')), mark])
    assert.ok(!text.toLowerCase().includes(trace.toLowerCase()), `${place} has the old ${trace}`);
  for (const [color, name = '', chroma, hue] of text.matchAll(/--([\w-]+): ?oklch\(\S+ (\S+) ([\d.]+)\)/g))
    assert.ok(
      /^(light|ember)-/.test(name) || Number(chroma) < 0.09 || !isNear(Number(hue), accentHue),
      `${place} has the old accent, as ${color}`,
    );
}

async function lookAtPicture(file: string, picture: Buffer): Promise<void> {
  const { width, height } = await sharp(picture).metadata();
  const area = { left: 0, top: 0, width, height: file.startsWith('og/') ? PREVIEW_WORDS_PX : height };
  const pixels = await sharp(picture).extract(area).removeAlpha().raw().toBuffer();
  for (let at = 0; at < pixels.length; at += 3)
    assert.ok(!isNear(hueOf(pixels.subarray(at, at + 3)), accentHueOfRgb), `${file} has the old accent`);
}

makeCopy();
const edited = rename(copy);
const foreign = globSync(MIGRATION, { cwd: copy });
for (const file of foreign) rmSync(join(copy, file));
run('src/build/register-consent.ts');

const others = [...edited, ...foreign, ...globSync(MIGRATION, { cwd: copy })].filter(
  (file) => !file.startsWith('src/content/'),
);
console.log(`Changed beside the words:\n  ${others.join('\n  ')}`);
assert.ok(others.length <= MOST_FILES, `${others.length} files are too many`);
for (const file of others)
  assert.ok(
    [file, `${dirname(file)}/`].some((name) => textOf('README.md').includes(name)),
    `README does not name ${file}`,
  );

run(
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'tests/vitest.config.ts',
  '--project',
  'unit',
  '--project',
  'contract',
);
run(
  'node_modules/@playwright/test/cli.js',
  'test',
  '--config',
  'tests/playwright.config.ts',
  'pages',
  'demo-request',
  'accessibility',
);

const built = globSync(`${SITE}**/*.*`, { cwd: copy }).map((path) => path.slice(SITE.length));
assert.ok(built.includes('index.html') && built.includes('favicon.ico'), 'the site was built');
for (const file of built) {
  const bytes = readFileSync(join(copy, SITE, file));
  if (extname(file) === '.png') await lookAtPicture(file, bytes);
  // Its one entry is a PNG, behind a header of 22 bytes.
  else if (extname(file) === '.ico') await lookAtPicture(file, bytes.subarray(22));
  else lookForTraces(file, bytes.toString());
}
const print = ['--input-type=module', '--eval', PRINT_DATABASE];
const database = execFileSync(process.execPath, print, { cwd: copy, encoding: 'utf8' });
assert.match(database, /Lantern & Sons/);
lookForTraces('the database', database);
console.log(
  `The copy in another brand passes: ${built.length} files of the site, and the database, have no trace of ${brand}.`,
);
