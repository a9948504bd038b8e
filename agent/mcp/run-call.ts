/** Calls a tool of an MCP server, on the host. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { readEnvironment } from '../providers/environment.ts';
import { askServer } from './ask-server.ts';
import type { McpCall, McpContent, McpOutcome } from './mcp-tool.ts';
import { mcpError } from './messages.ts';
import { type ResolvedServer, resolveServer } from './resolve-server.ts';
import { hideSecrets, type ServerFailure, ServerTrouble } from './server-failure.ts';

/** The attempt that a call is made in. */
export interface CallAttempt {
  /** Counted from 1. */
  attempt: number;
  signal: AbortSignal;
  /** The note of the attempt before this one. */
  noted: unknown;
  note(detail: { unbegunAttempt: number }): void;
}

/** The key under which a call carries its idempotency key. */
const IDEMPOTENCY_META = 'workflow/idempotency-key';

/**
 * @throws An error that another attempt may mend: then the call may be made again, or it was noted that the server has
 * not begun with it.
 * @throws {FatalError} The error of the user's function, or a wrong server.
 */
export async function runCall(call: McpCall, attempt: CallAttempt): Promise<McpOutcome> {
  if (!call.isRepeatable && mayHaveBegun(attempt)) return uncertain(call, 'the process that made it ended.');
  const server = await resolve(call, attempt);
  const { abortSignal, timeoutMs } = call;
  const signal = abortSignal ? AbortSignal.any([attempt.signal, abortSignal]) : attempt.signal;
  try {
    const result = await askServer(server, { timeoutMs, signal }, (client, settings) =>
      client.callTool(toRequest(call), undefined, settings),
    );
    return toOutcome(result, server.secrets);
  } catch (error) {
    if (abortSignal?.aborted) return { status: 'failed', message: 'The call was aborted.' };
    if (!(error instanceof ServerTrouble)) throw error;
    return giveUp({ call, attempt, server, failure: error.failure });
  }
}

/** @throws `agent_mcp_unreachable`, when there is to be another attempt. */
function giveUp({ call, attempt, server, failure }: FailedCall): McpOutcome {
  const shown = { server: server.shownAs, reason: failure.reason };
  if (!failure.isTransient) return failed(mcpError('agent_mcp_refused', shown));
  if (failure.isUnbegun) noteUnbegun(attempt);
  else if (!call.isRepeatable) return uncertain(call, failure.reason);
  throw mcpError('agent_mcp_unreachable', shown);
}

interface FailedCall {
  call: McpCall;
  attempt: CallAttempt;
  server: ResolvedServer;
  failure: ServerFailure;
}

/** An attempt that left no note may have been cut off in the midst of the call. */
function mayHaveBegun({ attempt, noted }: CallAttempt): boolean {
  const { unbegunAttempt } = (noted ?? {}) as { unbegunAttempt?: unknown };
  return attempt > 1 && unbegunAttempt !== attempt - 1;
}

const noteUnbegun = ({ attempt, note }: CallAttempt): void => note({ unbegunAttempt: attempt });

async function resolve({ connect }: McpCall, attempt: CallAttempt): Promise<ResolvedServer> {
  try {
    return await resolveServer(connect, readEnvironment());
  } catch (error) {
    noteUnbegun(attempt);
    throw error;
  }
}

const toRequest = ({ name, input, idempotencyKey }: McpCall) => ({
  name,
  arguments: input as Record<string, unknown>,
  _meta: { [IDEMPOTENCY_META]: idempotencyKey },
});

function toOutcome(result: Awaited<ReturnType<Client['callTool']>>, secrets: readonly string[]): McpOutcome {
  const content = (result.content ?? []) as McpContent[];
  if (result.isError) return { status: 'failed', message: hideSecrets(textOf(content), secrets) };
  const structuredContent = result.structuredContent as Record<string, unknown> | undefined;
  return { status: 'done', content, ...(structuredContent && { structuredContent }) };
}

function textOf(content: readonly McpContent[]): string {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.join('\n') || 'The tool failed and did not say why.';
}

const failed = ({ message, code }: Error & { code: string }): McpOutcome => ({ status: 'failed', message, code });

const uncertain = ({ name }: McpCall, reason: string): McpOutcome =>
  failed(mcpError('agent_mcp_call_uncertain', { tool: name, reason }));
