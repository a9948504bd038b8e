/** The errors of tools of MCP servers. None of them quotes an address beyond its host, or a header. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes the errors of MCP servers and their tools. */
export const mcpError = defineErrors({
  agent_mcp_sdk_missing: {
    message: () => 'Agents reach MCP servers with the package "@modelcontextprotocol/sdk", which is not installed.',
    fix: () => 'npm install @modelcontextprotocol/sdk',
  },
  agent_mcp_server_invalid: {
    message: ({ reason }: { reason: string }) => `This is not an MCP server: ${reason}.`,
    fix: () =>
      'give { url } or { command, args }, or a step function that returns one of them: `async () => { "use step"; return { url, headers }; }`',
  },
  agent_mcp_connect_not_sendable: {
    message: () => 'The first argument of mcpTools() is a function in workflow code, which cannot be sent to the host.',
    fix: () => 'begin its body with "use step"',
  },
  agent_mcp_secret_in_workflow: {
    message: ({ place }: { place: string }) =>
      `${place} of an MCP server is a secret in workflow code. The journal would store it.`,
    fix: () =>
      'name a variable of the environment (`headersFromEnv: { Authorization: "Bearer $MCP_TOKEN" }`, `inheritEnv: ["TOKEN"]`), or pass a step function that returns the server with its secrets',
  },
  agent_mcp_variable_missing: {
    message: ({ name, place }: { name: string; place: string }) =>
      `${place} of an MCP server needs the variable "${name}" of the environment, which is not set.`,
    fix: ({ name }) => `set ${name} in the environment of the processes that run steps`,
  },
  agent_mcp_variable_unnamed: {
    message: ({ header }: { header: string }) => `"headersFromEnv" gives the header "${header}" without a variable.`,
    fix: ({ header }) =>
      `write the variable with a dollar sign: \`headersFromEnv: { "${header}": "Bearer $MCP_TOKEN" }\``,
  },
  agent_mcp_tool_unknown: {
    message: ({ option, name, known }: { option: string; name: string; known: string }) =>
      `"${option}" names the tool "${name}", which the MCP server does not have. It has: ${known}.`,
    fix: () => 'write the name as the server has it, without the prefix, or leave it out',
  },
  agent_mcp_unreachable: {
    message: ({ server, reason }: { server: string; reason: string }) =>
      `The MCP server ${server} could not be reached: ${reason}`,
    fix: () => 'check that the server runs and that this host can reach it; "timeout" gives it more time',
  },
  agent_mcp_refused: {
    message: ({ server, reason }: { server: string; reason: string }) => `The MCP server ${server} refused: ${reason}`,
    fix: () => "check the server's address and credentials, and its reason",
  },
  agent_mcp_call_uncertain: {
    message: ({ tool, reason }: { tool: string; reason: string }) =>
      `The call of the MCP tool "${tool}" may have taken effect: ${reason}`,
    fix: () =>
      'check its effect before you call it again; `retry: "all"` of mcpTools() repeats such calls, for servers that recognise a call by its idempotency key',
  },
});
