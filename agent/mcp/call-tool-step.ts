/** The step that calls a tool of an MCP server. */
import { getStepMetadata, heartbeat } from 'workflow';
import { describeAttempt } from 'workflow/internal/agent';
import type { McpCall, McpOutcome } from './mcp-tool.ts';
import { runCall } from './run-call.ts';

/** Calls a tool of an MCP server once; see {@link runCall}. */
export async function callMcpTool(call: McpCall): Promise<McpOutcome> {
  'use step';
  const { attempt, signal, heartbeat: noted } = getStepMetadata();
  describeAttempt(`execute_tool ${call.name}`, {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': call.name,
    'gen_ai.tool.type': 'extension',
    'mcp.method.name': 'tools/call',
  });
  return await runCall(call, { attempt, signal, noted, note: heartbeat });
}
callMcpTool.retry = { maxRetries: 3, backoff: 'exponential' as const, minDelay: 500 };
