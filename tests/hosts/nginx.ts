import { readFile, writeFile } from 'node:fs/promises';

export interface Site {
  /** Folder of the built site. */
  readonly dir: string;
  /** Port of the site by https, and by plain http. */
  readonly port: number;
  readonly httpPort: number;
  /** File with the certificate and its key, as PEM. */
  readonly certificate: string;
  /** Folder for whatever the host writes. */
  readonly workDir: string;
}

/**
 * Writes a complete nginx.conf into `workDir`: `.deploy/nginx.conf` with this machine's names in place of its examples,
 * inside the blocks that a system's own nginx.conf has around it. Returns its path.
 */
export async function nginxConfiguration({ dir, port, httpPort, certificate, workDir }: Site) {
  const site = (await readFile('.deploy/nginx.conf', 'utf8'))
    .replaceAll('https://www.example.com', `https://localhost:${port}`)
    .replaceAll('server_name www.example.com', 'server_name localhost')
    .replaceAll(/\/etc\/ssl\/[^;]+/g, certificate)
    .replace('/var/www/site', dir)
    .replaceAll(/listen (\[::\]:)?443/g, `listen $1${port}`)
    .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${httpPort};`);
  const buffers = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const text = `
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${workDir}/nginx.pid;
error_log stderr warn;
events {}
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  ${buffers.map((name) => `${name}_temp_path ${workDir}/${name};`).join('\n  ')}
${site}
}
`;
  const file = `${workDir}/nginx.conf`;
  await writeFile(file, text);
  return file;
}
