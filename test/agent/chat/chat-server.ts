/** A chat handler on a real HTTP server, with a scripted agent behind it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createChatHandler, type ChatHandlerOptions } from '../../../agent/entries/chat.ts';
import { toNodeHandler } from '../../../integrations/shared/node-handler.ts';
import { workflowIdOf } from '../../runtime/build-from-functions.ts';
import { createHarness, type Harness } from '../../runtime/harness.ts';
import { type Act, Gates, scriptedAgent } from './scripted-agent.ts';

type Options = Partial<ChatHandlerOptions<unknown[]>>;

/** Clients of a handler, with connections that tests can cut. */
export interface ServedHandler {
  /** Where the handler is mounted. */
  api: string;
  /** Method and path of each request so far. */
  requests: string[];
  /** All connections break off. */
  drop(): void;
  /** So many of the next requests are answered with this status, or not at all with 0. */
  refuse(count: number, status: number): void;
  /** Stands between the handler and its clients, as a proxy does. */
  proxy: (request: Request, handle: (request: Request) => Promise<Response>) => Promise<Response>;
}

export interface ChatServer extends ServedHandler {
  gates: Gates;
  harness: Harness;
}

/** @param scripts The acts of the agent in the first run, the second and so on. */
export async function startChatServer(scripts: Act[][], options: Options = {}): Promise<ChatServer> {
  const gates = new Gates();
  const harness = await createHarness(scriptedAgent(gates));
  const rest = [...scripts];
  const handler = createChatHandler<unknown[]>({
    workflow: { workflowId: workflowIdOf('talk') },
    toArgs: () => [{ acts: rest.shift() }],
    ...options,
  });
  return Object.assign(await serveHandler(handler), { gates, harness });
}

/** Closed when the test ends. */
export async function serveHandler(handler: (request: Request) => Promise<Response>): Promise<ServedHandler> {
  const refusals: number[] = [];
  const sockets = new Set<Socket>();
  const served: ServedHandler = {
    api: '',
    requests: [],
    proxy: (request, handle) => handle(request),
    drop: () => sockets.forEach((socket) => socket.destroy()),
    refuse: (count, status) => refusals.push(...Array.from({ length: count }, () => status)),
  };
  const server = createServer((request, response) => {
    served.requests.push(`${request.method} ${request.url}`);
    const refusal = refusals.shift();
    if (refusal === 0) return request.socket.destroy();
    if (refusal !== undefined) return response.writeHead(refusal).end('not now');
    toNodeHandler((given) => served.proxy(given, handler))(request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  served.api = `${await listen(server)}/api/chat`;
  return served;
}

/** The part of a response that came before its connection ended. */
export function cutAfter(response: Response, events: number): Response {
  let left = events;
  const decoder = new TextDecoder();
  const body = response.body!.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        // The handler sends each part in one piece.
        if (left > 0) controller.enqueue(bytes);
        left -= decoder.decode(bytes).split('data: ').length - 1;
        if (left <= 0) controller.terminate();
      },
    }),
  );
  return new Response(body, response);
}

async function listen(server: Server): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
