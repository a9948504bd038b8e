import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express from 'express';
import { toStreamResponse } from 'workflow/api';
import { createDashboard } from 'workflow/dashboard';
import { createHandler, toNodeHandler } from 'workflow/server';
import { handleRequest } from './app.ts';

const workflow = createHandler({ skipBuild: process.env['NODE_ENV'] === 'production' });
const app = express();
app.use(toNodeHandler(workflow));
const dashboard = createDashboard({ authorize: ({ headers }) => headers.get('x-user') === 'operator' });
app.use('/admin/_workflow', toNodeHandler(dashboard));
app.get('/runs/:id/stream', (request, response) => {
  toNodeHandler((web) => toStreamResponse(request.params.id, web))(request, response);
});
app.use(express.json({ strict: false }), express.urlencoded({ extended: false }), express.text(), express.raw());
// Written so that Express 4 takes it, too: it knows no promises, and other patterns of paths.
app.all(/^\/app\//, (request, response, next) => void answer(request, response, next));
app.listen(Number(process.env['PORT']), '127.0.0.1');

async function answer(
  { method, originalUrl, body }: express.Request,
  response: express.Response,
  next: express.NextFunction,
): Promise<void> {
  try {
    const init = { method, ...(method === 'POST' && { body: JSON.stringify(body) }) };
    const answered = await handleRequest(new Request(new URL(originalUrl, 'http://localhost'), init));
    response.status(answered.status).setHeaders(answered.headers);
    if (!answered.body) return void response.end();
    response.flushHeaders();
    await pipeline(Readable.fromWeb(answered.body), response);
  } catch (error) {
    next(error);
  }
}
