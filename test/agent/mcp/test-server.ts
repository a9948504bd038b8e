/** An MCP server made with the SDK, as programs on the web are: with sessions, credentials and pages of tools. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';

export const TOKEN = 'mcp-token-4711-of-the-test';

export interface ReceivedCall {
  name: string;
  input: unknown;
  meta: Record<string, unknown> | undefined;
  /** Aborted when the client cancels the call. */
  signal: AbortSignal;
}

export type Answer = (call: ReceivedCall) => unknown;

export interface ServedTool extends Partial<Omit<Tool, 'name'>> {
  name: string;
  answer: Answer;
}

export interface TestServer {
  url: string;
  calls: ReceivedCall[];
  /** Requests for a page of tools. */
  listings: number;
  /** Sessions that were begun. */
  sessions: number;
  /** Answers the next request of this method with a status code. */
  refuse(method: string, status: number): void;
  /** Resolves when there were so many calls. */
  untilCalls(count: number): Promise<void>;
  /** Resolves when clients have ended so many sessions. */
  untilSessionsEnded(count: number): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  tools: ServedTool[];
  /** Tools of one page. Default: all. */
  pageSize?: number;
  /** Only the older transport. */
  isOld?: boolean;
}

export async function startTestServer({ tools, pageSize = tools.length, isOld = false }: Options): Promise<TestServer> {
  const waiting = new Set<() => void>();
  let ended = 0;
  const state = { calls: [] as ReceivedCall[], listings: 0, sessions: 0 };
  const refusals = new Map<unknown, number>();

  const wakeAll = (): void => {
    for (const wake of waiting) wake();
  };
  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => waiting.add(resolve));
  }

  function createSession(): Server {
    state.sessions += 1;
    const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
      state.listings += 1;
      const at = Number(params?.cursor ?? 0);
      const next = at + pageSize;
      // Their functions are lost on the way.
      const page = tools.slice(at, next).map((tool) => ({ inputSchema: { type: 'object' as const }, ...tool }));
      return { tools: page, ...(next < tools.length && { nextCursor: String(next) }) };
    });
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
      const call = { name: params.name, input: params.arguments, meta: params._meta, signal };
      state.calls.push(call);
      wakeAll();
      return (await tools.find(({ name }) => name === params.name)!.answer(call)) as { content: [] };
    });
    return server;
  }

  const serve = isOld ? serveOld(createSession) : serveStreamable(createSession);
  const http = createServer((request, response) => void respond(request, response));
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    const refusal = refusals.get(body?.method);
    refusals.delete(body?.method);
    const isKnown = request.headers.authorization === `Bearer ${TOKEN}`;
    if (refusal !== undefined || !isKnown) response.writeHead(refusal ?? 401).end(request.headers.authorization);
    else await serve(request, response, body);
    if (request.method !== 'DELETE') return;
    ended += 1;
    wakeAll();
  }
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const { port } = http.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/mcp`,
    refuse: (method: string, status: number) => void refusals.set(method, status),
    untilCalls: (count: number) => until(() => state.calls.length >= count),
    untilSessionsEnded: (count: number) => until(() => ended >= count),
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => {
        http.close(resolve);
      });
    },
  });
}

type Body = { method?: unknown } | undefined;
type Serve = (request: IncomingMessage, response: ServerResponse, body: Body) => Promise<void>;

async function readBody(request: IncomingMessage): Promise<Body> {
  const text = (await request.toArray()).join('');
  return JSON.parse(text) as Body;
}

function serveStreamable(createSession: () => Server): Serve {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  return async (request, response, body) => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && !known) return void response.writeHead(404).end();
    const transport =
      known ??
      new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (sessionId) => void sessions.set(sessionId, transport),
      });
    if (!known) await createSession().connect(transport);
    await transport.handleRequest(request, response, body);
  };
}

function serveOld(createSession: () => Server): Serve {
  const sessions = new Map<string, SSEServerTransport>();
  return async (request, response, body) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    if (request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response);
      sessions.set(transport.sessionId, transport);
      return await createSession().connect(transport);
    }
    const transport = sessions.get(searchParams.get('sessionId') ?? '');
    if (pathname !== '/messages' || !transport) return void response.writeHead(405).end();
    await transport.handlePostMessage(request, response, body);
  };
}
