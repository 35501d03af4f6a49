/** `npm run requests`: lists what the embedded back end has stored, whether or not it is running. */
import { existsSync } from 'node:fs';
import { readFlags } from './command-line.ts';
import { DATA_DIR, fetchRequests, readRequests, runningBackend } from './stack.ts';

readFlags('npm run requests', 'lists the demo requests that the embedded back end has stored', {});

const running = await runningBackend(DATA_DIR);
const stored = existsSync(DATA_DIR) ? await (running ? fetchRequests(running) : readRequests(DATA_DIR)) : [];

if (stored.length === 0) {
  console.log('No demo request is stored yet. Start the site with npm start and send one.');
} else {
  console.table(
    stored.map((request) => ({
      received: new Date(request.created_at).toLocaleString(),
      name: request.full_name,
      email: request.email,
      company: request.company_name,
      industry: request.industry,
      phone: request.phone_number,
      consent: request.accepted_terms ? 'yes' : 'no',
    })),
  );
}
