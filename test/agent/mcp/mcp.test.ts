/** Agents use the tools of MCP servers, durably and without giving their credentials away. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startModelServer } from '../../../agent/testing/model-server.ts';
import { runAgentProject, type RunningProject } from '../agent-project.ts';
import { MCP_WORKFLOWS } from './mcp-workflows.ts';
import { type ServedTool, startTestServer, type TestServer, TOKEN } from './test-server.ts';

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
const PIXEL = 'iVBORw0KGgo=';
const weatherSchema = { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] };

const TOOLS: ServedTool[] = [
  {
    name: 'weather',
    title: 'Weather',
    description: 'The weather of a city',
    inputSchema: weatherSchema,
    annotations: { readOnlyHint: true },
    answer: ({ input }) => text(`Rain in ${(input as { city: string }).city}`),
  },
  { name: 'charge', description: 'Takes money', answer: () => text('charged') },
  { name: 'rename', annotations: { destructiveHint: false }, answer: () => text('renamed') },
  { name: 'town.map', answer: () => ({ content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] }) },
  {
    name: 'forecast',
    outputSchema: { type: 'object' },
    answer: () => ({ ...text('{"degrees":21}'), structuredContent: { degrees: 21 } }),
  },
  { name: 'broken', answer: () => ({ ...text(`No such city for ${TOKEN}`), isError: true }) },
  {
    name: 'endless',
    annotations: { readOnlyHint: true },
    answer: ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(text('cancelled')));
      }),
  },
];

let server: TestServer;
let project: RunningProject;

beforeAll(async () => {
  server = await startTestServer({ tools: TOOLS, pageSize: 3 });
  project = await runAgentProject({ 'workflows/mcp.ts': MCP_WORKFLOWS }, { world: 'sqlite' });
});
afterAll(async () => {
  await project?.remove();
  await server?.close();
});
beforeEach(() => {
  Object.assign(server, { calls: [], listings: 0 });
  process.env['MCP_TEST_URL'] = server.url;
  process.env['MCP_TEST_TOKEN'] = TOKEN;
});

/** The return value of the workflow, or its error. */
const result = async (name: string, ...args: unknown[]): Promise<any> => {
  const run = await project.start(name, ...args);
  return await run.returnValue.catch(({ cause }: Error) => cause);
};

test('all pages of the tools come, with descriptions and schemas, under names that models take', async () => {
  const tools = await result('list');
  expect(tools.map(({ name }: any) => name)).toEqual([
    'weather',
    'charge',
    'rename',
    'town_map',
    'forecast',
    'broken',
    'endless',
  ]);
  expect(tools[0]).toMatchObject({
    description: 'The weather of a city',
    title: 'Weather',
    inputSchema: weatherSchema,
  });
  expect(server.listings).toBe(3);
});

test('include, exclude and prefix choose and name the tools', async () => {
  const tools = await result('list', { include: ['weather', 'town.map', 'charge'], exclude: ['charge'], prefix: 'a_' });
  expect(tools.map(({ name }: any) => name)).toEqual(['a_weather', 'a_town_map']);
});

test('a name in include or exclude that the server does not have is refused at once', async () => {
  expect(await result('list', { exclude: ['chrage'] })).toMatchObject({ code: 'agent_mcp_tool_unknown' });
  expect(server.listings).toBe(3);
});

test('only what may destroy something waits for approval, if that is asked for', async () => {
  const tools = await result('list', { approve: 'destructive', include: ['weather', 'charge', 'rename'] });
  expect(tools.map(({ name, needsApproval = false }: any) => [name, needsApproval])).toEqual([
    ['weather', false],
    ['charge', true],
    ['rename', false],
  ]);
});

test('a call reaches the server with its input and idempotency key', async () => {
  expect(await result('call', 'weather', { city: 'Oslo' })).toBe('Rain in Oslo');
  expect(server.calls).toMatchObject([
    { name: 'weather', input: { city: 'Oslo' }, meta: { 'workflow/idempotency-key': 'key-1' } },
  ]);
});

test('structured content is the output', async () => {
  expect(await result('call', 'forecast', {})).toEqual({ degrees: 21 });
});

test('a failure of the tool is an error with its text, without credentials, and is not tried again', async () => {
  expect(await result('call', 'broken', {})).toMatchObject({
    name: 'McpToolError',
    message: 'No such city for [secret]',
  });
  expect(server.calls).toHaveLength(1);
});

test('a server that is busy is asked again, also for a tool that changes things, because it has not begun', async () => {
  server.refuse('tools/call', 429);
  expect(await result('call', 'charge', {})).toBe('charged');
});

test('a call that changes things is not made again when its answer is lost, and the model is told', async () => {
  server.refuse('tools/call', 502);
  expect(await result('call', 'charge', {})).toMatchObject({ code: 'agent_mcp_call_uncertain' });
});

test('a call that changes things is made again when the server is said to know it again', async () => {
  server.refuse('tools/call', 502);
  expect(await result('call', 'charge', {}, { retry: 'all' })).toBe('charged');
});

test('a choice that there is not is refused', async () => {
  expect(await result('list', { approve: 'destructiv' })).toMatchObject({ code: 'agent_option_invalid' });
  expect(await result('list', { timeout: 'soon' })).toMatchObject({ code: 'duration_invalid' });
});

