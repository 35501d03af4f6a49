/**
 * Deletes each part that "What may go" in docs/make-it-yours.md names, word for word as its item says, and nothing else, in
 * a copy of its own: lint and types have no error then, and the site is built.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { LOCAL_BUILD, ROOT } from '../../tools/start/build.ts';
import { editFile } from '../support/edit-file.ts';
import { ENVIRONMENT } from '../support/edited-site.ts';
import { runNode } from '../support/run-node.ts';
import { copyOfRepository } from './copy.ts';

/** Most lines that a part has in files which stay. */
const MAX_LINES = 30;

const page = fs.readFileSync(join(ROOT, 'docs/make-it-yours.md'), 'utf8');
const [, section = ''] = /\n## What may go\n([^]*?\n)## /.exec(page)!;
/** The items by their names, each as one line. */
const items = new Map(
  Array.from(
    section.replaceAll(':**', '**:').matchAll(/^- \*\*(.+?)\*\*([^]*?)\n(?=- |\n)/gm),
    ([, name = '', text = '']) => [name, text.replaceAll(/\s+/g, ' ')],
  ),
);

const quoted = (text: string) => Array.from(text.matchAll(/`([^`]+)`/g), ([, span = '']) => span);

/** The lines, or what begins with a line, that has one of the texts. */
const lineWith = (texts: string[], end: string) =>
  new RegExp(`^.*(?:${texts.map(RegExp.escape).join('|')})${end}`, 'gm');

/** Does in `root` what the item says. Returns the files that it changed. */
function remove(root: string, name: string): string[] {
  const item = items.get(name) ?? assert.fail(`There is no part "${name}"`);
  const changed = new Set<string>();
  const find = (pattern: string) => {
    const files = fs.globSync(pattern, { cwd: root });
    assert.ok(files.length > 0, `${name}: there is no ${pattern}`);
    return files;
  };
  const edit = (patterns: string, change: (text: string) => string) => {
    for (const file of quoted(patterns).flatMap(find)) {
      editFile(join(root, file), change);
      changed.add(file);
    }
  };
  let lineCount = 0;
  const deleteLines = (patterns: string, lines: RegExp) =>
    edit(patterns, (text) =>
      text.replace(lines, (deleted) => {
        lineCount += deleted.split('\n').length - 1;
        return '';
      }),
    );

  for (const [, other = ''] of item.matchAll(/ after the ([\w ]+?)[,:]/g)) {
    const earlier = [...items.keys()].find((key) => key.toLowerCase() === other);
    remove(root, earlier ?? assert.fail(`${name} comes after "${other}", which is no part`));
  }
  const [, files = '', rest = ''] =
    /: (`.*?`)\.(?: |$)(.*)/.exec(item) ?? assert.fail(`${name} names no files`);
  for (const path of quoted(files).flatMap(find)) fs.rmSync(join(root, path), { recursive: true });
  const list = '((?:`[^`]+`(?:, | and )?)+)';
  const matches = (words: string) => rest.matchAll(new RegExp(words, 'g'));
  for (const [, spans = '', patterns = ''] of matches(`[Ll]ines with ${list} in ${list}`))
    deleteLines(patterns, lineWith(quoted(spans), '.*\n'));
  for (const [, span = '', file = ''] of matches('from the line with `([^`]+)` on, (`[^`]+`)'))
    deleteLines(file, lineWith([span], '[^]*'));
  const inPlace = '`([^`]+)` in place of the line with `([^`]+)` in (`[^`]+`)';
  for (const [, after = '', span = '', file = ''] of matches(inPlace))
    edit(file, (text) => text.replace(lineWith([span], '.*$'), () => after));
  for (const [, field = '', patterns = ''] of matches(`field \`([^\`]+)\` in ${list}`))
    edit(patterns, (text) => {
      const without = JSON.parse(text, (key, value) => (key === field ? undefined : value));
      return JSON.stringify(without, undefined, 2);
    });
  assert.ok(lineCount <= MAX_LINES, `${name}: ${lineCount} lines elsewhere`);
  return [...changed];
}

async function tryPart(name: string): Promise<void> {
  const root = copyOfRepository();
  const changed = remove(root, name);
  const commands = [
    ['prettier/bin/prettier.cjs', '--write', '--ignore-unknown', 'package.json', ...changed],
    ['oxlint/bin/oxlint', '--deny-warnings'],
    ['astro/bin/astro.mjs', 'check', '--minimumSeverity', 'warning'],
  ];
  if (changed.some((file) => file.startsWith('src/'))) commands.push(['astro/bin/astro.mjs', 'build']);
  const environment = { ...LOCAL_BUILD, ...ENVIRONMENT };
  for (const [script = '', ...flags] of commands) {
    const { exitCode, output } = await runNode(join(ROOT, 'node_modules', script), flags, environment, root);
    assert.equal(exitCode, 0, `without ${name}: ${output}`);
  }
  fs.rmSync(root, { recursive: true });
  console.log(`Without ${name}: no error.`);
}

export async function tryParts(): Promise<void> {
  const waiting = items.keys();
  const tryNext = async () => {
    for (const name of waiting) await tryPart(name);
  };
  await Promise.all([tryNext(), tryNext()]);
}
