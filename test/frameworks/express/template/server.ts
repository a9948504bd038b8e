import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express from 'express';
import { toStreamResponse } from 'workflow/api';
import { createHandler, toNodeHandler } from 'workflow/server';
import { handleRequest } from './app.ts';

const workflow = createHandler({ skipBuild: process.env['NODE_ENV'] === 'production' });
const app = express();
app.use(toNodeHandler(workflow));
app.get('/runs/:id/stream', (request, response) => {
  toNodeHandler((web) => toStreamResponse(request.params.id, web))(request, response);
});
app.use(express.json({ strict: false }), express.urlencoded(), express.text(), express.raw());
app.all('/app/*path', async (request, response) => {
  const { method, originalUrl, body } = request;
  const answer = await handleRequest(
    new Request(new URL(originalUrl, 'http://localhost'), {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    }),
  );
  response.status(answer.status).setHeaders(answer.headers);
  if (!answer.body) return void response.end();
  response.flushHeaders();
  await pipeline(Readable.fromWeb(answer.body), response);
});
app.listen(Number(process.env['PORT']), '127.0.0.1');
