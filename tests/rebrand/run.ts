/**
 * `npm run test:rebrand`: renames a copy of the repository to another brand, by "Make it yours" in README, and tests it.
 * The tests pass, and no trace of this brand's name, accent or mark is left in the copy's files or in the site built of them.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { compileTokens, toRgb } from '../../src/pictures/picture-colors.ts';
import { buildSite, SITE_DIR } from '../support/serve-site.ts';
import { addAndRemove } from './additions.ts';
import { rename } from './brand.ts';

/** How many files outside `src/content` a rename may change. */
const MAX_FILES = 8;

/** Any values will do: nothing that is compared depends on them. */
const ENVIRONMENT = {
  PUBLIC_SUPABASE_URL: 'http://localhost:54321',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_of_a_test',
  PUBLIC_DEMO_WEBHOOK_URL: 'http://localhost:54322',
  SITE_URL: 'http://localhost:4321',
};

/** Neither changed nor searched: their colors are seen only where they are drawn, and the pages have their own. */
const DRAWINGS = new Set(['house', 'street', 'room'].map((name) => `src/assets/${name}.svg`));

const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'renamed-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));

/** Runs a Node script in the copy, and prints what it prints. */
function run(script: string, ...flags: string[]): void {
  const { status } = spawnSync(process.execPath, [script, ...flags], { cwd: copy, stdio: 'inherit' });
  assert.equal(status, 0, `${script} failed in the renamed copy`);
}

/** Files by name, with their bytes. */
const read = (folder: string, files: string[]) =>
  new Map(files.map((file) => [file, readFileSync(join(folder, file))] as const));
const readSite = (folder: string) => read(folder, globSync('**/*.*', { cwd: folder }));

const isPicture = (file: string) => /\.(png|ico)$/.test(file);

/** The steps of the accent in `folder`. */
const accentsOf = (folder: string) =>
  Array.from(
    compileTokens(readFileSync(join(folder, 'src/styles/_tokens.scss'), 'utf8')).matchAll(
      /--accent-\d+: (oklch\([^)]+\))/g,
    ),
    ([, accent = '']) => accent,
  );

/** Whether a pixel of a picture has one of these accents. */
async function shows(picture: Buffer, accents: string[]): Promise<boolean> {
  const colors = accents.map(toRgb);
  // The one entry of an icon file is a PNG, behind a header of 22 bytes.
  const png = picture[0] === 0 ? picture.subarray(22) : picture;
  const pixels = await sharp(png).removeAlpha().raw().toBuffer();
  for (let at = 0; at < pixels.length; at += 3)
    if (colors.some((color) => color.every((channel, index) => Math.abs(channel - pixels[at + index]!) < 4)))
      return true;
  return false;
}

const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
const sources = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
for (const file of sources) cpSync(join(root, file), join(copy, file));
// Packages are linked one by one, so that the caches in `node_modules` are not shared with the copy.
mkdirSync(join(copy, 'node_modules'));
for (const name of readdirSync(join(root, 'node_modules')))
  if (/^(\.bin$|[^.])/.test(name))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));

const edited = rename(copy);
// Registers the words under the first brand; a new owner's own take its place.
for (const file of globSync('supabase/migrations/*_register_consent_*.sql', { cwd: copy }))
  rmSync(join(copy, file));
run('tools/consent.ts');
edited.push(...globSync('supabase/migrations/*_register_consent_*.sql', { cwd: copy }));
const others = edited.filter((file) => !file.startsWith('src/content/'));
console.log(`Changed beside the words:\n  ${others.join('\n  ')}`);
assert.ok(others.length <= MAX_FILES, `${others.length} files are too many`);
const readme = readFileSync(join(root, 'README.md'), 'utf8');
for (const file of others)
  assert.ok(
    [file, `${dirname(file)}/`].some((name) => readme.includes(name)),
    `README does not name ${file}`,
  );

addAndRemove(copy);
run('tools/format-content.ts');
const projects = ['unit', 'database', 'tools'].flatMap((name) => ['--project', name]);
run('node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', ...projects);
const journeys = [
  'pages',
  'demo-request',
  'islands',
  'faults',
  'editor',
  'look',
  'accessibility',
  'sections',
  'security',
];
run('node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/playwright.config.ts', ...journeys);

const originalDir = join(dirname(SITE_DIR), 'original');
await buildSite(originalDir, ENVIRONMENT);
const original = readSite(originalDir);
const site = readSite(join(copy, 'tests/.output/site'));
const pictures = [...original.keys()].filter(isPicture);
assert.deepEqual(
  pictures.filter((file) => !site.has(file)),
  [],
);
const [before, after] = [accentsOf(root), accentsOf(copy)];
for (const file of pictures) {
  assert.ok(await shows(original.get(file)!, before), `${file} does not show the accent before the rename`);
  assert.ok(await shows(site.get(file)!, after), `${file} does not show the new accent`);
}

const sourceOf = (file: string, pattern: RegExp) =>
  pattern.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? assert.fail(`${file} has no ${pattern}`);
const traces = [
  sourceOf('src/content/site.json', /"brand": "(.*)"/),
  sourceOf('src/content/site.json', /"email": ".*@(.*)"/),
  sourceOf('src/assets/mark.svg', / d="(.*)"/),
  sourceOf('src/styles/_tokens.scss', /^(\$accent: .*)/m),
  /color="(#.{6})"/.exec(String(original.get('favicon.svg')))?.[1] ?? assert.fail('the icon has no accent'),
];
const textsOf = (files: Map<string, Buffer>) =>
  [...files].filter(([name]) => !isPicture(name)).map(([name, bytes]) => [name, String(bytes)] as const);
const mentions = (texts: (readonly [string, string])[], trace: string) =>
  texts.filter(([, text]) => text.toLowerCase().includes(trace.toLowerCase())).map(([name]) => name);
const originalTexts = textsOf(new Map([...read(root, sources), ...original]));
const searched = [...sources, ...edited].filter(
  (file) => !DRAWINGS.has(file) && existsSync(join(copy, file)),
);
const texts = textsOf(new Map([...read(copy, searched), ...site]));
for (const trace of traces) {
  assert.notDeepEqual(mentions(originalTexts, trace), [], `the original has no ${trace} to look for`);
  assert.deepEqual(mentions(texts, trace), [], `files still have the old ${trace}`);
}
console.log(`The copy in another brand passes: its ${texts.length} files have no trace of the first.`);
