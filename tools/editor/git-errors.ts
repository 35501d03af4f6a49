/** What git, a host or the disk of this machine says, and what that means to an editor. */

export const PART_OF_REPOSITORY =
  'This folder is a part of another repository, and the editor publishes whole ones only. If it was copied or downloaded, ask for a clone; otherwise ask whoever looks after the site to publish your words.';
export const UNFINISHED_MERGE =
  'Somebody began to work on versions of the site in this folder by hand, as with git merge or git rebase, and has not finished. Ask them to finish or to abort it; then publish again.';
export const LOCAL_BRANCH =
  'This folder’s branch follows another one on this machine, not the site’s. Ask whoever looks after the site to connect it (git push --set-upstream).';
export const NO_PLACE =
  'This folder knows no place to publish to. Ask whoever looks after the site to connect it (git push --set-upstream).';
export const SAME_MOMENT =
  'Somebody else has published at the same moment. Look at the changes again, and publish then.';
const PRIVATE_ADDRESS =
  'The host refuses to show your private e-mail address beside what you publish. Give git the address for that from your settings there: git config --global user.email ADDRESS';
const UNSIGNED =
  'The site takes only signed changes. Ask whoever set this machine up to let git sign what you publish (git config commit.gpgSign true, with a key that the host knows).';
const SECRET =
  'The host has found what looks like a password or a key in what you publish, and does not take it. Below, it says where: take it out of the text there, or ask whoever looks after the site.';

/**
 * Whether a host would refuse a proposal, too, although it words that like a protected branch. Where it asks for one as well, it
 * is tried.
 */
export const isFinal = (message: string): boolean =>
  [SAME_MOMENT, PRIVATE_ADDRESS, UNSIGNED, SECRET].some((meaning) => message.startsWith(meaning)) &&
  !message.includes('through a pull request');

