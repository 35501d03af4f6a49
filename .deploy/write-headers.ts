/** `npm run headers`: writes what `src/build/headers.ts` says into the file that each host reads. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { headerFiles } from '../src/build/headers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

for (const [path, text] of Object.entries(headerFiles())) {
  await writeFile(join(root, path), text);
  console.log(path);
}
