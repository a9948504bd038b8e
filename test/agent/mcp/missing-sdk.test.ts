import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildMcpProject, startChild } from './project-process.ts';

test('without the MCP SDK the workflow fails and says what to install', async () => {
  const project = await buildMcpProject();
  onTestFinished(() => project.remove());
  await rm(join(project.dir, 'node_modules/@modelcontextprotocol'), { recursive: true });
  const child = startChild(project, { url: 'http://127.0.0.1:1/mcp' }, 'start', 'list');
  await child.nextLine();
  expect(JSON.parse(await child.nextLine())).toMatchObject({
    code: 'agent_mcp_sdk_missing',
    fix: 'npm install @modelcontextprotocol/sdk',
  });
});
