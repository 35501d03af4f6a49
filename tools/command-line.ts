import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util';

/** A flag as `parseArgs` takes it, with its text in `--help`. */
type Flag = ParseArgsOptionDescriptor & { readonly about: string };

/** Ends the process with a usage error of one sentence that points to `--help`. */
export function exitWithUsageError(command: string, fault: string): never {
  console.error(`${fault} (${command} -- --help lists the flags)`);
  process.exit(1);
}

function help(command: string, about: string, flags: Readonly<Record<string, Flag>>): string {
  const rows = Object.entries(flags).map(([name, flag]) => {
    const value = flag.type === 'string' ? ' <value>' : '';
    const preset = typeof flag.default === 'string' ? ` (${flag.default})` : '';
    return `  ${`--${name}${value}`.padEnd(26)}${flag.about}${preset}`;
  });
  return [
    `${command}: ${about}`,
    ...(rows.length > 0 ? ['', `  ${command} -- [flags]`, '', ...rows] : []),
  ].join('\n');
}

/** The flags that npm took for its own because no `--` came before them, written as they belong after it. */
function takenByNpm(flags: Readonly<Record<string, Flag>>, loose: string[]): string[] {
  return Object.entries(flags).flatMap(([name, { type }]) => {
    const value = process.env[`npm_config_${name.replaceAll('-', '_')}`];
    if (value === undefined) return [];
    if (type === 'boolean') return [`--${name}`];
    // Of `--port 5000` npm takes the flag and passes the number on.
    return [`--${name}`, value === 'true' ? (loose.shift() ?? '<value>') : value];
  });
}

/**
 * The flags that a command of `package.json` was called with. `--help` prints the flags and ends the process; arguments
 * that cannot be parsed end it with one sentence and exit status 1.
 */
export function readFlags<const Flags extends Readonly<Record<string, Flag>>>(
  command: string,
  about: string,
  flags: Flags,
) {
  try {
    const { values, positionals } = parseArgs({
      options: { ...flags, help: { type: 'boolean' } },
      allowPositionals: true,
    });
    if ('help' in values) {
      console.log(help(command, about, flags));
      process.exit(0);
    }
    const [word] = positionals;
    const taken = takenByNpm(flags, positionals);
    if (taken.length > 0)
      exitWithUsageError(
        command,
        `npm keeps flags for itself unless -- stands before them: ${command} -- ${taken.join(' ')}`,
      );
    if (word !== undefined) exitWithUsageError(command, `"${word}" means nothing here`);
    return values;
  } catch (error) {
    // The first sentence names the flag and the error; the rest is Node's advice for commands in general.
    const [sentence = ''] = error instanceof Error ? error.message.split(/\.\s/) : [];
    return exitWithUsageError(command, sentence);
  }
}
