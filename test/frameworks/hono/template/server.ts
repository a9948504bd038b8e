import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { toStreamResponse } from 'workflow/api';
import { createDashboard } from 'workflow/dashboard';
import { createHandler } from 'workflow/server';
import { handleRequest } from './app.ts';

const workflow = createHandler({ skipBuild: process.env['NODE_ENV'] === 'production' });
const app = new Hono();
app.use(async (context, next) => (await workflow(context.req.raw)) ?? (await next()));
const dashboard = createDashboard({ authorize: ({ headers }) => headers.get('x-user') === 'operator' });
app.all('/admin/_workflow/*', (context) => dashboard(context.req.raw));
app.get('/runs/:id/stream', (context) => toStreamResponse(context.req.param('id'), context.req.raw));
app.all('/app/*', (context) => handleRequest(context.req.raw));
serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: '127.0.0.1' });
