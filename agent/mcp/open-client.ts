/** Connects to an MCP server with the client of the MCP SDK. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isModuleMissing } from '../providers/missing-module.ts';
import { mcpError } from './messages.ts';
import type { ResolvedServer } from './resolve-server.ts';
import { toFatal } from './server-failure.ts';

/** A connected client of the MCP SDK. */
export interface OpenClient {
  client: Client;
  /** Ends the session, too, where there is one. Never rejects. */
  close(): Promise<void>;
}

/** Limits of connecting. */
export interface OpenOptions {
  /** How long the server may take to answer. */
  timeoutMs: number;
  /** The connection is no more. */
  onClose(): void;
}

/** A server has so long to end a session. */
const CLOSE_MS = 2_000;
/** The statuses by which servers that are older than streamable HTTP answer. */
const OLDER_STATUS: ReadonlySet<unknown> = new Set([400, 404, 405]);

/** @throws The error of the SDK; {@link FatalError} `agent_mcp_sdk_missing`. */
export async function openClient({ target }: ResolvedServer, options: OpenOptions): Promise<OpenClient> {
  if (target.kind === 'stdio') {
    const { StdioClientTransport } = await loadSdk(() => import('@modelcontextprotocol/sdk/client/stdio.js'));
    const { command, args, env, cwd } = target;
    return await connect(new StdioClientTransport({ command, args, env, ...(cwd !== undefined && { cwd }) }), options);
  }
  const url = new URL(target.url);
  const settings = { requestInit: { headers: target.headers } };
  const { StreamableHTTPClientTransport } = await loadSdk(
    () => import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
  );
  const transport = new StreamableHTTPClientTransport(url, settings);
  try {
    return await connect(transport, options, () => transport.terminateSession());
  } catch (error) {
    if (!OLDER_STATUS.has((error as { code?: unknown }).code)) throw error;
    const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
    return await connect(new SSEClientTransport(url, settings), options).catch(() => {
      throw error;
    });
  }
}

async function connect(
  transport: Transport,
  { timeoutMs, onClose }: OpenOptions,
  endSession: () => Promise<void> = () => Promise.resolve(),
): Promise<OpenClient> {
  const { Client } = await loadSdk(() => import('@modelcontextprotocol/sdk/client/index.js'));
  const client = new Client({ name: 'workflow', version: '1' });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
  client.onclose = onClose;
  await client.connect(transport, { timeout: timeoutMs }).catch(async (error: unknown) => {
    // One that could not be started is not closed by the SDK, and may try again for ever.
    await transport.close().catch(() => {});
    throw error;
  });
  return {
    client,
    async close() {
      const patience = new Promise<void>((resolve) => {
        setTimeout(resolve, CLOSE_MS).unref();
      });
      await Promise.race([endSession().catch(() => {}), patience]);
      await client.close().catch(() => {});
    },
  };
}

/** @throws {FatalError} `agent_mcp_sdk_missing`. */
async function loadSdk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const isMissing = isModuleMissing(error, '@modelcontextprotocol/sdk');
    throw isMissing ? toFatal(mcpError('agent_mcp_sdk_missing', {}, error)) : error;
  }
}
