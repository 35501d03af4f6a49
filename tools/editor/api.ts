import type { APIRoute } from 'astro';
import { save } from './content';
import page from './index.html?raw';
import { publish } from './publish';

const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': "frame-ancestors 'none'" };

export const GET: APIRoute = () => new Response(page, { headers });
export const HEAD = GET;

// One after another: two saves, or a save and a publication, would read each other's half-written files.
let last = Promise.resolve(new Response());

export const ALL: APIRoute = ({ request }) =>
  (last = last
    .then(() => respond(request))
    .catch((error: Error) => Response.json({ message: error.message }, { status: 500 })));

async function respond(request: Request): Promise<Response> {
  // Another site could send a form to this machine (CSRF). Not by `Origin`, which Codespaces rewrites
  // (https://github.com/symfony/demo/issues/1542). Vite itself refuses other names for this machine.
  if (request.headers.get('sec-fetch-site') !== 'same-origin')
    throw new Error('Only the editor itself may save.');
  const [root, body] = [process.cwd(), await request.json()];
  const answer =
    request.method === 'PUT' ? save(root, body.base, body.draft, body.answers) : publish(root, body);
  return Response.json(await answer);
}
