/** Asks an MCP server for its tools, on the host. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { readEnvironment } from '../providers/environment.ts';
import { type AskOptions, askServer, type McpRequestSettings } from './ask-server.ts';
import type { McpListing, McpTool } from './mcp-tool.ts';
import { mcpError } from './messages.ts';
import { type ResolvedServer, resolveServer } from './resolve-server.ts';
import { ServerTrouble, toFatal } from './server-failure.ts';

/**
 * @throws {FatalError} `agent_mcp_refused`, `agent_mcp_tool_unknown` and what is wrong with the server that was given.
 * @throws {WorkflowError} `agent_mcp_unreachable`: another attempt may succeed.
 */
export async function readTools(
  { connect, include, exclude, timeoutMs }: McpListing,
  signal: AbortSignal,
): Promise<McpTool[]> {
  const server = await resolveServer(connect, readEnvironment());
  const tools = await readAll(server, { timeoutMs, signal });
  for (const name of include ?? []) requireTool(tools, 'include', name);
  for (const name of exclude ?? []) requireTool(tools, 'exclude', name);
  return tools.filter(({ name }) => (include?.includes(name) ?? true) && !exclude?.includes(name));
}

function requireTool(tools: readonly McpTool[], option: string, name: string): void {
  if (tools.some((tool) => tool.name === name)) return;
  const known = tools.map((tool) => tool.name).join(', ') || 'none';
  throw toFatal(mcpError('agent_mcp_tool_unknown', { option, name, known }));
}

async function readAll(server: ResolvedServer, options: AskOptions): Promise<McpTool[]> {
  try {
    return await askServer(server, options, readPages);
  } catch (error) {
    if (!(error instanceof ServerTrouble)) throw error;
    const { isTransient, reason } = error.failure;
    const shown = { server: server.shownAs, reason };
    throw isTransient ? mcpError('agent_mcp_unreachable', shown) : toFatal(mcpError('agent_mcp_refused', shown));
  }
}

/** The SDK's own listing would compile the schemas of all results. */
async function readPages(client: Client, settings: McpRequestSettings): Promise<McpTool[]> {
  const { ListToolsResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const tools: McpTool[] = [];
  const seen = new Set<string | undefined>();
  let cursor: string | undefined;
  do {
    seen.add(cursor);
    const request = { method: 'tools/list', ...(cursor !== undefined && { params: { cursor } }) } as const;
    const page = await client.request(request, ListToolsResultSchema, settings);
    // Those that only run as tasks cannot be called in one request.
    const callable = page.tools.filter(({ execution }) => execution?.taskSupport !== 'required');
    tools.push(...callable.map(toTool));
    cursor = page.nextCursor;
    // A server that begins again would never end.
  } while (cursor !== undefined && !seen.has(cursor));
  return tools;
}

function toTool({ name, title, description, inputSchema, outputSchema, annotations }: ListedTool): McpTool {
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
  };
}

type ListedTool = Awaited<ReturnType<Client['listTools']>>['tools'][number];
