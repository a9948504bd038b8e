import { createHandler } from 'workflow/server';
import { handleRequest } from './app.ts';

const workflow = createHandler({ skipBuild: process.env['NODE_ENV'] === 'production' });

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env['PORT']),
  maxRequestBodySize: 32 * 1024 * 1024,
  fetch: async (request) => (await workflow(request)) ?? (await handleRequest(request)),
});
