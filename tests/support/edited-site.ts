import fs from 'node:fs';
import { join } from 'node:path';
import { LOCAL_BUILD, ROOT } from '../../tools/start/build.ts';
import { editFile } from './edit-file.ts';
import { runNode } from './run-node.ts';

// The copies are inside the repository, so that Node.js finds the packages in a parent folder.
const COPIES = join(ROOT, 'tests/.output/edited');

/** Example addresses, with which the environment of a production build has no errors. */
export const ENVIRONMENT = {
  PUBLIC_SUPABASE_URL: 'https://example.supabase.co',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_of_a_test',
  PUBLIC_DEMO_WEBHOOK_URL: 'https://hooks.example.com/demo',
  SITE_URL: 'https://www.example.com',
};

/** A copy of the site for an editor to change and build, with caches of its own. */
export class EditedSite {
  readonly dir: string;

  /** The copy of this name, whether or not it has been made. */
  constructor(name: string) {
    this.dir = join(COPIES, name);
  }

  /** A fresh copy: nothing has been built in it, so its content cache is cold. */
  static create(name: string): EditedSite {
    const site = new EditedSite(name);
    fs.rmSync(site.dir, { recursive: true, force: true });
    const isExcluded = /^(\.|(node_modules|dist|supabase|tests)$)/;
    for (const part of fs.readdirSync(ROOT))
      if (!isExcluded.test(part)) fs.cpSync(join(ROOT, part), join(site.dir, part), { recursive: true });
    return site;
  }

  /** Changes the text of one content file, named from `src/content`. Fails if that changes nothing. */
  edit(file: string, change: (text: string) => string): void {
    editFile(join(this.dir, 'src/content', file), change);
  }

  read(file: string): string {
    return fs.readFileSync(join(this.dir, file), 'utf8');
  }

  /** `npm run build` as for this machine, with `ENVIRONMENT` unless other values are given. */
  build(environment: Record<string, string> = {}) {
    return this.#astro('build', { ...LOCAL_BUILD, ...ENVIRONMENT, ...environment });
  }

  /** `npm run check:content`. */
  checkContent() {
    return this.#astro('sync', { ASTRO_TELEMETRY_DISABLED: '1' });
  }

  #astro(command: string, environment: Record<string, string>) {
    const astro = join(ROOT, 'node_modules/astro/bin/astro.mjs');
    return runNode(astro, [command], { NO_COLOR: '1', ...environment }, this.dir);
  }
}