/** What git says, and its meaning, in which `$1` is the expression's first group. The first expression that matches counts. */
const MEANINGS: [said: RegExp, meaning: string][] = [
  [
    /spawn git ENOENT$/m,
    'Git is not installed on this machine, and it is what publishes. Ask whoever set the machine up to install it.',
  ],
  [
    /ENOSPC|EDQUOT|^(?!remote:).*(No space left on device|Out of diskspace|Disk quota exceeded|unable to write file)/m,
    'The disk of this machine is full. Make room on it, and try again.',
  ],
  [
    /^(?!remote:).*Unable to create '([^'\n]+\.lock)': File exists/m,
    'Git is at work in this folder, or was stopped in the middle of it. Wait a minute, and try again. If this stays, ask whoever set this machine up to look whether git still runs, and if not, to remove the file $1.',
  ],
  [
    /could not lock config file (\S+): File exists/,
    'Git is at work in this folder, or was stopped in the middle of it. Wait a minute, and try again. If this stays, ask whoever set this machine up to look whether git still runs, and if not, to remove the file $1.lock.',
  ],
  [
    /^error: cannot lock ref 'refs\/(remotes|editor)\//m,
    'Another program uses git in this folder at the same moment. Wait a little, and try again.',
  ],
  [
    /git-lfs\b.*(not found|not recognized|No such file)|external filter '"?git-lfs/,
    'Some of the site’s files are kept by git-lfs, which is not installed on this machine. Ask whoever set the machine up to install it.',
  ],
  [
    /push cannot contain secrets|secrets? (was |were )?(detected|found|leaked)|secret (scanning|detection)/i,
    SECRET,
  ],
  [
    /^TIMEOUT push/,
    'Sending took longer than a minute and was stopped. Perhaps it has arrived all the same: press Publish again, which shows what still differs.',
  ],
  [
    /not a git repository/,
    'This folder has no history to publish to: it was copied or downloaded, not cloned with git. Ask whoever gave it to you for a clone, and copy the folder src/content into it.',
  ],
  [
    /detected dubious ownership/,
    'This folder belongs to another user of this machine, so git does not work in it. Ask whoever set the machine up to allow it (git config --global --add safe.directory, with the folder).',
  ],
  [
    /HEAD is not a symbolic ref/,
    'This folder shows an old version of the site. Switch it back to its branch (git switch main, say).',
  ],
  [/couldn.t find remote ref/, NO_PLACE],
  [
    /Author identity unknown|empty ident|tell me who you are/,
    'Git does not know your name yet, which stands beside what you publish. Type these two lines once into a terminal, with yours: git config --global user.name "Your Name" and git config --global user.email you@example.com',
  ],
  [
    /failed to sign the data|Couldn't load public key|No private key found|Load key |user\.signing_?key|^TIMEOUT commit-tree/im,
    'Git is to sign what you publish, and cannot. Ask whoever set this machine up whether its key is there, and unlocked.',
  ],
  [
    /Host key verification failed/,
    'This machine has never connected to the host of the site’s files, or the host has another key now. Ask whoever set the machine up to look at it (git fetch, in a terminal).',
  ],
  [
    /Permission denied \(publickey/,
    'The host does not take this machine’s key, or the key waits for its passphrase. Ask whoever set the machine up to unlock it (ssh-add, in a terminal).',
  ],
  [
    /HTTP code \d+ from proxy|CONNECT tunnel failed|Proxy CONNECT aborted|resolve proxy|(returned error:|HTTP) 407\b/i,
    'This network’s proxy does not let git through. Ask whoever looks after the network, or try another one.',
  ],
  [
    /(returned error:|HTTP) 5\d\d\b/,
    'The place where the site’s files are kept has a failure of its own. Try again in a while.',
  ],
  [
    /^TIMEOUT (fetch|ls-remote)|resolve host(name \S+)?:|Failed to connect to|Connection (timed out|refused|reset)|is unreachable/i,
    'The place where the site’s files are kept does not answer. Look whether you are online, and try again.',
  ],
  [
    /unable to access '[^\n]*': [^\n]*(SSL|TLS|certificate|schannel)/i,
    'The connection to the place where the site’s files are kept is not secure: something in between may have changed it. Try another network, and ask whoever set this machine up.',
  ],
  [/GH007|publish a private email/, PRIVATE_ADDRESS],
  [/must have verified signatures|must be signed/, UNSIGNED],
  [
    /Repository not found|repository '[^\n]*' not found|(returned error:|HTTP) 404\b|does not appear to be a git repository/,
    'The place where the site’s files are kept was not found: it has moved, or you may not see it. Ask whoever looks after the site for its address.',
  ],
  [/\((fetch first|non-fast-forward|stale info)\)|cannot lock ref|failed to update ref/, SAME_MOMENT],
  [
    /(returned error:|HTTP) 40[13]\b|Authentication failed for|^(remote|ERROR): Permission to|not allowed to |could not read (Username|Password)|unpacker error|^remote: .*insufficient permission|\[remote rejected\]/im,
    'You have no right to publish here, neither to the site nor as a proposal. Ask whoever owns the repository to let you write to it.',
  ],
  [
    /EACCES|EROFS|EPERM|Permission denied|Read-only file system|insufficient permission/,
    'The editor may not write into this folder: it is read-only, or belongs to somebody else. Ask whoever set this machine up to make it yours.',
  ],
  [
    /EBUSY/,
    'Another program holds a file of this folder, such as a virus scanner or a text editor. Close it there, or wait a little; what you typed stays here.',
  ],
  [
    /^TIMEOUT/,
    'Git has not finished its work within a minute. Try again, and if it says this once more, ask whoever set this machine up.',
  ],
];

/** What is said, in words for an editor; undefined where nobody has met it yet. */
export function meaningOf(said: string): string | undefined {
  for (const [pattern, meaning] of MEANINGS) {
    const match = pattern.exec(said);
    if (match) return meaning.replace('$1', match[1] ?? '');
  }
  return undefined;
}

/** An error in words for an editor: those of the file system, which have a code, are not yet. */
export function inPlainWords({ message, code }: NodeJS.ErrnoException): string {
  const meaning = code === undefined ? undefined : meaningOf(message);
  return meaning ? `${meaning}\n${message}` : message;
}
