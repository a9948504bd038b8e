/** Converts Node's requests to the Web's. */
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { WorkflowError } from '../../runtime/contract/errors.ts';
import { integrationError } from './messages.ts';

/** Fields that frameworks on top of Node's server add to its requests. */
export type NodeRequest = IncomingMessage & {
  /** The whole path, where the framework has cut off the mount path. */
  originalUrl?: string;
  /** The body as an earlier body parser has read it. */
  body?: unknown;
  /** The raw bytes of a parsed body, where the framework keeps them. */
  rawBody?: Uint8Array | string;
};

/** The requested path with its query. */
export const pathOf = (request: NodeRequest): string => request.originalUrl ?? request.url ?? '/';

/** The connection that a request comes by. */
export interface Conversion {
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
  /** Called when somebody reads a body that a parser has turned into an object, with what the reader gets. */
  onLostBody?(error: WorkflowError): void;
}

/** Converts a request. */
export function toWebRequest(request: NodeRequest, { signal, onLostBody }: Conversion): Request {
  const { method = 'GET' } = request;
  const body = method === 'GET' || method === 'HEAD' ? null : (bodyOf(request) ?? lostBody(onLostBody));
  return new Request(addressOf(request), {
    method,
    headers: headersOf(request),
    signal,
    ...(body !== null && { body, duplex: 'half' }),
  });
}

/** If the host is invalid, that is the caller's mistake; the path still counts. */
function addressOf(request: NodeRequest): string {
  const protocol = (request.socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
  const host = request.headers.host ?? request.headers[':authority'] ?? 'localhost';
  const origin = URL.parse(`${protocol}://${String(host)}`)?.origin ?? `${protocol}://localhost`;
  const path = pathOf(request);
  // Concatenated, not resolved: a path may begin with two slashes. Proxies send a whole address.
  const url = path.startsWith('/') ? URL.parse(origin + path) : URL.parse(path, origin);
  return url?.href ?? `${origin}/`;
}

/** Repeated headers stay separate. HTTP/2 pseudo-headers, which begin with a colon, are left out. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (!name.startsWith(':')) headers.append(name, rawHeaders[index + 1]!);
  }
  return headers;
}

/** The body's bytes: read from the connection, or kept by a body parser; `null`: nobody has kept them. */
function bodyOf(request: NodeRequest): BodyInit | null {
  if (!request.readableDidRead) return streamOf(request);
  if (request.rawBody !== undefined) return request.rawBody as BodyInit;
  const { body } = request;
  if (typeof body === 'string' || body instanceof Uint8Array) return body as BodyInit;
  return null;
}

/** Only readers miss the bytes: the request may be for another handler, which has the object. */
function lostBody(onLostBody: Conversion['onLostBody']): ReadableStream<Uint8Array> {
  const pull = (controller: ReadableStreamDefaultController): void => {
    const error = integrationError('integration_body_parsed', {});
    onLostBody?.(error);
    controller.error(error);
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

/** Reads on demand: unread data stays on the connection, and back-pressure slows a fast sender. */
function streamOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  let chunks: NodeJS.AsyncIterator<Uint8Array, undefined> | null = null;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= request.iterator({ destroyOnReturn: false });
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
