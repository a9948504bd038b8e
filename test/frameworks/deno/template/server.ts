import { createHandler } from 'workflow/server';
import { handleRequest } from './app.ts';

const workflow = createHandler({ skipBuild: process.env['NODE_ENV'] === 'production' });

Deno.serve(
  { hostname: '127.0.0.1', port: Number(process.env['PORT']) },
  async (request) => (await workflow(request)) ?? (await handleRequest(request)),
);
