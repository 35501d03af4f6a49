import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A built site, and where a host on this machine is to serve it. */
export interface Site {
  /** Folder of the built site. */
  readonly dir: string;
  /** Port of the site by https; the site is built for localhost at this port. */
  readonly port: number;
  /** Port for plain http. */
  readonly httpPort: number;
  /** File with the certificate and its key, as PEM. */
  readonly certificate: string;
  /** Folder for whatever the host writes. */
  readonly workDir: string;
}

/** `.deploy/nginx.conf` with this machine's names in the place of its examples. */
async function siteConfiguration({ dir, port, httpPort, certificate }: Site): Promise<string> {
  const text = await readFile('.deploy/nginx.conf', 'utf8');
  return text
    .replaceAll('https://www.example.com', `https://localhost:${port}`)
    .replaceAll('server_name www.example.com', 'server_name localhost')
    .replaceAll(/\/etc\/ssl\/[^;]+/g, certificate)
    .replace('/var/www/pilotlight', dir)
    .replaceAll(/listen (\[::\]:)?443/g, `listen $1${port}`)
    .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${httpPort};`);
}

/** What stands around it in a system's own nginx.conf, with every file in a folder of ours. */
const aroundIt = (workDir: string, site: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${workDir}/nginx.pid;
error_log stderr warn;
events {}
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${workDir}/${name};`).join('\n  ')}
${site}
}
`;

/** Writes the configuration of an nginx on this machine. Returns its path. */
export async function nginxConfiguration(site: Site): Promise<string> {
  const file = join(site.workDir, 'nginx.conf');
  await writeFile(file, aroundIt(site.workDir, await siteConfiguration(site)));
  return file;
}
