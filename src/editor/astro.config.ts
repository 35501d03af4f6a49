/** `npm run edit`: the site's development server, and the editor on it. */
import site from '../../astro.config.mjs';
import { editor } from './server.ts';

export default { ...site, integrations: [...(site.integrations ?? []), editor] };
