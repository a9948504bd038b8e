/** A request of Node's servers as one of the Web. */
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { integrationError } from './messages.ts';

/** What frameworks on top of Node's server add to its requests. */
export type NodeRequest = IncomingMessage & {
  /** The whole path, where the framework cuts off what it has matched. */
  originalUrl?: string;
  /** What a body parser that came first has made of the body. */
  body?: unknown;
  /** The bytes of such a body, where the framework keeps them. */
  rawBody?: Uint8Array | string;
};

/** The path with the query, as it was asked for. */
export const pathOf = (request: NodeRequest): string => request.originalUrl ?? request.url ?? '/';

/** @param signal Aborted when the caller has gone. @throws `integration_body_parsed`. */
export function toWebRequest(request: NodeRequest, signal: AbortSignal): Request {
  const { method = 'GET' } = request;
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(request);
  return new Request(addressOf(request), {
    method,
    headers: headersOf(request),
    signal,
    ...(body !== null && { body, duplex: 'half' }),
  });
}

/** A host that is none is the caller's mistake, and the path still counts. */
function addressOf(request: NodeRequest): string {
  const protocol = (request.socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
  const host = request.headers.host ?? request.headers[':authority'] ?? 'localhost';
  const origin = URL.parse(`${protocol}://${String(host)}`)?.origin ?? `${protocol}://localhost`;
  const path = pathOf(request);
  // Put together, not resolved: a path that begins with two slashes is no host. Proxies ask with a whole address.
  const url = path.startsWith('/') ? URL.parse(origin + path) : URL.parse(path, origin);
  return url?.href ?? `${origin}/`;
}

/** As they came: repeated ones stay apart. Names of HTTP/2 that begin with a colon are no headers. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (!name.startsWith(':')) headers.append(name, rawHeaders[index + 1]!);
  }
  return headers;
}

/** The bytes: read from the connection, or where a parser has done so what it kept. */
function bodyOf(request: NodeRequest): BodyInit {
  if (!request.readableDidRead) return streamOf(request);
  if (request.rawBody !== undefined) return request.rawBody as BodyInit;
  const { body } = request;
  if (typeof body === 'string' || body instanceof Uint8Array) return body as BodyInit;
  throw integrationError('integration_body_parsed', {});
}

/** Read when it is asked for: what is not wanted is never taken off the connection, and what comes too quickly waits there. */
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
