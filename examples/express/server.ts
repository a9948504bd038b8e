import express from 'express';
import { start } from 'workflow/api';
import { createHandler, toNodeHandler } from 'workflow/server';
import { welcome } from './workflows/welcome.ts';

const workflow = createHandler();

const app = express();
// Ahead of body parsers: webhooks get the bytes that were sent.
app.use(toNodeHandler(workflow));
app.use(express.json());
app.post('/signup', async (request, response) => {
  const { runId } = await start(welcome, [String(request.query['email'] ?? 'nobody')]);
  response.json({ runId });
});

app.listen(Number(process.env['PORT'] ?? 3000));
