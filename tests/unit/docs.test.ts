import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };

const PAGES = ['README.md', 'SECURITY.md', ...globSync('docs/*.md')];
const scripts: Readonly<Record<string, string>> = packageFile.scripts;
/** npm's own, and the word that follows npm in a sentence of README. */
const NPM_COMMANDS = new Set(['ci']);

const read = (file: string) => readFileSync(file, 'utf8');
const withoutBlocks = (text: string) => text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, part = '']) => part);

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string) =>
  matches(withoutBlocks(read(page)), /^#+ (.*)/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const helps = new Map<string, string>();

/** What the command of this script prints with `--help`. */
function helpOf(name: string): string {
  const [, file = ''] = scripts[name]?.split(' ') ?? [];
  const help = helps.get(name) ?? execFileSync(process.execPath, [file, '--help'], { encoding: 'utf8' });
  helps.set(name, help);
  return help;
}

/** Everything in which a name of a variable, function or table may be defined. */
const sources = globSync([
  '.env.example',
  '.github/workflows/*.yml',
  'supabase/migrations/*.sql',
  'tools/**/*.ts',
])
  .map(read)
  .join('\n');

describe.each(PAGES)('%s', (page) => {
  const text = read(page);
  const spans = matches(withoutBlocks(text), /`([^`\n]+)`/g);

  test('leads only to pages, sections and pictures that there are', () => {
    const broken = matches(withoutBlocks(text), /\]\(([^)\s]+)\)/g)
      .filter((link) => !/^(https?:|mailto:|\/)/.test(link))
      .filter((link) => {
        const [file = '', anchor] = link.split('#');
        const target = file ? join(dirname(page), file) : page;
        return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
      });
    expect(broken).toEqual([]);
  });

  test('names only commands and flags that there are', () => {
    const named = [...text.matchAll(/npm (?:run (?:--silent )?)?([\w:-]+)(?: -- (--(?!help)[\w-]+))?/g)];
    const wrong = named.filter(([, name = '', flag]) =>
      flag ? !helpOf(name).includes(flag) : !(name in scripts || NPM_COMMANDS.has(name)),
    );
    expect(wrong.map(([command]) => command)).toEqual([]);
  });

  test('names only files, variables and functions that there are', () => {
    const files = spans.filter((span) =>
      /^(src|tests|tools|public|docs|supabase|\.\w+)\/[^…\s]*$/.test(span),
    );
    const names = spans.filter((span) =>
      /^([\w-]+\.(json|svg|ts)|[A-Z]+(_[A-Z]+)+|[a-z]+(_[a-z]+)+)(\(\))?$/.test(span),
    );
    const missing = [
      ...files.filter(
        (file) => !/^(supabase\/\.temp|public\/recordings)/.test(file) && globSync(file).length === 0,
      ),
      ...names.filter((name) =>
        name.includes('.')
          ? globSync([name, `{src,.deploy}/**/${name}`]).length === 0
          : !name.startsWith('pg_') && !sources.includes(name.replace('()', '')),
      ),
    ];
    expect(missing).toEqual([]);
  });
});

test('the page for engineers is read in a few minutes', () => {
  expect(read('README.md').split(/\s+/).length, 'words in README.md').toBeLessThanOrEqual(900);
});
