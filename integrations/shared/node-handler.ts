/** Converts between Node's and the Web's requests and responses: exact bytes, streaming both ways, aborts passed on. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { WorkflowError } from '../../runtime/contract/errors.ts';
import { integrationError } from './messages.ts';
import { type NodeRequest, pathOf, toWebRequest } from './node-request.ts';

/** Answers requests of the Web. */
export interface WebHandler {
  /** Returns `null` when the request is not its own. */
  (request: Request): Promise<Response | null>;
  /** Whether a path, at any mount path, is its own: other requests are not even converted. Default: it is asked. */
  owns?(path: string): boolean;
}

/** Node's form of a handler. `next` is called for requests that are not the handler's; without it they get 404. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** Headers that HTTP/2 does not know. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);
/** Methods that the Web's `Request` does not accept. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * Makes a handler for `node:http`, Express, Connect, Vite and similar servers, also for a path of them. Mount it before
 * body parsers, or nobody can read the bytes of a body.
 */
export function toNodeHandler(handler: WebHandler): NodeHandler {
  return (request, response, next) => {
    if (next && isForeign(handler, request)) return next();
    void answer(handler, { request, response, next });
  };
}

/** Whether a handler says of itself that a request is not its own. */
export function isForeign(handler: WebHandler, request: NodeRequest): boolean {
  return handler.owns !== undefined && !handler.owns(pathOf(request));
}

/** A request of Node, and where the answer goes. */
export interface NodeExchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Called when the handler has no answer. Default: the answer is a 404. */
  next?: (() => void) | undefined;
  /** Called before an answer is sent. */
  onAnswer?(): void;
}

/** Answers one request. Never rejects: when the response cannot be sent, nobody is left to tell. */
export async function answer(handler: WebHandler, { request, response, next, onAnswer }: NodeExchange): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  try {
    const answered = await handle(handler, { request, response }, gone.signal);
    if (!answered && next) return next();
    onAnswer?.();
    await sendResponse(answered ?? new Response(null, { status: 404 }), request, response);
  } catch (error) {
    onAnswer?.();
    if (response.headersSent || gone.signal.aborted) response.destroy();
    else await sendResponse(toFailure(error), request, response).catch(() => response.destroy());
  }
  // Processes that it has started may not end by themselves.
  request.resume();
}

/**
 * The requests as handlers got them, by what answers them. A `Request` passes an abort on to its own `signal` only
 * while somebody holds it, and a handler may hold the signal alone.
 */
const asked = new WeakMap<ServerResponse, Request>();

async function handle(
  handler: WebHandler,
  { request, response }: NodeExchange,
  signal: AbortSignal,
): Promise<Response | null> {
  if (FORBIDDEN_METHODS.has(request.method!)) return new Response(null, { status: 405 });
  let lost: WorkflowError | null = null;
  const onLostBody = (error: WorkflowError): void => void (lost = error);
  const webRequest = toWebRequest(request, { signal, onLostBody });
  asked.set(response, webRequest);
  const answered = await handler(webRequest);
  // Whatever the handler made of it, this is the error.
  if (lost !== null) throw lost;
  return answered;
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
