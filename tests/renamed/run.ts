/**
 * `npm run test:renamed`: makes a copy of the repository another brand's, as "Make it yours" in README says, and tries it.
 * No trace of this brand's name, accent or mark may be left in what is published or in the database, and the tests pass.
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

/** What of a preview picture has the accent's color, in pixels from its top: below, lamps are lit. */
const PREVIEW_WORDS_PX = 360;

const ENVIRONMENT = {
  PUBLIC_SUPABASE_URL: 'https://example.supabase.co',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_of_a_test',
  PUBLIC_DEMO_WEBHOOK_URL: 'https://hooks.example.com/demo',
  SITE_URL: 'https://www.lantern.example',
  ASTRO_TELEMETRY_DISABLED: '1',
};

const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'renamed-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));

/** Runs a command in the copy, and gives back what it prints. */
const read = (command: string, ...flags: string[]) =>
  execFileSync(command, flags, { cwd: copy, encoding: 'utf8' });

/** Runs a Node script in the copy, and prints what it prints. */
function run(script: string, ...flags: string[]): void {
  console.log(`> ${[script, ...flags].join(' ')}`);
  const env = { ...process.env, ...ENVIRONMENT };
  const { status } = spawnSync(process.execPath, [script, ...flags], { cwd: copy, env, stdio: 'inherit' });
  assert.equal(status, 0, `${script} ${flags.join(' ')} failed in the renamed copy`);
}

function makeCopy(): void {
  const list = execFileSync('git', ['ls-files', '-z', '-c', '-o', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of list.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  // Packages are linked one by one: the caches that stand among them stay in the copy.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name === '.bin' || !name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  read('git', 'init', '--quiet');
  read('git', 'add', '--all');
  read('git', '-c', 'user.name=-', '-c', 'user.email=-', 'commit', '--quiet', '--message=Copy');
}

/** Hue of a color in degrees, or undefined where it has next to none. */
function hueOf([red = 0, green = 0, blue = 0]: readonly number[]): number | undefined {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range < 60) return undefined;
  if (most === red) return (60 * (green - blue)) / range;
  return most === green ? 120 + (60 * (blue - red)) / range : 240 + (60 * (red - green)) / range;
}

const isNear = (hue: number | undefined, other: number, degrees: number) =>
  hue !== undefined && Math.abs(hue - other) <= degrees;

const OLD = {
  ...(JSON.parse(readFileSync(join(root, 'src/content/site.json'), 'utf8')) as {
    brand: string;
    email: string;
  }),
  mark: / d="([^"]+)"/.exec(readFileSync(join(root, 'src/assets/mark.svg'), 'utf8'))?.[1] ?? '',
  accent: (pictureColor('accent-400').match(/[\da-f]{2}/g) ?? []).map((channel) => parseInt(channel, 16)),
  /** In oklch, as style sheets have it. */
  hue: Number(
    /^\$accent: oklch\(\S+ \S+ (\d+)\)/m.exec(
      readFileSync(join(root, 'src/styles/_tokens.scss'), 'utf8'),
    )?.[1],
  ),
};

function lookForTexts(file: string, text: string): void {
  for (const trace of [OLD.brand, OLD.email.replace(/.*@/, ''), OLD.mark])
    assert.ok(!text.toLowerCase().includes(trace.toLowerCase()), `${file} still has ${trace}`);
  for (const [declaration, name = '', chroma, hue] of text.matchAll(
    /--([\w-]+): ?oklch\(\S+ (\S+) ([\d.]+)\)/g,
  ))
    assert.ok(
      /^(light|ember)-/.test(name) || Number(chroma) < 0.09 || !isNear(Number(hue), OLD.hue, 20),
      `${file} still has the accent, as ${declaration}`,
    );
}

async function lookAtPicture(file: string, picture: Buffer): Promise<void> {
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  const area = { left: 0, top: 0, width, height: file.startsWith('og/') ? PREVIEW_WORDS_PX : height };
  const pixels = await sharp(picture).extract(area).flatten().raw().toBuffer();
  let count = 0;
  for (let at = 0; at < pixels.length; at += 3)
    if (isNear(hueOf(pixels.subarray(at, at + 3)), hueOf(OLD.accent) ?? NaN, 20)) count += 1;
  assert.equal(count, 0, `${file} still has the accent`);
}

makeCopy();
rename(copy);
for (const file of globSync('supabase/migrations/*_register_consent_*', { cwd: copy }))
  rmSync(join(copy, file));
run('src/build/register-consent.ts');

read('git', 'add', '--all');
const touched = read('git', 'diff', '--cached', '--name-only', '--no-renames').trim().split('\n');
const others = touched.filter((file) => !file.startsWith('src/content/'));
console.log(`${touched.length - others.length} files of words, and:\n${others.join('\n')}`);
assert.ok(others.length <= MOST_FILES, `${others.length} files beside the words`);
const readme = readFileSync(join(root, 'README.md'), 'utf8');
for (const file of others)
  assert.ok(readme.includes(file) || readme.includes(`${dirname(file)}/`), `README does not name ${file}`);

run('node_modules/astro/bin/astro.mjs', 'build');
const published = globSync('dist/**/*.*', { cwd: copy });
assert.ok(published.length > 20, 'the site is built');
for (const path of published) {
  const [file, bytes] = [path.slice('dist/'.length), readFileSync(join(copy, path))];
  if (extname(file) === '.png') await lookAtPicture(file, bytes);
  // Its one entry is a PNG, behind a header of 22 bytes.
  else if (extname(file) === '.ico') await lookAtPicture(file, bytes.subarray(22));
  else lookForTexts(file, bytes.toString());
}

const rows = `
  const { openDatabase } = await import('./tests/support/database.ts');
  const database = await openDatabase();
  const { rows } = await database.query("select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')");
  for (const { name } of rows) console.log(name, JSON.stringify((await database.query('select * from ' + name)).rows));`;
const stored = read(process.execPath, '--input-type=module', '--eval', rows);
assert.match(stored, /consent_wordings .*Lantern & Sons/);
lookForTexts('the database', stored);

run('node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts');
run(
  'node_modules/@playwright/test/cli.js',
  'test',
  '--config',
  'tests/playwright.config.ts',
  'pages',
  'demo-request',
  'accessibility',
);
console.log('The renamed copy passes.');
