/**
 * Runs inside the process of one function, like the platform's launcher: an HTTP server that passes requests to the
 * handler. It tells its host how many requests are over, including the work that they asked to wait for; then the
 * process may be halted. Arguments: the directory of the function, and the name of its handler.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';

interface Context {
  waitUntil(promise: Promise<unknown>): void;
}
type NodeHandler = (request: IncomingMessage, response: ServerResponse) => unknown;
interface WebHandler {
  fetch(request: Request, context: Context): Promise<Response>;
}

/** Messages to the host. */
export type LauncherMessage = { listening: number } | { over: number };

const contexts = new AsyncLocalStorage<Context>();
Object.assign(globalThis, { [Symbol.for('@vercel/request-context')]: { get: () => contexts.getStore() } });

let over = 0;

async function answer(handler: NodeHandler | WebHandler, request: IncomingMessage, response: ServerResponse) {
  const work: Promise<unknown>[] = [];
  const context: Context = { waitUntil: (promise) => void work.push(promise) };
  const closed = new Promise((resolve) => response.once('close', resolve));
  await contexts.run(context, async () => {
    // A request is over when its answer is, whatever the handler still does.
    if (typeof handler === 'function') void handler(request, response);
    else await sendResponse(await handler.fetch(toWebRequest(request), context), response);
  });
  await closed;
  // Work may ask to wait for more work.
  while (work.length > 0) await Promise.allSettled(work.splice(0));
  over += 1;
  send({ over });
}

function toWebRequest(request: IncomingMessage): Request {
  const { method = 'GET' } = request;
  const headers = new Headers();
  for (let i = 0; i < request.rawHeaders.length; i += 2)
    headers.append(request.rawHeaders[i]!, request.rawHeaders[i + 1]!);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' } : {};
  return new Request(`http://${request.headers.host}${request.url}`, { method, headers, ...body });
}

async function sendResponse(from: Response, to: ServerResponse): Promise<void> {
  to.writeHead(from.status, [...from.headers].flat());
  if (!from.body) return void to.end();
  // A visitor who leaves ends the answer.
  await pipeline(Readable.fromWeb(from.body as never), to).catch(() => {});
}

const send = (message: LauncherMessage): void => void process.send!(message);

const [dir, handlerFile] = process.argv.slice(2) as [string, string];
const { default: handler } = (await import(pathToFileURL(join(dir, handlerFile)).href)) as {
  default: NodeHandler | WebHandler;
};
const server = createServer((request, response) => void answer(handler, request, response));
server.listen(0, '127.0.0.1', () => send({ listening: (server.address() as AddressInfo).port }));
