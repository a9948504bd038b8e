import { createServer } from 'node:http';
import { start } from 'workflow/api';
import { welcome } from './workflows/welcome.ts';

// Started with WORKFLOW_ROLE=producer: this process works on no run.
createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (request.method !== 'POST' || pathname !== '/signup') return void response.writeHead(404).end('Not found');
  const { runId } = await start(welcome, [searchParams.get('email') ?? 'nobody']);
  response.end(JSON.stringify({ runId }));
}).listen(Number(process.env['PORT'] ?? 3000));
