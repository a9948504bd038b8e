import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';

it('says which run holds the thread of the process for too long, and when it goes on', async () => {
  const script = join(import.meta.dirname, 'stuck-process.ts');
  const child = spawn(process.execPath, [script, '40'], { stdio: ['pipe', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stderr)[Symbol.asyncIterator]();
  const ended = once(child, 'exit');
  const place = 'runId=wrun_1 workflowId=workflow//./test//main';

  expect((await lines.next()).value).toContain(`[workflow] turn_stuck ${place} ms=`);
  child.stdin.end();
  expect((await lines.next()).value).toContain(`[workflow] turn_went_on ${place} ms=`);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
