/** The process of an agent ends in the midst of a call of an MCP tool, and another one goes on. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { AgentProject } from '../agent-project.ts';
import { buildMcpProject, startChild } from './project-process.ts';
import { startTestServer, type TestServer } from './test-server.ts';

let project: AgentProject;

beforeAll(async () => {
  project = await buildMcpProject();
});
afterAll(() => project?.remove());

test('a call that changes things is not made again, and its server is not asked for its tools again', async () => {
  const server = await startStubborn({});
  const outcome = await callAcrossDeath(server);
  expect(outcome).toMatchObject({ name: 'McpToolError', code: 'agent_mcp_call_uncertain' });
  expect(server).toMatchObject({ listings: 1, calls: [{ name: 'work' }] });
});

test('a call that only reads is made again, with the same idempotency key', async () => {
  const server = await startStubborn({ readOnlyHint: true });
  expect(await callAcrossDeath(server)).toBe('done');
  const [first, second] = server.calls.map(({ meta }) => meta?.['workflow/idempotency-key']);
  expect(first).toBe('key-1');
  expect(second).toBe(first);
  expect(server).toMatchObject({ listings: 1, calls: { length: 2 } });
});

/** Its tool answers from the second call on. */
async function startStubborn(annotations: { readOnlyHint?: boolean }): Promise<TestServer> {
  const server: TestServer = await startTestServer({
    tools: [
      {
        name: 'work',
        annotations,
        answer: () =>
          server.calls.length === 1 ? new Promise(() => {}) : { content: [{ type: 'text', text: 'done' }] },
      },
    ],
  });
  onTestFinished(() => server.close());
  return server;
}

async function callAcrossDeath(server: TestServer): Promise<unknown> {
  const first = startChild(project, server, 'start', 'call', '["work", {}]');
  const runId = await first.nextLine();
  await server.untilCalls(1);
  first.process.kill('SIGKILL');
  await once(first.process, 'exit');
  const second = startChild(project, server, 'follow', runId);
  await second.nextLine();
  return JSON.parse(await second.nextLine());
}