test('a call that only reads is made again when its answer is lost', async () => {
  server.refuse('tools/call', 502);
  expect(await result('call', 'weather', { city: 'Bergen' })).toBe('Rain in Bergen');
});

test('wrong credentials fail the discovery at once, and the message does not have them', async () => {
  process.env['MCP_TEST_TOKEN'] = 'wrong-token-of-somebody';
  const { sessions } = server;
  const failure = await result('list');
  expect(failure).toMatchObject({ code: 'agent_mcp_refused', message: expect.stringContaining('HTTP 401') });
  expect(String(failure)).not.toContain('wrong-token-of-somebody');
  expect(server.sessions).toBe(sessions);
});

test('aborting a call cancels it on the server', async () => {
  const run = await project.start('abortCall', 'endless');
  await server.untilCalls(1);
  await project.api.resumeHook('stop', {});
  expect(await run.returnValue).toMatchObject({ message: expect.any(String) });
  const { signal } = server.calls[0]!;
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
});

test('a request that takes longer than the time limit ends', async () => {
  // Now there is a connection, so the limit is that of the request alone.
  await result('call', 'weather', { city: 'Oslo' });
  const options = { timeout: 200, retry: 'none' };
  expect(await result('call', 'endless', {}, options)).toMatchObject({ code: 'agent_mcp_call_uncertain' });
});

test('a session that the server has forgotten is begun anew', async () => {
  const other = await startTestServer({ tools: TOOLS });
  onTestFinished(() => other.close());
  process.env['MCP_TEST_URL'] = other.url;
  await result('call', 'charge', {});
  other.refuse('tools/call', 404);
  expect(await result('call', 'charge', {})).toBe('charged');
  expect(other.sessions).toBe(2);
});

test('calls that follow each other share a connection', async () => {
  const { sessions } = server;
  await result('call', 'weather', { city: 'Oslo' });
  await result('call', 'weather', { city: 'Oslo' });
  expect(server.sessions - sessions).toBeLessThanOrEqual(1);
});

test('a step function that is written into the call may use what is around it', async () => {
  expect(await result('callInline', 'charge', 'Bearer')).toBe('charged');
});

test('a server in workflow code takes its credentials from variables of the environment', async () => {
  const place = { url: server.url, headersFromEnv: { Authorization: 'Bearer $MCP_TEST_TOKEN' } };
  expect(await result('callAt', place, 'charge')).toBe('charged');
  delete process.env['MCP_TEST_TOKEN'];
  expect(await result('callAt', place, 'charge')).toMatchObject({ code: 'agent_mcp_variable_missing' });
});

test('a credential in workflow code is refused before it is stored', async () => {
  const place = { url: server.url, headers: { Authorization: 'Bearer 1' } };
  expect(await result('callAt', place, 'charge')).toMatchObject({ code: 'agent_mcp_secret_in_workflow' });
});

test('a function without "use step" is refused with what to write', async () => {
  expect(await result('withFunction')).toMatchObject({ code: 'agent_mcp_connect_not_sendable' });
});

test('a server that only knows the older transport is reached, too', async () => {
  const old = await startTestServer({ tools: TOOLS, isOld: true });
  onTestFinished(() => old.close());
  process.env['MCP_TEST_URL'] = old.url;
  expect(await result('call', 'weather', { city: 'Oslo' })).toBe('Rain in Oslo');
});

test('a server can be a program on the host', async () => {
  const args = [join(import.meta.dirname, 'stdio-server.ts')];
  const place = { command: process.execPath, args, inheritEnv: ['MCP_TEST_TOKEN'] };
  expect(await result('callAt', place, 'environment')).toBe(`MCP_TEST_TOKEN has ${TOKEN.length} letters`);
});

test('an agent calls the tools, and the model reads what they say', async () => {
  const models = await startModelServer({
    script: [
      {
        toolCalls: [
          { name: 'town_weather', input: { city: 'Oslo' } },
          { name: 'town_broken', input: {} },
        ],
      },
      { text: 'It rains.' },
    ],
  });
  onTestFinished(() => models.close());
  process.env['MODEL_URL'] = models.openai.baseURL;
  const { answer } = await result('ask', 'How is it in Oslo?');
  expect(answer).toBe('It rains.');
  const second = JSON.stringify(models.requests[1]);
  expect(second).toContain('Rain in Oslo');
  expect(second).toContain('No such city for [secret]');
});

test('the credentials are nowhere in the store', async () => {
  await result('call', 'weather', { city: 'Oslo' });
  const files = globSync('data/**/*', { cwd: project.dir, withFileTypes: true }).filter((file) => file.isFile());
  const stored = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
  expect(stored.some((bytes) => bytes.includes('Rain in Oslo'))).toBe(true);
  expect(stored.some((bytes) => bytes.includes(TOKEN))).toBe(false);
});

test('nothing of what reaches servers is in the code of workflows', () => {
  const bundle = readFileSync(join(project.dir, '.workflow/workflows.mjs'), 'utf8');
  expect(bundle.includes('listMcpTools')).toBe(true);
  expect(bundle.match(/StreamableHTTP|isUnbegun/)).toBeNull();
});
