/**
 * Deletes each part that "What may go" in docs/make-it-yours.md names, word for word as its item says, and nothing else, in
 * a copy of its own: lint and types have no error then, and the site is built.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { ENVIRONMENT } from '../support/edited-site.ts';
import { LOCAL_BUILD, runAstro, runNode } from '../support/run-node.ts';
import { ROOT, copyOfRepository } from './copy.ts';

/** Most lines that a part has in files which stay. */
const MAX_LINES = 30;

const [, section = ''] = /\n## What may go\n([^]*?\n)## /.exec(
  fs.readFileSync(join(ROOT, 'docs/make-it-yours.md'), 'utf8'),
)!;
/** The items by their names, each as one line. */
const items = new Map(
  Array.from(
    section.replaceAll(':**', '**:').matchAll(/^- \*\*(.+?)\*\*([^]*?)\n(?=- |\n)/gm),
    ([, name = '', text = '']) => [name, text.replaceAll(/\s+/g, ' ')],
  ),
);

/** What stands between backticks. */
const quoted = (text: string) => Array.from(text.matchAll(/`([^`]+)`/g), ([, span = '']) => span);

/** Removes every field of that name, at any depth. */
function withoutField(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutField(entry, name));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([key]) => key !== name);
  return Object.fromEntries(fields.map(([key, entry]) => [key, withoutField(entry, name)]));
}

/** Does in `root` what the item says. Returns the files that it changed, and how many lines of them it deleted. */
function remove(root: string, name: string) {
  const item = items.get(name) ?? assert.fail(`There is no part "${name}"`);
  const changed = new Set<string>();
  let lineCount = 0;
  const edit = (pattern: string, change: (text: string) => string) => {
    const files = fs.globSync(pattern, { cwd: root });
    assert.ok(files.length > 0, `${name}: there is no ${pattern}`);
    for (const file of files) {
      const before = fs.readFileSync(join(root, file), 'utf8');
      const after = change(before);
      assert.notEqual(after, before, `${name}: nothing to delete in ${file}`);
      fs.writeFileSync(join(root, file), after);
      changed.add(file);
    }
  };
  const keepLines = (file: string, isKept: (line: string, index: number) => boolean) =>
    edit(file, (text) => {
      const lines = text.split('\n');
      const kept = lines.filter(isKept);
      lineCount += lines.length - kept.length;
      return kept.join('\n');
    });

  for (const [, other = ''] of item.matchAll(/ after the ([\w ]+?)[,:]/g)) {
    const earlier = [...items.keys()].find((key) => key.toLowerCase() === other);
    remove(root, earlier ?? assert.fail(`${name} comes after "${other}", which is no part`));
  }
  const [, files = '', rest = ''] =
    /: (`.*?`)\.(?: |$)(.*)/.exec(item) ?? assert.fail(`${name} names no files`);
  for (const pattern of quoted(files)) {
    const found = fs.globSync(pattern, { cwd: root });
    assert.ok(found.length > 0, `${name}: there is no ${pattern}`);
    for (const path of found) fs.rmSync(join(root, path), { recursive: true });
  }
  const list = '((?:`[^`]+`(?:, | and )?)+)';
  const matches = (words: string) => rest.matchAll(new RegExp(words, 'g'));
  for (const [, spans = '', patterns = ''] of matches(`[Ll]ines with ${list} in ${list}`))
    for (const file of quoted(patterns))
      keepLines(file, (line) => !quoted(spans).some((span) => line.includes(span)));
  for (const [, span = '', file = ''] of matches('from the line with `([^`]+)` on, `([^`]+)`')) {
    let isOver = false;
    keepLines(file, (line) => !(isOver ||= line.includes(span)));
  }
  const inPlace = '`([^`]+)` in place of the line with `([^`]+)` in `([^`]+)`';
  for (const [, after = '', span = '', file = ''] of matches(inPlace))
    edit(file, (text) => text.replace(new RegExp(`^.*${RegExp.escape(span)}.*$`, 'gm'), () => after));
  for (const [, field = '', patterns = ''] of matches(`field \`([^\`]+)\` in ${list}`))
    for (const file of quoted(patterns))
      edit(file, (text) => JSON.stringify(withoutField(JSON.parse(text), field), undefined, 2));
  assert.ok(lineCount <= MAX_LINES, `${name}: ${lineCount} lines elsewhere`);
  return { changed: [...changed], lineCount };
}

/** Tries one part. Throws what is wrong without it. */
async function tryPart(name: string): Promise<void> {
  const root = copyOfRepository();
  const { changed, lineCount } = remove(root, name);
  const run = async (...[script, flags]: Parameters<typeof runNode>) => {
    const { exitCode, output } = await runNode(join(ROOT, 'node_modules', script), flags, {}, root);
    assert.equal(exitCode, 0, `without ${name}: ${output}`);
  };
  const formatted = changed.filter((file) => !file.startsWith('.ci/'));
  if (formatted.length > 0) await run('prettier/bin/prettier.cjs', ['--write', ...formatted]);
  await run('oxlint/bin/oxlint', ['--deny-warnings']);
  const build = changed.some((file) => file.startsWith('src/')) ? [['build']] : [];
  for (const flags of [['check', '--minimumSeverity', 'warning'], ...build]) {
    const { exitCode, output } = await runAstro(flags, { ...LOCAL_BUILD, ...ENVIRONMENT }, root);
    assert.equal(exitCode, 0, `without ${name}: ${output}`);
  }
  fs.rmSync(root, { recursive: true });
  console.log(`Without ${name}: no error. ${lineCount} lines of other files were deleted.`);
}

/** Tries all parts, or those named, two at a time. */
export async function tryParts(names: Iterable<string> = items.keys()): Promise<void> {
  const waiting = [...names].values();
  const tryNext = async () => {
    for (const name of waiting) await tryPart(name);
  };
  await Promise.all([tryNext(), tryNext()]);
}
