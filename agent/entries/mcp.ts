/** `workflow/agent/mcp`: tools of MCP servers for agents. */
import '../../runtime/contract/node-version.ts';
export { mcpTools, type McpToolsOptions } from '../mcp/mcp-tools.ts';
export type { McpConnect, McpHttpServer, McpServer, McpStdioServer } from '../mcp/mcp-server.ts';
export type { McpAnnotations, McpContent, McpResource, McpTool } from '../mcp/mcp-tool.ts';
export type { McpOutput } from '../mcp/tool-results.ts';
