/** `npm run edit`: the site's dev server with the editor, which it opens; no build contains it. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import site from '../../astro.config.mjs';

const editor: AstroIntegration = {
  name: 'editor',
  hooks: {
    'astro:config:setup': ({ injectRoute, logger }) => {
      logger.info('The editor is at /editor.');
      const entrypoint = fileURLToPath(new URL('api.ts', import.meta.url));
      injectRoute({ pattern: '/editor/content', entrypoint, prerender: false });
    },
    // Not a page of Astro's: its live reload would lose what is being typed.
    'astro:server:setup': ({ server }) => {
      server.middlewares.use('/editor', async ({ url }, response, next) => {
        if (!/^\/?(\?|$)/.test(url ?? '')) return next();
        response.setHeader('Content-Type', 'text/html');
        return response.end(await readFile(new URL('index.html', import.meta.url)));
      });
    },
  },
};

export default {
  ...site,
  integrations: [...(site.integrations ?? []), editor],
  server: { ...site.server, open: '/editor' },
};
