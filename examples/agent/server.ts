/** The server in production: the workflow routes, the page's requests, and the page. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { createHandler, toNodeHandler } from 'workflow/server';
import { answer } from './api.ts';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const PAGE_DIR = join(import.meta.dirname, '../client');

// What `vite build` has written.
const workflows = toNodeHandler(createHandler({ skipBuild: true }));
const application = toNodeHandler(async (request) => {
  const { pathname } = new URL(request.url);
  return pathname.startsWith('/api/') ? await answer(request) : await answerFile(pathname);
});

async function answerFile(pathname: string): Promise<Response> {
  const name = pathname === '/' ? '/index.html' : pathname;
  const content = await readFile(join(PAGE_DIR, name)).catch(() => null);
  if (!content) return new Response('Not found', { status: 404 });
  return new Response(content, { headers: { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' } });
}

const server = createServer((request, response) => {
  workflows(request, response, () => application(request, response));
});
server.listen(Number(process.env['PORT'] ?? 3000));
