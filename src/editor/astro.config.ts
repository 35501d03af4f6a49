/** `npm run edit`: the site's dev server with the editor, which it opens. */
import site from '../../astro.config.mjs';
import { codespaceHost, editor } from './server.ts';

const allowedHosts = [codespaceHost()?.replace('PORT', '4321') ?? []].flat();

export default {
  ...site,
  integrations: [...(site.integrations ?? []), editor],
  server: { ...site.server, allowedHosts, open: '/editor' },
};
