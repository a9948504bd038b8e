/** The step that asks an MCP server for its tools. */
import { getStepMetadata } from 'workflow';
import type { McpListing, McpTool } from './mcp-tool.ts';
import { readTools } from './read-tools.ts';

/** Lists the tools of an MCP server; see {@link readTools}. */
export async function listMcpTools(listing: McpListing): Promise<McpTool[]> {
  'use step';
  return await readTools(listing, getStepMetadata().signal);
}
listMcpTools.retry = { maxRetries: 3, backoff: 'exponential' as const, minDelay: 500 };
