import { readFileSync, writeFileSync } from 'node:fs';

/** Changes the text of a file. Throws if that changes nothing. */
export function editFile(path: string, change: (text: string) => string | Uint8Array): void {
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`The edit of ${path} changes nothing.`);
  writeFileSync(path, after);
}
