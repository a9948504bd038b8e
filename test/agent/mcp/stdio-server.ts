/** An MCP server over standard input and output. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const server = new McpServer({ name: 'program', version: '1' });
server.registerTool('environment', { description: 'Tells a variable of its environment' }, () => ({
  content: [{ type: 'text', text: `MCP_TEST_TOKEN has ${process.env['MCP_TEST_TOKEN']?.length} letters` }],
}));
await server.connect(new StdioServerTransport());
