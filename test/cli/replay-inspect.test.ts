/** `workflow replay --inspect`: a run of the past in a debugger. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { attach, type Command, Debugger } from '../stacks/debugger.ts';
import { WAIT } from '../time-limits.ts';
import { CliProject } from './cli-project.ts';
import { runCli, startCli, type CliOutcome } from './run-cli.ts';

const FILE = 'workflows/order.ts';
const ORDER = `type Order = { id: string };

export async function order({ id }: Order): Promise<string> {
  'use workflow';
  const total = await priceOf(id);
  return [id, total, total * 2].join(' ');
}

async function priceOf(id: string): Promise<number> {
  'use step';
  return id.length * Number(process.env.FACTOR);
}
`;

let project: CliProject;
let runId: string;
const cli = (...args: string[]): Promise<CliOutcome> => runCli(args, { cwd: project.dir });

beforeAll(async () => {
  project = new CliProject({ [FILE]: ORDER });
  await cli('build');
  const worker = startCli(['worker'], { cwd: project.dir, env: { FACTOR: '100' } });
  for await (const line of createInterface(worker.stdout!)) if (line.includes('Working on')) break;
  worker.stdout!.resume();
  runId = (await cli('start', 'order', '{"id":"abc"}')).stdout.trim();
  const isDone = async () => (await cli('show', runId)).stdout.includes('completed');
  await vi.waitUntil(isDone, WAIT);
  worker.kill('SIGTERM');
  await once(worker, 'close');
});
afterAll(() => project.remove());

/** Replays the run in a debugger. @param commands One for each stop; after them it goes on. */
async function inspect(commands: Command[], breakpoints: number[] = [], watched = 'id') {
  const child = startCli(['replay', runId, '--inspect', '--inspect-port', '0'], { cwd: project.dir });
  const printed = text(child.stdout!);
  const session = await attach(child.stderr!, (socket) => {
    const source = pathToFileURL(project.path(FILE)).href;
    return Object.assign(new Debugger(socket, source, breakpoints, commands), { watched });
  });
  const [exitCode] = (await once(child, 'close')) as [number];
  return { exitCode, printed: await printed, stops: session.stops, values: session.values };
}

test('a debugger stops where the workflow begins, with the arguments of the run', async () => {
  const { exitCode, printed, stops, values } = await inspect([]);
  expect(stops).toEqual(['order:3']);
  expect(values).toEqual(['abc']);
  expect({ exitCode, printed }).toEqual({ exitCode: 0, printed: expect.stringContaining(`${runId}  fits build`) });
});

test('it steps on, and stops at breakpoints, with what the steps have given', async () => {
  const stepped = await inspect(['stepOver', 'stepOver', 'stepOver']);
  expect(stepped.stops.slice(0, 3)).toEqual(['order:3', 'order:5', 'order:6']);
  const stopped = await inspect([], [6], 'total');
  expect(stopped.stops).toEqual(['order:3', 'order:6']);
  expect(stopped.values.at(-1)).toBe('300');
});

test('several runs are refused', async () => {
  const { exitCode, stderr } = await cli('replay', runId, runId, '--inspect');
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('The option "--inspect" must be for one run, but is for several.');
});
