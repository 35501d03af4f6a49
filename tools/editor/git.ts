/** What publishing needs of the machine's own git. Every function throws an error in words for an editor. */
import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** After this long a command counts as one that the network does not answer. */
const TIMEOUT_MS = 60_000;

/** Texts of git and of hosts, and what they mean to an editor. */
const MEANINGS: [RegExp, string][] = [
  [
    /ENOENT/,
    'Git is not installed on this machine, and it is what publishes. Ask whoever set the machine up to install it.',
  ],
  [
    /not a git repository/,
    'This folder has no history to publish to: it was copied or downloaded, not cloned with git. Ask whoever gave it to you for a clone, and copy the folder src/content into it.',
  ],
  [
    /Author identity unknown|empty ident|tell me who you are/,
    'Git does not know your name yet, which stands beside what you publish. Type these two lines once into a terminal, with yours: git config --global user.name "Your Name" and git config --global user.email you@example.com',
  ],
  [
    /resolve host|Failed to connect|Connection (timed out|refused|reset)|unreachable|ETIMEDOUT|does not appear to be a git/i,
    'The place where the site’s files are kept does not answer. Look whether you are online, and try again.',
  ],
  [
    /403|401|Authentication failed|Permission.*denied|could not read Username|access denied|not allowed|unpacker error|insufficient permission|remote rejected/i,
    'You have no right to publish here, neither to the site nor as a proposal. Ask whoever owns the repository to let you write to it.',
  ],
];

export class Repository {
  private readonly root: string;
  /** Where the branch that is published is, and its name. */
  readonly remote: string;
  readonly branch: string;

  private constructor(root: string, remote: string, branch: string) {
    [this.root, this.remote, this.branch] = [root, remote, branch];
  }

