/** What the requests command writes and asks. */
import { statSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { writeWhole } from '../write-file.ts';

export const write = (text: string) => process.stdout.write(text);

/** Writes a file that nobody else may read. Throws when something else is there, such as /dev/stdout. */
export function writePrivate(file: string, text: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${file} is not a file.`);
  writeWhole(file, text, 0o600);
}

/**
 * Asks in the terminal. Throws unless the answer is "yes".
 *
 * @param refusal what did not happen then, such as "Nothing was deleted"
 */
export async function confirm(question: string, refusal: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error(`${refusal}: standard input is not a terminal. Add --sure.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} Type yes: `);
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Error(`${refusal}.`);
}
