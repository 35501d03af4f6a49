/** `npm run edit`: the site's dev server with the editor. */
import site from '../../astro.config.mjs';
import { editor } from './server.ts';

export default { ...site, integrations: [...(site.integrations ?? []), editor] };
