/** Breakpoints by source, through the protocol that editors speak with Node. */
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { builderOf } from '../compiler-build/project-builder.ts';
import { createTempProject, type TempProject } from '../compiler-build/temp-project.ts';
import { attach, type Command, Debugger } from './debugger.ts';

const ORDER = `type Order = { id: string };

export async function order({ id }: Order): Promise<string> {
  'use workflow';
  const total = await priceOf(id);
  return [id, total, total * 2].join(' ');
}

async function priceOf(id: string): Promise<number> {
  'use step';
  const price = id.length;
  return price;
}
`;

const SERVER = `process.env.WORKFLOW_WORLD = 'memory';
const { start } = await import('workflow/api');
const { getWorld, registerBuild } = await import('workflow/runtime');
const { bundle } = await import('./.workflow/workflows.mjs');
const { loadSteps } = await import('./.workflow/steps.mjs');
await registerBuild({ bundle, steps: await loadSteps(), manifest: {} });
await getWorld().start();
const run = await start({ workflowId: 'workflow//./workflows/order//order' }, [{ id: 'abc' }]);
console.log(await run.returnValue);
await getWorld().close();
`;

/** Runs the server with a debugger, and gives what it printed. */
async function debug({ dir, path }: TempProject, breakpoints: readonly number[], commands: readonly Command[] = []) {
  const args = ['--inspect-brk=127.0.0.1:0', '--no-warnings', '--input-type=module', '-e', SERVER];
  const child = spawn(process.execPath, args, { cwd: dir });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (text) => (printed += String(text)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const source = pathToFileURL(path('workflows/order.ts')).href;
  const session = await attach(child.stderr, (socket) => new Debugger(socket, source, breakpoints, commands));
  await ended;
  return { printed, stops: session.stops };
}

test('a debugger stops in the workflow, in its step, and in the workflow again, at lines of the source', async () => {
  const project = await createTempProject({ 'workflows/order.ts': ORDER });
  await builderOf(project).build();
  const { printed, stops } = await debug(project, [5, 11, 6]);
  expect(printed).toBe('abc 3 6\n');
  expect(stops).toEqual(['order:5', 'priceOf:11', 'order:6']);
});

test.each<[Command, string[]]>([
  ['stepOut', ['order:5', 'priceOf:9', 'order:6']],
  ['stepInto', ['order:5', 'priceOf:9', 'priceOf:9', 'order:6']],
])('stepping into a step leads to its source and never into our code; %s leads on', async (command, expected) => {
  const project = await createTempProject({ 'workflows/order.ts': ORDER });
  await builderOf(project).build();
  const commands: Command[] = ['stepInto', ...expected.slice(2).map(() => command)];
  const { printed, stops } = await debug(project, [5], commands);
  expect(printed).toBe('abc 3 6\n');
  expect(stops.slice(0, expected.length)).toEqual(expected);
});

test('the body of a step is reached from where its call was stepped into, by its own breakpoint', async () => {
  const project = await createTempProject({ 'workflows/order.ts': ORDER });
  await builderOf(project).build();
  const { printed, stops } = await debug(project, [5, 11, 6], ['stepInto', 'resume', 'resume', 'resume']);
  expect(printed).toBe('abc 3 6\n');
  expect(stops).toEqual(['order:5', 'priceOf:9', 'priceOf:11', 'order:6']);
});
