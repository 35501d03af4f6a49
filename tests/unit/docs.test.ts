import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };

/** The shell command behind each `npm` command; two are npm's own. */
const COMMANDS: Readonly<Record<string, string>> = { ...packageFile.scripts, ci: '', install: '' };

const read = (file: string) => readFileSync(file, 'utf8');
const withoutCodeBlocks = (page: string) => read(page).replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, part = '']) => part);

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string) =>
  matches(withoutCodeBlocks(page).toLowerCase(), /^#+ (.*)/gm).map((heading) =>
    heading.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'),
  );

const helps = new Map<string, string>();

/** What the command prints with `--help`, started once. */
function helpOf(name: string): string {
  const script = COMMANDS[name]!.split(' ').slice(1);
  const help = helps.get(name) ?? execFileSync(process.execPath, [...script, '--help'], { encoding: 'utf8' });
  helps.set(name, help);
  return help;
}

/** Everything in which a name of a variable, function or table may be defined. */
const DEFINITIONS = [
  '.env.example',
  '.github/workflows/*.yml',
  'supabase/**/*.{sql,toml,ts}',
  'tools/**/*.ts',
];
const definitions = globSync(DEFINITIONS).map(read).join('\n');

const HINT = 'correct or delete each sentence with one of these, which do not exist';

describe.each(['README.md', 'SECURITY.md', ...globSync('docs/*.md')])('%s', (page) => {
  test('leads only to pages, sections and pictures that there are', () => {
    const links = matches(withoutCodeBlocks(page), /\]\((?!https?:|mailto:|\/)([^)\s]+)\)/g);
    const broken = links.filter((link) => {
      const [file, anchor] = link.split('#');
      const target = file ? join(dirname(page), file) : page;
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(broken, `${page}: ${HINT}`).toEqual([]);
  });

  test('names only commands and flags that there are', () => {
    const named = read(page).matchAll(/npm (?:run (?:--silent )?)?([\w:-]+)(?: -- (--(?!help)[\w-]+))?/g);
    const wrong = [...named].filter(
      ([, name = '', flag]) => !(name in COMMANDS) || (flag && !helpOf(name).includes(flag)),
    );
    expect([...new Set(wrong.map(([command]) => command))], `${page}: ${HINT}`).toEqual([]);
  });

  test('names only files, variables and functions that there are', () => {
    const missing = matches(withoutCodeBlocks(page), /`([^`\n]+)`/g).filter((span) => {
      // A path, unless it has a placeholder, exists only at run time, or belongs to the example of a new page.
      if (/^(supabase\/\.temp|public\/recordings|src\/\w+\/team\.)/.test(span)) return false;
      if (/^(src|tests|tools|public|docs|supabase|\.\w+)\/[^…\s]*$/.test(span)) return !globSync(span)[0];
      // The end of a path, such as a file's name alone.
      if (/^\w[\w/-]*\.(json|svg|ts|tsx|astro)$/.test(span))
        return !globSync([span, `{src,.deploy,supabase}/**/${span}`])[0];
      // A variable (UPPER_CASE), or a function, table or reason of ours (lower_case) and not PostgreSQL's.
      const [, name] = /^(?!pg_)([A-Z]+(?:_[A-Z]+)+|[a-z]+(?:_[a-z]+)+)(?:\(\))?$/.exec(span) ?? [];
      return name !== undefined && !definitions.includes(name);
    });
    expect(missing, `${page}: ${HINT}`).toEqual([]);
  });
});
