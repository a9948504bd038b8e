/** A project that uses MCP servers, run by processes of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { type AgentProject, buildAgentProject } from '../agent-project.ts';
import { MCP_WORKFLOWS } from './mcp-workflows.ts';
import { TOKEN } from './test-server.ts';

const CHILD = readFileSync(join(import.meta.dirname, 'child.mjs'), 'utf8');

export const buildMcpProject = (): Promise<AgentProject> =>
  buildAgentProject({ 'workflows/mcp.ts': MCP_WORKFLOWS, 'child.mjs': CHILD });

export interface Child {
  process: ChildProcess;
  /** The next line that it printed. */
  nextLine(): Promise<string>;
}

/** @param args See `child.mjs`. */
export function startChild({ dir }: AgentProject, server: { url: string }, ...args: string[]): Child {
  const child = spawn(process.execPath, ['child.mjs', ...args], {
    cwd: dir,
    env: { ...process.env, MCP_TEST_URL: server.url, MCP_TEST_TOKEN: TOKEN },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    process: child,
    async nextLine() {
      const { value, done } = await lines.next();
      if (done) throw new Error('The process ended before it said what it should.');
      return value;
    },
  };
}
