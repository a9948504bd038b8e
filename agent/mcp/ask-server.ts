/** Asks an MCP server for something, on a connection that it may share with others. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { FatalError } from '../../runtime/values/step-errors.ts';
import type { ResolvedServer } from './resolve-server.ts';
import { readFailure, readOpeningFailure, ServerTrouble } from './server-failure.ts';
import { SharedConnections } from './shared-connections.ts';

/** Limits of one request to an MCP server. */
export interface AskOptions {
  timeoutMs: number;
  /** Cancels what the server is asked for. */
  signal: AbortSignal;
}

/** The longest wait of a Node timer. */
const TIMEOUT_MAX_MS = 2 ** 31 - 1;

const connections = new SharedConnections();

/** Time limit in milliseconds and signal, as clients of the MCP SDK take them. */
export type McpRequestSettings = { timeout: number; signal: AbortSignal };

/** @throws {ServerTrouble} @throws {FatalError} `agent_mcp_sdk_missing`. */
export async function askServer<T>(
  server: ResolvedServer,
  { timeoutMs, signal }: AskOptions,
  ask: (client: Client, settings: McpRequestSettings) => Promise<T>,
): Promise<T> {
  const timeout = Math.min(timeoutMs, TIMEOUT_MAX_MS);
  const lease = await connections.lease(server, timeout).catch((error: unknown) => {
    throw FatalError.is(error) ? error : new ServerTrouble(readOpeningFailure(error, server.secrets));
  });
  let isBroken = false;
  try {
    return await ask(lease.client, { timeout, signal });
  } catch (error) {
    const failure = readFailure(error, server.secrets);
    // A cancelled request says nothing about the connection.
    isBroken = failure.isTransient && !signal.aborted;
    throw new ServerTrouble(failure);
  } finally {
    lease.release(isBroken);
  }
}
