import type { APIRoute } from 'astro';
import { save } from './content';
import { prepareFolder } from './folder';
import { inPlainWords } from './git-errors';
import page from './index.html?raw';
import { publish } from './publish';

const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': "frame-ancestors 'none'" };

export const GET: APIRoute = () => new Response(page, { headers });
export const HEAD = GET;

// Requests are answered one after another: two saves, or a save and a publication, would read each other's half-written files.
let last: Promise<unknown> = prepareFolder(process.cwd());

export const ALL: APIRoute = ({ request }) => {
  const answer = last.then(() => respond(request)).catch(answerError);
  last = answer;
  return answer;
};

async function respond(request: Request): Promise<Response> {
  // Another site could send a form to this machine (CSRF). `Origin` would not tell, as Codespaces rewrites it
  // (https://github.com/symfony/demo/issues/1542). Vite itself refuses other names for this machine.
  if (request.headers.get('sec-fetch-site') !== 'same-origin')
    throw new Error('Only the editor itself may save.');
  const root = process.cwd();
  const body = await request.json();
  const answer = request.method === 'PUT' ? save(root, body) : publish(root, body);
  return Response.json(await answer);
}

const answerError = (error: Error): Response =>
  Response.json({ message: inPlainWords(error) }, { status: 500 });