  /** Throws when the folder has no git, no branch or no remote, or when a merge was begun in it by hand. */
  static async open(root: string): Promise<Repository> {
    const top = await git(root, ['rev-parse', '--show-toplevel']);
    if (realpathSync(top) !== realpathSync(root)) throw new Error(MEANINGS[1]![1]);
    const folder = await git(root, ['rev-parse', '--absolute-git-dir']);
    const begun = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];
    if (begun.some((name) => existsSync(join(folder, name))))
      throw new Error(
        'Somebody began to merge versions of the site in this folder by hand and has not finished. Ask them to finish or to abort it; then publish again.',
      );
    const branch = await git(root, ['symbolic-ref', '--short', 'HEAD']).catch(() => {
      throw new Error(
        'This folder shows an old version of the site. Switch it back to its branch (git switch main, say).',
      );
    });
    const upstream = await git(root, ['config', `branch.${branch}.remote`]).catch(() => '');
    const remote = upstream || (await git(root, ['remote'])).split('\n')[0];
    if (!remote)
      throw new Error(
        'This folder knows no place to publish to. Ask whoever looks after the site to connect it (git remote add).',
      );
    const target = await git(root, ['config', `branch.${branch}.merge`]).catch(() => branch);
    return new Repository(root, remote, target.replace('refs/heads/', ''));
  }

  private get tracking(): string {
    return `refs/remotes/${this.remote}/${this.branch}`;
  }

  /** The commit whose content this folder last took in. */
  private get seen(): string {
    return `refs/editor/${this.branch}`;
  }

  private run(args: string[], options?: Options): Promise<string> {
    return git(this.root, args, options);
  }

  private isIn(ancestor: string, commit: string): Promise<boolean> {
    return this.run(['merge-base', '--is-ancestor', ancestor, commit]).then(
      () => true,
      () => false,
    );
  }

  /** Fetches what is published now, and finds the commit that this folder's content comes from. */
  async fetch(): Promise<{ published: string; base: string }> {
    await this.run(['fetch', '--quiet', this.remote, `+refs/heads/${this.branch}:${this.tracking}`]);
    const published = await this.run(['rev-parse', this.tracking]);
    const base = await this.run(['merge-base', 'HEAD', published]).catch(() => published);
    const isNewer = (await this.isIn(base, this.seen)) && (await this.isIn(this.seen, published));
    return { published, base: isNewer ? await this.run(['rev-parse', this.seen]) : base };
  }

  /** The files of a folder in a commit, each with its text. */
  async textsAt(commit: string, folder: string): Promise<Map<string, string>> {
    const names = await this.run(['ls-tree', '-r', '-z', '--name-only', commit, '--', `${folder}/`]);
    const files = names.split('\0').filter(Boolean);
    const input = files.map((file) => `${commit}:${file}\n`).join('');
    let rest = Buffer.from(await this.run(['cat-file', '--batch'], { input }));
    const texts = files.map((file): [string, string] => {
      // A line that ends with the size, the bytes, and a line break.
      const start = rest.indexOf('\n') + 1;
      const end = start + Number(rest.toString('utf8', 0, start).split(' ').at(-1));
      const text = rest.toString('utf8', start, end);
      rest = rest.subarray(end + 1);
      return [file, text];
    });
    return new Map(texts);
  }

  has(commit: string, file: string): Promise<boolean> {
    return this.run(['cat-file', '-e', `${commit}:${file}`]).then(
      () => true,
      () => false,
    );
  }

  /** The last commit before `commit` whose message has this line. */
  async last(
    commit: string,
    line: string,
  ): Promise<{ hash: string; by: string; day: string; subject: string } | undefined> {
    const format = '%H%x00%an%x00%ad%x00%s';
    const args = [
      'log',
      '-1',
      '--fixed-strings',
      `--grep=${line}`,
      '--date=format:%B %-d, %H:%M',
      `--format=${format}`,
    ];
    const [hash, by = '', day = '', subject = ''] = (await this.run([...args, commit])).split('\0');
    return hash ? { hash, by, day, subject } : undefined;
  }

  /** A commit after `parent` with these files; the folder and its index stay as they are. */
  async commit(parent: string, files: Map<string, string | Uint8Array>, message: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'publish-'));
    try {
      const env = { GIT_INDEX_FILE: join(folder, 'index') };
      await this.run(['read-tree', parent], { env });
      for (const [file, input] of files) {
        const blob = await this.run(['hash-object', '-w', '--stdin', '--path', file], { input });
        await this.run(['update-index', '--add', '--cacheinfo', `100644,${blob},${file}`], { env });
      }
      const tree = await this.run(['write-tree'], { env });
      return await this.run(['commit-tree', tree, '-p', parent], { input: message });
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /**
   * Pushes a commit to the branch; where the branch is protected, to one of its own. Resolves with `published`, with the
   * branch and the address of its pull request, if the host gives one, or with `outdated` when somebody else was faster.
   */
  async push(
    commit: string,
  ): Promise<'published' | 'outdated' | { branch: string; address: string | undefined }> {
    const push = (branch: string) =>
      this.run(['push', '--porcelain', this.remote, `${commit}:refs/heads/${branch}`], {
        withMessages: true,
      });
    try {
      await push(this.branch);
      return 'published';
    } catch (error) {
      const { message } = error as Error;
      const said = error instanceof GitError ? error.said : message;
      if (/\[rejected\]|non-fast-forward|fetch first|cannot lock ref/.test(said)) return 'outdated';
      if (!said.includes('[remote rejected]')) throw error;
      const branch = `words-${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}`;
      const answer = await push(branch);
      return { branch, address: /https:\/\/\S+/.exec(answer.replaceAll(/^To .*/gm, ''))?.[0] };
    }
  }

  /**
   * Lets the local branch follow to a commit, whose `files` the folder has already. It stays behind where it has commits
   * of its own, or where a file that somebody works on would be overwritten: publishing does not need it to follow.
   */
  async follow(commit: string, files: string[]): Promise<void> {
    await this.run(['update-ref', this.seen, commit]);
    await this.run(['reset', '--quiet', commit, '--', ...files]);
    await this.run(['merge', '--quiet', '--ff-only', commit]).catch(() =>
      this.run(['reset', '--quiet', '--', ...files]),
    );
  }
}

interface Options {
  input?: string | Uint8Array;
  env?: Record<string, string>;
  /** Returns what git says about its work, too. */
  withMessages?: boolean;
}

/** An error in words for an editor, with git's own words. */
class GitError extends Error {
  readonly said: string;
  constructor(said: string) {
    super(
      MEANINGS.find(([pattern]) => pattern.test(said))?.[1] ??
        `Git could not do it, and says: ${said.trim()}`,
    );
    this.said = said;
  }
}

function git(cwd: string, args: string[], { input, env, withMessages }: Options = {}): Promise<string> {
  // Nobody could answer the question for a password, and other languages would not be understood here.
  const own = { GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...env };
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...own }, timeout: TIMEOUT_MS, maxBuffer: 2 ** 26 };
    const child = execFile('git', args, options, (error, stdout, stderr) => {
      if (error) reject(new GitError(error.killed ? 'ETIMEDOUT' : `${stdout}${stderr || error.message}`));
      else resolve(withMessages ? `${stdout}${stderr}` : stdout.trimEnd());
    });
    child.stdin?.on('error', () => {}).end(input);
  });
}
