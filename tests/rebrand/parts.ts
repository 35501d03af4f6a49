/** Takes each part of `docs/parts.json` out of a copy: lint and types then have no error, and the site is built. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import partsFile from '../../docs/parts.json' with { type: 'json' };
import { LOCAL_BUILD, ROOT } from '../../tools/start/build.ts';
import { editFile } from '../support/edit-file.ts';
import { ENVIRONMENT } from '../support/edited-site.ts';
import { runNode } from '../support/run-node.ts';
import { copyOfRepository } from './copy.ts';

/** What is deleted with a part. `files` may be patterns; of `lines`, each that contains one of the texts goes. */
interface Part {
  /** Another part, which has to go before this one. */
  readonly first?: string;
  readonly files: readonly string[];
  readonly lines?: Readonly<Record<string, readonly string[]>>;
  /** By file: the texts of which a line is to contain one, each with what stands in place of that line. */
  readonly replaced?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By file: the text with whose line the rest of the file goes. */
  readonly rest?: Readonly<Record<string, string>>;
  /** By content file: the field that goes, wherever it stands there. */
  readonly fields?: Readonly<Record<string, string>>;
}

const PARTS: Readonly<Record<string, Part>> = partsFile;

/**
 * The parts that are taken out of one copy together, which takes fewer copies and builds. Parts of a group have nothing to do with
 * each other: what one of them leaves behind is an error as if that one alone were gone.
 */
const TOGETHER = [
  ['Calculator', 'Requests command', 'Tests of hosts'],
  ['Splash', 'Editor', 'Tests with a screen reader'],
  ['Recordings', 'Calls'],
  [
    'Five calls to try',
    'Check of the live site',
    'Benchmark',
    'Tests in Firefox and WebKit',
    'Tests of another brand',
  ],
];
assert.deepEqual(TOGETHER.flat().toSorted(), Object.keys(PARTS).toSorted(), 'Each part is tried.');

/** Matches each line with the text, up to its `end`; `[^]*` is that of the file. */
const lineWith = (text: string, end = '.*\n') => new RegExp(`^.*${RegExp.escape(text)}${end}`, 'gm');

/** Takes a part out of the copy in `root`. Returns the files that it changed. */
function remove(root: string, { first, files, lines, replaced, rest, fields }: Part): string[] {
  const changed = first ? remove(root, PARTS[first]!) : [];
  const edit = (file: string, change: (text: string) => string) => {
    editFile(join(root, file), change);
    changed.push(file);
  };
  for (const pattern of files) {
    const found = fs.globSync(pattern, { cwd: root });
    assert.ok(found.length > 0, `There is no ${pattern}`);
    for (const file of found) fs.rmSync(join(root, file), { recursive: true });
  }
  for (const [file, texts] of Object.entries(lines ?? {}))
    for (const text of texts) edit(file, (whole) => whole.replace(lineWith(text), ''));
  for (const [file, all] of Object.entries(replaced ?? {}))
    for (const [text, line] of Object.entries(all))
      edit(file, (whole) => whole.replace(lineWith(text), () => `${line}\n`));
  for (const [file, text] of Object.entries(rest ?? {}))
    edit(file, (whole) => whole.replace(lineWith(text, '[^]*'), ''));
  for (const [file, field] of Object.entries(fields ?? {}))
    edit(file, (whole) =>
      JSON.stringify(
        JSON.parse(whole, (key, value) => (key === field ? undefined : value)),
        undefined,
        2,
      ),
    );
  return changed;
}

async function tryWithout(names: readonly string[]): Promise<void> {
  const root = copyOfRepository();
  const changed = names.flatMap((name) =>
    remove(root, PARTS[name] ?? assert.fail(`There is no part ${name}`)),
  );
  const commands = [
    // Prettier fails without a file, where a part consists of files alone.
    ['prettier/bin/prettier.cjs', '--write', '--ignore-unknown', 'package.json', ...changed],
    ['oxlint/bin/oxlint', '--deny-warnings'],
    ['astro/bin/astro.mjs', 'check', '--minimumSeverity', 'warning'],
  ];
  if (changed.some((file) => file.startsWith('src/'))) commands.push(['astro/bin/astro.mjs', 'build']);
  const environment = { ...LOCAL_BUILD, ...ENVIRONMENT };
  const without = `without ${names.join(', ')}`;
  for (const [script = '', ...flags] of commands) {
    const { exitCode, output } = await runNode(join(ROOT, 'node_modules', script), flags, environment, root);
    assert.equal(exitCode, 0, `${without}: ${output}`);
  }
  fs.rmSync(root, { recursive: true });
  console.log(`No error ${without}.`);
}

/** @param asked names of parts, to be taken out of one copy; without any, each part is tried */
export async function tryParts(asked: readonly string[]): Promise<void> {
  // Two copies are tried at a time: both loops take groups from this one iterator.
  const waiting = (asked.length > 0 ? [asked] : TOGETHER).values();
  const tryNext = async () => {
    for (const names of waiting) await tryWithout(names);
  };
  await Promise.all([tryNext(), tryNext()]);
}
