/** In a container the server is often process 1, which Linux protects from signals that it sends itself. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';

/** Only root may make a process the first of its own world without further settings of the system. */
const canIsolate = process.platform === 'linux' && process.getuid?.() === 0;

it.runIf(canIsolate)('a server that is process 1 ends when it is told to', async () => {
  const args = ['--pid', '--fork', '--kill-child', process.execPath, join(import.meta.dirname, 'server.ts')];
  const outer = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'], env: inMemory() });
  onTestFinished(() => void outer.kill('SIGKILL'));
  const ended = once(outer, 'exit');
  const [line] = (await once(createInterface(outer.stdout), 'line')) as [string];
  expect(line).toBe('process 1 serves');
  const server = Number(readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8'));
  process.kill(server, 'SIGTERM');
  expect(await ended).toEqual([0, null]);
});

function inMemory(): NodeJS.ProcessEnv {
  return { ...process.env, WORKFLOW_WORLD: 'memory' };
}
