/** Part of `npm run format`: writes the content files in their canonical form. */
import { runnerImport } from 'vite';
import type * as ContentFormat from '../src/copy/canonical-form.ts';

const { module } = await runnerImport<typeof ContentFormat>('./src/copy/canonical-form.ts', {
  // Outside of Astro, `defineCollection` comes from where Astro itself has it.
  resolve: { alias: { 'astro:content': 'astro/content/config' } },
});
for (const file of await module.formatAllContent()) console.log(file);
