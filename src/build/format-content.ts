/** Part of `npm run format`: writes the content files in their canonical form. */
import { runnerImport } from 'vite';
import type * as ContentFormat from './content-format.ts';

const { module } = await runnerImport<typeof ContentFormat>('./src/build/content-format.ts', {
  // Outside of Astro, `defineCollection` comes from where Astro itself has it.
  resolve: { alias: { 'astro:content': 'astro/content/config' } },
});
for (const file of await module.formatAllContent()) console.log(file);
