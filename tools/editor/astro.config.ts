/** `npm run edit`: the site's dev server with the editor, which opens in the browser; no build contains it. */
import type { AstroIntegration } from 'astro';
import site from '../../astro.config.mjs';

const editor: AstroIntegration = {
  name: 'editor',
  hooks: {
    'astro:config:setup': ({ injectRoute, logger }) => {
      logger.info('The editor is at /editor.');
      const entrypoint = new URL('api.ts', import.meta.url);
      injectRoute({ pattern: '/editor', entrypoint, prerender: false });
    },
    // This comes before Astro, which keeps the whole body in memory; 4 MB are many times all words of the site.
    'astro:server:setup': ({ server }) => {
      server.middlewares.use('/editor', ({ headers }, response, next) => {
        if (Number(headers['content-length'] ?? 0) <= 4_000_000) next();
        else
          response
            .writeHead(413)
            .end('{"message":"A text is much longer than the editor takes. Make it shorter, or remove it."}');
      });
    },
  },
};

export default {
  ...site,
  integrations: [...(site.integrations ?? []), editor],
  server: { ...site.server, open: '/editor' },
};
