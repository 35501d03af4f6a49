/** `npm run edit`: the site's development server, and the desk on it. */
import site from '../../astro.config.mjs';
import { desk } from './server.ts';

export default { ...site, integrations: [...(site.integrations ?? []), desk] };
