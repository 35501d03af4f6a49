/** `npm run edit`: the site's dev server with the editor, which it opens. */
import site from '../../astro.config.mjs';
import { editor } from './server.ts';

export default {
  ...site,
  integrations: [...(site.integrations ?? []), editor],
  server: { ...site.server, open: '/editor' },
};
