/**
 * `npm run test:rebrand`: deletes each part that may go (parts.ts); then tests a copy in another brand, by
 * docs/make-it-yours.md, which has no trace of this one's name, accent or mark in its files or in the site built of it.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { readColors, toRgb } from '../../src/pictures/picture-colors.ts';
import { ROOT } from '../../tools/start/build.ts';
import { change } from './changes.ts';
import { SOURCES, copyOfRepository } from './copy.ts';
import { tryParts } from './parts.ts';

/** Drawings keep colors for whoever edits them, which the site does not use; the page for owners names the first brand. */
const NOT_SEARCHED = /^(src\/assets\/(house|street|room)\.svg|docs\/make-it-yours\.md)$/;

const parts = process.argv.slice(2);
await tryParts(parts);
if (parts.length > 0) process.exit();

const copy = copyOfRepository();

function run(script: string, ...flags: string[]): void {
  const { status } = spawnSync(process.execPath, [script, ...flags], { cwd: copy, stdio: 'inherit' });
  assert.equal(status, 0, `${script} failed in the renamed copy`);
}

const textOf = (folder: string, file: string) => fs.readFileSync(join(folder, file), 'utf8');

/** All shades of the accent that `_tokens.scss` has in `folder`, as `#` and six hexadecimal digits. */
function accentsOf(folder: string): string[] {
  const read = readColors(join(folder, 'src/styles'));
  return ['300', '400', '700', '800'].map(
    (step) => `#${Buffer.from(toRgb(read(`accent-${step}`)).map(Math.round)).toString('hex')}`,
  );
}

change(copy);
// The first brand's registered consent goes; `tools/consent.ts` registers the new brand's.
for (const file of fs.globSync('supabase/migrations/*_register_consent_*.sql', { cwd: copy }))
  fs.rmSync(join(copy, file));
run('tools/consent.ts');
run('node_modules/prettier/bin/prettier.cjs', '--write', 'src/content');
// The tests that run read the words, the colors, the fields or the order of things: the others have no way to differ.
const tests = ['tests/unit', 'tests/database/requests.test.ts', 'tests/tools/requests.test.ts'];
// These tests are of git and of the automation, neither of which reads such a thing.
const others = ['--exclude', '**/{publish,dial,edge-function,automation}.test.ts'];
run('node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', ...tests, ...others);
const specs = 'pages demo-request layout accessibility sections recording'.split(' ');
run('node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/playwright.config.ts', ...specs);

const site = join(copy, 'tests/.output/site');
const builtFiles = fs.globSync('**/*.*', { cwd: site });
const sourceOf = (file: string, pattern: RegExp) =>
  pattern.exec(textOf(ROOT, file))?.[1] ?? assert.fail(`${file} has no ${pattern}`);
assert.match(textOf(site, 'favicon.svg'), new RegExp(accentsOf(copy).join('|')));
const traces = [
  sourceOf('src/content/site.json', /"brand": "(.*)"/),
  sourceOf('src/content/site.json', /"email": ".*@(.*)"/),
  sourceOf('src/assets/mark.svg', / d="(.*)"/),
  sourceOf('src/styles/_tokens.scss', /^(\$accent: .*)/m),
  ...accentsOf(ROOT),
];
const searched = SOURCES.filter((file) => !NOT_SEARCHED.test(file) && fs.existsSync(join(copy, file)));
const texts = [...searched.map((file) => join(copy, file)), ...builtFiles.map((file) => join(site, file))]
  .filter((file) => !/\.(png|ico)$/.test(file))
  .map((file) => ({ file, text: fs.readFileSync(file, 'utf8').toLowerCase() }));
for (const trace of traces)
  assert.deepEqual(
    texts.filter(({ text }) => text.includes(trace.toLowerCase())).map(({ file }) => file),
    [],
    `files still have the old ${trace}`,
  );
console.log(`The copy in another brand passes: its ${texts.length} files have no trace of the first.`);
