/** The step that calls a tool of an MCP server. */
import { getStepMetadata, heartbeat } from 'workflow';
import type { McpCall, McpOutcome } from './mcp-tool.ts';
import { runCall } from './run-call.ts';

/** Calls a tool of an MCP server once; see {@link runCall}. */
export async function callMcpTool(call: McpCall): Promise<McpOutcome> {
  'use step';
  const { attempt, signal, heartbeat: noted } = getStepMetadata();
  return await runCall(call, { attempt, signal, noted, note: heartbeat });
}
callMcpTool.retry = { maxRetries: 3, backoff: 'exponential' as const, minDelay: 500 };
