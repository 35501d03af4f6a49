import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installDebian, which } from '../support/browser.ts';
import { startServer } from '../support/start-server.ts';
import type { Site, StartHost } from './host.ts';

/** `.deploy/nginx.conf` with this machine's names in the place of its examples. */
async function siteConfiguration({ dir, port, httpPort, certificate }: Site): Promise<string> {
  const text = await readFile('.deploy/nginx.conf', 'utf8');
  return text
    .replaceAll('https://www.example.com', `https://localhost:${port}`)
    .replaceAll('server_name www.example.com', 'server_name localhost')
    .replaceAll(/\/etc\/ssl\/[^;]+/g, certificate)
    .replace('/var/www/site', dir)
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

/** The installed nginx, or Debian's, under `.deploy/nginx.conf`. */
export const startNginx: StartHost = async (site) => {
  if (!which('nginx')) installDebian('nginx-light');
  if (!which('nginx')) return undefined;
  const workDir = join(site.workDir, 'nginx');
  await mkdir(workDir, { recursive: true });
  const file = join(workDir, 'nginx.conf');
  await writeFile(file, aroundIt(workDir, await siteConfiguration(site)));
  const host = await startServer(site.port, 'nginx', ['-c', file, '-g', 'daemon off;']);
  if (!host) throw new Error('nginx does not start with .deploy/nginx.conf; the reason stands above.');
  return { ...host, plainHttp: `http://localhost:${site.httpPort}` };
};
