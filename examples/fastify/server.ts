import { fastify } from 'fastify';
import { start } from 'workflow/api';
import { createHandler, toFastifyHook } from 'workflow/server';
import { welcome } from './workflows/welcome.ts';

const workflow = createHandler();

const app = fastify();
// Ahead of body parsers: webhooks get the bytes that were sent.
app.addHook('onRequest', toFastifyHook(workflow));
app.post<{ Querystring: { email?: string } }>('/signup', async (request) => {
  const { runId } = await start(welcome, [request.query.email ?? 'nobody']);
  return { runId };
});

await app.listen({ port: Number(process.env['PORT'] ?? 3000) });
