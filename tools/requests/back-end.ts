import { connectAsTeam, type TeamClient } from '../database.ts';
import { connectProduction, URL_VARIABLE } from '../production.ts';
import { DATA_DIR, runningBackend } from '../start/data-folder.ts';

/** The database and its name: the production project, if the environment has one, or the running back end of `npm start`. */
export function openBackEnd(dataDir = DATA_DIR): { name: string; client: TeamClient } {
  const project = connectProduction();
  if (project) return { name: project.url, client: project.client };
  const running = runningBackend(dataDir);
  if (!running)
    throw new Error(`The site is not running: npm start first, without --memory, or set ${URL_VARIABLE}.`);
  return {
    name: 'the back end that is running on this machine',
    client: connectAsTeam(running.url, running.secretKey),
  };
}
