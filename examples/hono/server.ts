import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { start } from 'workflow/api';
import { createHandler } from 'workflow/server';
import { welcome } from './workflows/welcome.ts';

const workflow = createHandler();

const app = new Hono();
app.use(async (context, next) => (await workflow(context.req.raw)) ?? (await next()));
app.post('/signup', async (context) => {
  const { runId } = await start(welcome, [context.req.query('email') ?? 'nobody']);
  return context.json({ runId });
});

serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) });
