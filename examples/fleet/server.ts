import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { getRun, start } from 'workflow/api';
import { createHandler, toNodeHandler } from 'workflow/server';
import { report } from './workflows/report.ts';

const REGIONS = ['north', 'east', 'south', 'west', 'islands', 'mountains'];

const workflow = createHandler();

/** Each request may go to another process. */
async function application({ method, url }: Request): Promise<Response> {
  const { pathname } = new URL(url);
  if (pathname === '/') return new Response(`${hostname()}:${process.pid}\n`);
  if (method === 'POST' && pathname === '/reports') {
    const { runId } = await start(report, [REGIONS]);
    return Response.json({ runId }, { status: 201 });
  }
  const [, reports, runId] = pathname.split('/');
  if (reports !== 'reports' || !runId) return new Response('Not found\n', { status: 404 });
  const run = getRun<typeof report>(runId);
  const status = await run.status;
  return Response.json({ status, result: status === 'completed' ? await run.returnValue : null });
}

const handler = toNodeHandler(async (request) => (await workflow(request)) ?? (await application(request)));
createServer(handler).listen(Number(process.env['PORT'] ?? 3000));
