/** Converts between Node's and the Web's requests and responses: exact bytes, streaming both ways, aborts passed on. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { WorkflowError } from '../../runtime/contract/errors.ts';
import { integrationError } from './messages.ts';
import { type NodeRequest, pathOf, toWebRequest } from './node-request.ts';
import { isWellKnownPath } from './well-known-path.ts';

/** Answers a request, or returns `null` when the request is not its own. */
export type WebHandler = (request: Request) => Promise<Response | null>;

/** Node's form of a handler. `next` is called for requests that are not ours; without it they get 404. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** Headers that HTTP/2 does not know. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);
/** Methods that the Web's `Request` does not accept. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * Makes a handler for `node:http`, Express, Connect, Vite and similar servers. Mount it before body parsers. Without
 * `next` (the only handler of a server) it gets all requests; with `next` (one of several) only those to the well-known
 * routes.
 */
export function toNodeHandler(handler: WebHandler): NodeHandler {
  return (request, response, next) => {
    if (next && !isWellKnown(request)) return next();
    void answer(handler, request, response);
  };
}

/** Whether a request is for our routes, at any mount path. */
export function isWellKnown(request: NodeRequest): boolean {
  return isWellKnownPath(pathOf(request));
}

/** Answers one request. Never rejects: when the response cannot be sent, nobody is left to tell. */
export async function answer(handler: WebHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  try {
    await sendResponse(await handle(handler, request, gone.signal), request, response);
  } catch (error) {
    if (response.headersSent || gone.signal.aborted) response.destroy();
    else await sendResponse(toFailure(error), request, response).catch(() => response.destroy());
  }
  // Processes that it has started may not end by themselves.
  request.resume();
}

async function handle(handler: WebHandler, request: NodeRequest, signal: AbortSignal): Promise<Response> {
  if (FORBIDDEN_METHODS.has(request.method!)) return new Response(null, { status: 405 });
  return (await handler(toWebRequest(request, signal))) ?? new Response(null, { status: 404 });
}

async function sendResponse(answered: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.statusCode = answered.status;
  const isHttp1 = request.httpVersionMajor === 1;
  if (answered.statusText !== '' && isHttp1) response.statusMessage = answered.statusText;
  for (const [name, value] of answered.headers) {
    if (name !== 'set-cookie' && (isHttp1 || !CONNECTION_HEADERS.has(name))) response.setHeader(name, value);
  }
  const cookies = answered.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (!answered.body || request.method === 'HEAD') {
    await answered.body?.cancel();
    response.end();
    return;
  }
  // Readers of a stream see each chunk as soon as it is written, and the headers before the first chunk.
  response.flushHeaders();
  await pipeline(Readable.fromWeb(answered.body as NodeReadableStream), response);
}

/** Details of an error go to the terminal. Callers get only the catalogue's text, if the error is ours. */
function toFailure(error: unknown): Response {
  const isOurs = WorkflowError.is(error) && error.code.startsWith('integration_');
  console.error('[workflow] A request could not be answered:', isOurs ? error.message : error);
  const { code, message } = isOurs ? error : integrationError('integration_request_failed', {});
  return Response.json({ error: { code, message } }, { status: 500 });
}
