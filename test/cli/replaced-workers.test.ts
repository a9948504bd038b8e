/** Two workers on one store are replaced one after the other, while another process starts runs. */
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cleanEnvironment } from '../frameworks/server-process.ts';
import { WAIT } from '../time-limits.ts';
import { CliProject } from './cli-project.ts';
import { runCli, startCli } from './run-cli.ts';

const STOPS = 5;
/** Visits that the workers have not made yet. */
const BEHIND_MAX = 200;
const TOURS = `import { appendFileSync } from 'node:fs';

export async function tour(name) {
  'use workflow';
  for (let stop = 1; stop <= ${STOPS}; stop++) await visit(name, stop);
}
async function visit(name, stop) {
  'use step';
  await new Promise((resolve) => setTimeout(resolve, 100));
  appendFileSync('visits.log', name + ' ' + stop + '\\n');
}
`;
/** Starts runs until the file is there, and tells how many. It waits for the workers when they are slow. */
const PRODUCER = `import { existsSync, readFileSync } from 'node:fs';
import { start } from 'workflow/api';
import { getWorld } from 'workflow/runtime';
let runs = 0;
const visits = () => (existsSync('visits.log') ? readFileSync('visits.log', 'utf8').split('\\n').length - 1 : 0);
while (!existsSync('enough')) {
  if (runs * ${STOPS} - visits() < ${BEHIND_MAX})
    await start({ workflowId: 'workflow//./workflows/tours//tour' }, [++runs]);
  await new Promise((resolve) => setTimeout(resolve, 30));
}
await getWorld().close();
console.log(runs);
`;

test('workers that are replaced lose no step and do none twice', async () => {
  const project = new CliProject({ 'workflows/tours.js': TOURS });
  onTestFinished(() => project.remove());
  await runCli(['build'], { cwd: project.dir });
  async function startWorker(): Promise<ChildProcess> {
    const child = startCli(['worker'], { cwd: project.dir });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(createInterface(child.stdout!), 'line');
    return child;
  }
  const visits = (): string[] => project.read('visits.log').split('\n').filter(Boolean);

  const workers = await Promise.all([startWorker(), startWorker()]);
  const options = { cwd: project.dir, env: { ...cleanEnvironment(), WORKFLOW_ROLE: 'producer' } };
  const produced = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PRODUCER], options);
  for (const worker of workers) {
    const before = visits().length;
    await vi.waitUntil(() => visits().length > before + STOPS, WAIT);
    const ended = once(worker, 'exit');
    worker.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await startWorker();
  }
  project.write('enough', '');
  const runs = Number((await produced).stdout);
  await vi.waitUntil(() => visits().length >= runs * STOPS, WAIT);
  const all = Array.from({ length: runs }, (_, run) =>
    Array.from({ length: STOPS }, (__, at) => `${run + 1} ${at + 1}`),
  );
  expect(visits().toSorted()).toEqual(all.flat().toSorted());
});
