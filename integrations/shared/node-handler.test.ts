import { once } from 'node:events';
import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { leaveRuntime } from '../../test/runtime/process-runtime.ts';
import { WAIT } from '../../test/time-limits.ts';
import { integrationError } from './messages.ts';
import { toNodeHandler, type WebHandler } from './node-handler.ts';

const MIB = 1024 * 1024;
const ROUTE = '/.well-known/workflow/v1/webhook/token';

// Other files are run by the same process.
afterAll(leaveRuntime);

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Serves requests, until the test is over. @returns The port. */
async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Serves a handler. @returns The address. */
const serve = async (handler: WebHandler): Promise<string> =>
  `http://127.0.0.1:${await listen(toNodeHandler(handler))}`;

/** Sends raw text. @returns The answer until the server closed the connection. */
async function sendRaw(port: number, lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return await text(socket);
}

/** Resolves when a figure stops growing: all buffers are full. */
async function untilItStands(figure: () => number): Promise<void> {
  let before = 0;
  await vi.waitUntil(
    () => {
      const stands = figure() > 0 && figure() === before;
      before = figure();
      return stands;
    },
    { ...WAIT, interval: 100 },
  );
}

describe('a request', () => {
  test('has all headers, including repeated ones, and the requested address', async () => {
    let seen: Request | null = null;
    const url = await serve(async (request) => {
      seen = request;
      return new Response();
    });
    const sent = sendRequest(`${url}/below${ROUTE}?a=%2F&a=2`, {
      headers: { 'X-Twice': ['1', '2'], cookie: ['a=1', 'b=2'] },
    });
    await once(sent.end(), 'response');
    expect(seen!.url).toBe(`${url}/below${ROUTE}?a=%2F&a=2`);
    expect(seen!.headers.get('x-twice')).toBe('1, 2');
    expect(seen!.headers.get('cookie')).toBe('a=1; b=2');
  });

  test.each([
    ['two slashes', 'GET //other.example/x HTTP/1.1', 'host.example', 'http://host.example//other.example/x'],
    ['a whole address', 'GET http://asked.example/x HTTP/1.1', 'host.example', 'http://asked.example/x'],
    ['a host that is none', 'GET /x HTTP/1.1', 'a b:c', 'http://localhost/x'],
    ['a host with a name and a path', 'GET /x HTTP/1.1', 'user:word@host.example/y', 'http://host.example/x'],
    ['no path but a star', 'OPTIONS * HTTP/1.1', 'host.example', 'http://host.example/*'],
  ])('with %s has the requested path', async (_, line, host, expected) => {
    const port = await listen(toNodeHandler(async ({ url }) => new Response(url)));
    const answer = await sendRaw(port, [line, `Host: ${host}`, 'Connection: close']);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toContain(expected);
  });

  test('with a method that the Web does not know is refused', async () => {
    const port = await listen(toNodeHandler(async () => new Response()));
    expect(await sendRaw(port, ['TRACE / HTTP/1.1', 'Host: a', 'Connection: close'])).toMatch(/^HTTP\/1.1 405 /);
  });

  test('with 20 megabytes is streamed in and returned byte for byte', async () => {
    const url = await serve(async (request) => new Response(request.body));
    const sent = new Uint8Array(20 * MIB).map((_, index) => index * 7);
    const answer = await fetch(url, { method: 'POST', body: sent });
    expect(Buffer.compare(await answer.bytes(), sent)).toBe(0);
  });

  test('with an unread body leaves the connection free for the next request', async () => {
    const port = await listen(toNodeHandler(async (request) => new Response(request.method)));
    const body = 'x'.repeat(4 * MIB);
    const first = `POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(await sendRaw(port, [`${first}PUT /2 HTTP/1.1`, 'Host: a', 'Connection: close'])).toMatch(
      /\r\nPOST\r\n[^]*\r\nPUT\r\n/,
    );
  });

  test('with a large body is not read from the connection before the handler reads it', async () => {
    const { promise: wanted, resolve: want } = Promise.withResolvers<void>();
    let socket: Socket | null = null;
    const handle = toNodeHandler(async (request) => {
      await wanted;
      return new Response(String((await request.bytes()).length));
    });
    const port = await listen((request, response) => {
      socket = request.socket;
      handle(request, response);
    });
    const answered = fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: new Uint8Array(64 * MIB) });
    await untilItStands(() => socket?.bytesRead ?? 0);
    expect(socket!.bytesRead).toBeLessThan(MIB);
    want();
    expect(Number(await (await answered).text())).toBe(64 * MIB);
  });

  test('whose sender disconnects fails while it is read, and its signal aborts', async () => {
    const { promise, resolve } = Promise.withResolvers<{ error: unknown; isAborted: boolean }>();
    const url = await serve(async (request) => {
      const error = await request.bytes().then(
        () => null,
        (reason: unknown) => reason,
      );
      await vi.waitUntil(() => request.signal.aborted, WAIT);
      resolve({ error, isAborted: request.signal.aborted });
      return null;
    });
    const sent = sendRequest(url, { method: 'POST', headers: { 'content-length': '10' } }).on('error', () => undefined);
    sent.write('half');
    sent.once('socket', (socket) => socket.once('connect', () => setImmediate(() => sent.destroy())));
    expect(await promise).toMatchObject({ error: expect.any(Error), isAborted: true });
  });

  test.each([
    ['text', 'a=1'],
    ['bytes', Buffer.from('a=1')],
  ])('gets its body back if a parser has read it as %s', async (_, body) => {
    const handle = toNodeHandler(async (request) => new Response(await request.text()));
    const port = await listen(async (request, response) => {
      await text(request);
      handle(Object.assign(request, { body }), response);
    });
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'a=1' });
    expect(await answer.text()).toBe('a=1');
  });

  test('whose body a parser has turned into an object gets an error with the fix', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const handle = toNodeHandler(async (request) => new Response(await request.text()));
    const port = await listen(async (request, response) => {
      handle(Object.assign(request, { body: JSON.parse(await text(request)) as unknown }), response);
    });
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ error: { code: 'integration_body_parsed' } });
    expect(error.mock.lastCall?.join(' ')).toContain('before all body parsers');
    error.mockRestore();
  });
});

describe('an answer', () => {
  test('keeps status, text, headers and each of its cookies', async () => {
    const headers = new Headers({ 'x-one': '1' });
    headers.append('set-cookie', 'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT');
    headers.append('set-cookie', 'b=2');
    const url = await serve(async () => new Response('body', { status: 418, statusText: 'Teapot', headers }));
    const answer = await fetch(url);
    expect(answer).toMatchObject({ status: 418, statusText: 'Teapot' });
    expect(answer.headers.get('x-one')).toBe('1');
    expect(answer.headers.getSetCookie()).toEqual(headers.getSetCookie());
  });

  test('to HEAD has headers and no body, and the body is cancelled', async () => {
    const cancel = vi.fn();
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1)), cancel });
    const url = await serve(async () => new Response(body, { headers: { 'content-length': '7' } }));
    const answer = await fetch(url, { method: 'HEAD' });
    expect(answer.headers.get('content-length')).toBe('7');
    expect(await answer.text()).toBe('');
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('reaches its reader in pieces while it is written', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const url = await serve(async () => new Response(readable));
    const reader = (await fetch(url)).body!.getReader();
    const writer = writable.getWriter();
    for (const piece of ['one', 'two']) {
      void writer.write(new TextEncoder().encode(piece));
      expect(new TextDecoder().decode((await reader.read()).value)).toBe(piece);
    }
    await writer.close();
    expect((await reader.read()).done).toBe(true);
  });

  test('is produced only as fast, and only as long, as it is read', async () => {
    let made = 0;
    const { promise: cancelled, resolve } = Promise.withResolvers<void>();
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(MIB).fill(made++)),
      cancel: () => resolve(),
    });
    const { promise: aborted, resolve: abort } = Promise.withResolvers<void>();
    const url = await serve(async (request) => {
      request.signal.addEventListener('abort', () => abort());
      return new Response(endless);
    });
    const asked = sendRequest(url).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await untilItStands(() => made);
    expect(made).toBeLessThan(64);
    // Nothing but the signal is held by the handler.
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    for (let times = 0; times < 3; times++) {
      collectGarbage();
      await new Promise((resolve) => setImmediate(resolve));
    }
    answer.destroy();
    // Node says nothing about their order.
    await Promise.all([cancelled, aborted]);
  });

  test('that fails midway is cut off for its reader and does not look complete', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(1)),
      pull: (controller) => controller.error(new Error('gone')),
    });
    const url = await serve(async () => new Response(broken));
    await expect(fetch(url).then((answer) => answer.bytes())).rejects.toThrow();
  });

  test('that was sent completely aborts nothing', async () => {
    let signal: AbortSignal | null = null;
    const url = await serve(async (request) => {
      signal = request.signal;
      return new Response('all');
    });
    const answer = await fetch(url, { headers: { connection: 'close' } });
    await answer.text();
    expect(signal!.aborted).toBe(false);
  });

  test('of a handler that fails is 500 and does not reveal the reason', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const url = await serve(() => Promise.reject(new Error('the secret is 42')));
    const answer = await fetch(url);
    expect(answer.status).toBe(500);
    const { code, message } = integrationError('integration_request_failed', {});
    expect(await answer.json()).toEqual({ error: { code, message } });
    expect(error).toHaveBeenCalledOnce();
    error.mockRestore();
  });

  test.for([null, undefined, 'a text'])(
    'of a handler that throws %s instead of an error is also 500',
    async (thrown) => {
      const error = vi.spyOn(console, 'error').mockReturnValue();
      const url = await serve(() => Promise.reject(thrown));
      expect(await fetch(url)).toMatchObject({ status: 500 });
      error.mockRestore();
    },
  );
});

describe('a request for another route', () => {
  test.each<[string, WebHandler]>([
    [
      'if the handler says so beforehand',
      Object.assign(async () => new Response('ours'), { owns: (path: string) => path.includes(ROUTE) }),
    ],
    ['if it has no answer', async ({ url }) => (url.includes(ROUTE) ? new Response('ours') : null)],
  ])('goes unread to the next handler %s', async (_, handler) => {
    const handle = toNodeHandler(handler);
    const port = await listen((request, response) => {
      handle(request, response, () => void text(request).then((body) => response.end(`theirs: ${body}`)));
    });
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: 'b' });
    expect(await (await ask('/other')).text()).toBe('theirs: b');
    expect(await (await ask(`/v2${ROUTE}`)).text()).toBe('ours');
  });

  test('goes to the next handler although a parser has read its body', async () => {
    const handle = toNodeHandler(async () => null);
    const port = await listen(async (request, response) => {
      const body = JSON.parse(await text(request)) as { a: number };
      handle(Object.assign(request, { body }), response, () => response.end(`theirs: ${body.a}`));
    });
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{"a":1}' });
    expect(await answer.text()).toBe('theirs: 1');
  });

  test('gets 404 if there is no next handler', async () => {
    expect(await fetch(await serve(async () => null))).toMatchObject({ status: 404 });
  });
});

test('HTTP/2 works like HTTP/1, without the headers that HTTP/2 does not allow', async () => {
  const handler = toNodeHandler(async (request) => {
    const headers = { 'x-path': new URL(request.url).pathname, connection: 'close' };
    return new Response(request.body, { statusText: 'Fine', headers });
  });
  const server = createHttp2Server(handler as never).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const stream = client.request({ ':method': 'POST', ':path': ROUTE });
  stream.end('sent');
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
  expect(headers).toMatchObject({ ':status': 200, 'x-path': ROUTE });
  expect(await text(stream)).toBe('sent');
  client.destroy();
  server.close();
});
