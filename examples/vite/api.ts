import { start } from 'workflow/api';
import { welcome } from './workflows/welcome.ts';

/** Answers the requests of the page. */
export async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method !== 'POST' || pathname !== '/api/sign-ups') return new Response('Not found', { status: 404 });
  const { runId } = await start(welcome, [await request.text()]);
  return new Response(`Welcome. This is run ${runId}.`);
}
