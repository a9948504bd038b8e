/** Workflows that use MCP servers, as a file of a user's project. */
export const MCP_WORKFLOWS = `
import { createHook, getWritable } from 'workflow';
import { DurableAgent, stepCountIs } from 'workflow/agent';
import { mcpTools } from 'workflow/agent/mcp';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

async function connect() {
  'use step';
  return { url: process.env.MCP_TEST_URL, headers: { Authorization: \`Bearer \${process.env.MCP_TEST_TOKEN}\` } };
}

const options = (abortSignal = new AbortController().signal) => ({ toolCallId: 'call-1', messages: [], idempotencyKey: 'key-1', abortSignal });

const told = (error) => ({ name: error.name, code: error.code, message: error.message });

export async function list(mcpOptions) {
  'use workflow';
  const tools = await mcpTools(connect, mcpOptions);
  return Object.entries(tools).map(([name, { description, title, inputSchema, needsApproval }]) => ({ name, description, title, inputSchema, needsApproval }));
}

export async function call(name, input, mcpOptions) {
  'use workflow';
  const tools = await mcpTools(connect, mcpOptions);
  return await tools[name].execute(input, options()).catch(told);
}

export async function callAt(server, name) {
  'use workflow';
  const tools = await mcpTools(server);
  return await tools[name].execute({}, options());
}

export async function callInline(name, scheme) {
  'use workflow';
  const tools = await mcpTools(async () => {
    'use step';
    return { url: process.env.MCP_TEST_URL, headers: { Authorization: scheme + ' ' + process.env.MCP_TEST_TOKEN } };
  });
  return await tools[name].execute({}, options());
}

export async function abortCall(name) {
  'use workflow';
  const tools = await mcpTools(connect);
  const stop = new AbortController();
  const hook = createHook({ token: 'stop' });
  const called = tools[name].execute({}, options(stop.signal)).catch(told);
  await hook;
  stop.abort(new Error('enough'));
  return await called;
}

export async function withFunction() {
  'use workflow';
  return await mcpTools(() => ({ url: 'http://127.0.0.1:1' })).catch(told);
}

export async function ask(text) {
  'use workflow';
  const agent = new DurableAgent({
    model: async () => createOpenAICompatible({ name: 'scripted', baseURL: process.env.MODEL_URL, apiKey: 'test' })('scripted'),
    tools: await mcpTools(connect, { prefix: 'town_' }),
  });
  const { text: answer, messages } = await agent.stream({
    messages: [{ role: 'user', content: text }],
    writable: getWritable(),
    stopWhen: stepCountIs(5),
  });
  return { answer, messages };
}
`;
