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
  },
};

export default {
  ...site,
  integrations: [...(site.integrations ?? []), editor],
  server: { ...site.server, open: '/editor' },
};
