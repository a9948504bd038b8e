/** The explanations of the errors of `workflow/agent/mcp`. */
import { mcpError } from '../mcp/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

const SERVER = 'https://mcp.example.com';

/** Explains the errors of tools of MCP servers. */
export const agentMcpArea: Area = {
  title: 'Tools of MCP servers',
  about: '`workflow/agent/mcp`: where a server is, what it has, and what becomes of a call.',
  errors: explainCatalogue(mcpError, {
    agent_mcp_sdk_missing: {
      why: `A step loads the client of the MCP SDK when it first asks a server for something. It is an optional peer of this
package, so applications without MCP servers need not install it.`,
      wrong: { sh: 'npm install workflow ai' },
      right: { sh: 'npm install workflow ai @modelcontextprotocol/sdk' },
      see: ['mcp'],
    },
    agent_mcp_server_invalid: {
      sample: { reason: 'it needs either "url" or "command"' },
      why: `A server is either an address, which is reached over HTTP, or a program on the host. The error also comes when
the step function that you gave to \`mcpTools()\` returns something else.`,
      wrong: code`
        const tools = await mcpTools({ url: 'mcp.example.com' });
      `,
      right: code`
        const tools = await mcpTools({ url: 'https://mcp.example.com/mcp' });
      `,
      see: ['mcp'],
    },
    agent_mcp_connect_not_sendable: {
      why: `Steps on the host reach the servers. Functions of workflow code cannot be sent there, but step functions are on the
host already. The server that a step function returns is not stored.`,
      wrong: code`
        const tools = await mcpTools(async () => ({ url: 'https://mcp.example.com/mcp' }));
      `,
      right: code`
        async function connect() {
          'use step';
          return { url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer ' + process.env.MCP_TOKEN } };
        }

        export async function support() {
          'use workflow';
          const tools = await mcpTools(connect);
        }
      `,
      see: ['mcp', 'steps'],
    },
    agent_mcp_secret_in_workflow: {
      sample: { place: 'The header "Authorization"' },
      why: `A workflow passes arguments to a step, and arguments are stored in the journal, where operators and backups see
them. Headers, parameters of the address and variables count as secrets by their names.`,
      wrong: code`
        const tools = await mcpTools({ url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer 4711' } });
      `,
      right: code`
        const tools = await mcpTools({
          url: 'https://mcp.example.com/mcp',
          headersFromEnv: { Authorization: 'Bearer $MCP_TOKEN' },
        });
      `,
      see: ['mcp', 'agent_mcp_variable_missing'],
    },
    agent_mcp_variable_missing: {
      sample: { name: 'MCP_TOKEN', place: 'The header "Authorization"' },
      why: `Variables are read where steps run. That may be another process than the one that started the run, with another
environment. An empty variable counts as not set.`,
      see: ['mcp', 'agent_mcp_secret_in_workflow'],
    },
    agent_mcp_variable_unnamed: {
      sample: { header: 'Authorization' },
      why: `\`headersFromEnv\` is for headers with secrets, and the host replaces each \`$NAME\` in them. A text without a
\`$NAME\` is most likely the secret itself, or a name without its dollar sign.`,
      wrong: code`
        const tools = await mcpTools({ url: 'https://mcp.example.com/mcp', headersFromEnv: { Authorization: 'MCP_TOKEN' } });
      `,
      right: code`
        const tools = await mcpTools({ url: 'https://mcp.example.com/mcp', headersFromEnv: { Authorization: 'Bearer $MCP_TOKEN' } });
      `,
      see: ['mcp'],
    },
    agent_mcp_tool_unknown: {
      sample: { option: 'exclude', name: 'delete_al', known: 'search, delete_all' },
      why: `A misspelled name in \`include\` would take a tool away from the agent, and one in \`exclude\` would leave it. The
server may also have changed its tools, or hide this one from these credentials.`,
      wrong: code`
        const tools = await mcpTools(connect, { exclude: ['delete_al'] });
      `,
      right: code`
        const tools = await mcpTools(connect, { exclude: ['delete_all'] });
      `,
      see: ['mcp'],
    },
    agent_mcp_unreachable: {
      sample: { server: SERVER, reason: 'the connection failed (ECONNREFUSED).' },
      why: `The server could not be reached, broke off the connection, was busy or did not answer in time, also after three more
tries: after half a second, one and two. When its tools were asked for, the workflow gets this error; when a tool was called, the model is told.`,
      see: ['mcp', 'agent_mcp_call_uncertain'],
    },
    agent_mcp_refused: {
      sample: { server: SERVER, reason: 'HTTP 401.' },
      why: `The server answered, and another try would get the same answer: credentials are missing or wrong, the address
is not that of an MCP server, or the server does not take the call.`,
      see: ['mcp'],
    },
    agent_mcp_call_uncertain: {
      sample: { tool: 'create_payment', reason: 'it did not answer in time.' },
      why: `The call was sent, and its result is unknown: the process ended, the connection broke, or the time was over. A
tool that its server calls neither read-only nor idempotent is not called twice for one call of the model. The model is told, and decides.`,
      wrong: code`
        const tools = await mcpTools(connect); // payments are not repeated
      `,
      right: code`
        // This server knows a call again by _meta['workflow/idempotency-key'].
        const tools = await mcpTools(connect, { retry: 'all' });
      `,
      see: ['mcp', 'agent_mcp_unreachable'],
    },
  }),
};
