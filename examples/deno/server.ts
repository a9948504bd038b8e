import { start } from 'workflow/api';
import { createHandler } from 'workflow/server';
import { welcome } from './workflows/welcome.ts';

const workflow = createHandler();

async function application(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (request.method !== 'POST' || pathname !== '/signup') return new Response('Not found', { status: 404 });
  const { runId } = await start(welcome, [searchParams.get('email') ?? 'nobody']);
  return Response.json({ runId });
}

Deno.serve(
  { port: Number(Deno.env.get('PORT') ?? 3000) },
  async (request) => (await workflow(request)) ?? (await application(request)),
);
