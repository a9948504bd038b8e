import { fastify } from 'fastify';
import { toStreamResponse } from 'workflow/api';
import { createDashboard } from 'workflow/dashboard';
import { createHandler, toFastifyHook, toNodeHandler } from 'workflow/server';
import { handleRequest } from './app.ts';

const workflow = createHandler({ skipBuild: process.env['NODE_ENV'] === 'production' });
const app = fastify();
app.addHook('onRequest', toFastifyHook(workflow));
const dashboard = createDashboard({
  basePath: '/admin/_workflow',
  authorize: ({ headers }) => headers.get('x-user') === 'operator',
});
app.addHook('onRequest', toFastifyHook(dashboard));
app.get<{ Params: { id: string } }>('/runs/:id/stream', (request, reply) => {
  reply.hijack();
  toNodeHandler((web) => toStreamResponse(request.params.id, web))(request.raw, reply.raw);
});
app.all('/app/*', async ({ method, originalUrl, body }, reply) => {
  const init = { method, ...(method === 'POST' && { body: JSON.stringify(body) }) };
  return reply.send(await handleRequest(new Request(new URL(originalUrl, 'http://localhost'), init)));
});
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
