/** What the commands of `package.json` share: their flags, their errors, and how they print what somebody else wrote. */
import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util';

/** Flags as `parseArgs` takes them, each with its text in `--help`. */
type Flags = Readonly<Record<string, ParseArgsOptionDescriptor & { readonly about: string }>>;

/** The values of flags: undefined where one is not given and has no default. */
export type Values<F extends Flags> = ReturnType<typeof parseArgs<{ options: F }>>['values'];

/** A secret key of either kind, anywhere in a text: a legacy one is a JWT. */
export const SECRET_KEY_PATTERN = /sb_secret_[\w-]+|eyJ[\w-]+\.[\w-]+\.[\w-]+/g;

/** A text for a terminal or a log, with an ellipsis in place of each secret key. */
export const withoutKeys = (text: string): string => text.replaceAll(SECRET_KEY_PATTERN, '…');

/** What somebody else wrote, for a terminal: control and invisible characters, and blank letters, as their code points. */
export const printable = (fact: unknown): string =>
  String(fact ?? '').replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );

/** The width of the flags in `--help`, beside which their texts stand. */
const FLAGS_WIDTH = 26;

function help(command: string, about: string, flags: Flags): string {
  const rows = Object.entries(flags).map(([name, { type, default: preset, about: text }]) => {
    const flag = type === 'string' ? `--${name} <value>` : `--${name}`;
    const note = typeof preset === 'string' ? ` (${preset})` : '';
    return `  ${flag.padEnd(FLAGS_WIDTH)}${text}${note}`;
  });
  return [`${command}: ${about}`, `  ${command} -- [flags]`, rows.join('\n')].join('\n\n');
}

/** What npm has as a setting of this name: it hands its settings to scripts as variables. */
const settingOf = (name: string) => process.env[`npm_config_${name.replaceAll('-', '_')}`];

/** Whether npm has kept a flag as a setting of its own. It takes --no-automation for automation=false. */
function isSwallowed(name: string): boolean {
  if (settingOf(name)) return true;
  return name.startsWith('no-') && settingOf(name.slice('no-'.length)) === '';
}

/** Throws when npm has kept a flag, as it does without the two dashes that PowerShell drops. */
function refuseSwallowedFlags(command: string, names: readonly string[]): void {
  const swallowed = names.find(isSwallowed);
  if (!swallowed) return;
  throw new Error(
    `npm kept --${swallowed} to itself. Put two dashes before it, in quotation marks in PowerShell: ${command} "--" --${swallowed}`,
  );
}

/** Reads the flags. Throws when one is unknown, given twice (parseArgs would take the last), or has an empty value. */
function parse(flags: Flags, args: readonly string[]): object {
  const { values, tokens } = parseArgs({ options: flags, args: [...args], tokens: true });
  const given = tokens.filter((token) => token.kind === 'option');
  for (const { name, value } of given) {
    if (given.filter((other) => other.name === name).length > 1)
      throw new Error(`--${name} is given twice: once is enough, and of two values only one could count.`);
    if (value?.trim() === '') throw new Error(`--${name} has no value.`);
  }
  return values;
}

/**
 * Runs a command of `package.json` with its flags; `--help` prints them instead. When it throws, the message is printed
 * without secret keys, and the exit status is 1.
 */
export async function runCommand<const F extends Flags>(
  command: string,
  about: string,
  flags: F,
  run: (values: Values<F>) => Promise<void>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  try {
    if (args.includes('--help')) return console.log(help(command, about, flags));
    refuseSwallowedFlags(command, Object.keys(flags));
    await run(parse(flags, args) as Values<F>);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const hint = code?.startsWith('ERR_PARSE_ARGS') ? ` (${command} -- --help lists the flags)` : '';
    console.error(withoutKeys(message) + hint);
    process.exitCode = 1;
  }
}
