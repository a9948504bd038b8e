/** The program in a real terminal, which `script` of util-linux makes. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { World } from '../../runtime/world/world.ts';
import { WAIT } from '../time-limits.ts';
import { toNewRun, toRunId } from '../world/run-fixtures.ts';
import { openOperatorStore, RUNS } from './operator-store.ts';
import { CLI, cliEnvironment } from './run-cli.ts';

const hasTerminals = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
const ESCAPE = '\u001b';

let cwd: string;
let world: World;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ cwd, world, close } = await openOperatorStore());
});
afterEach(() => close());

interface TerminalOptions {
  env?: Record<string, string>;
  /** Of the terminal. */
  columns?: number;
  /** Typed when the output has this text. */
  answer?: { to: string; text: string };
}

/** Runs the program to its end. All that it prints comes as one text. */
async function inTerminal(
  args: string[],
  { env = {}, columns = 120, answer }: TerminalOptions = {},
): Promise<{ exitCode: number; output: string }> {
  const command = `stty cols ${columns} && exec "${process.execPath}" "${CLI}" ${args.join(' ')}`;
  const options = { cwd, env: { ...cliEnvironment(), TERM: 'xterm', ...env } };
  const child = spawn('script', ['-qfec', command, '/dev/null'], options);
  const ended = once(child, 'close') as Promise<[number]>;
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  if (answer) {
    await vi.waitUntil(() => output.includes(answer.to), WAIT);
    child.stdin.write(answer.text);
  }
  const [exitCode] = await ended;
  child.stdin.destroy();
  return { exitCode, output };
}

describe.skipIf(!hasTerminals)('in a terminal', () => {
  test('statuses have colours, unless somebody wants none', async () => {
    const coloured = await inTerminal(['runs']);
    expect(coloured.output).toContain(`${ESCAPE}[32mcompleted${ESCAPE}[39m`);
    expect(coloured.output).toContain(`${ESCAPE}[31mfailed${ESCAPE}[39m`);
    expect((await inTerminal(['runs'], { env: { NO_COLOR: '1' } })).output).not.toContain(ESCAPE);
    expect((await inTerminal(['runs'], { env: { NO_COLOR: '1', FORCE_COLOR: '1' } })).output).toContain(ESCAPE);
  });

  test('a table fits: less important columns go, and ids stay whole', async () => {
    const { output } = await inTerminal(['runs'], { columns: 72, env: { NO_COLOR: '1' } });
    for (const line of output.trimEnd().split('\r\n')) expect(line.length).toBeLessThanOrEqual(72);
    expect(output).toContain(RUNS.parked);
    expect(output).toContain('parked: s');
    expect(output).not.toContain('AGE');
    const narrow = await inTerminal(['runs', '--limit', '1'], { columns: 20, env: { NO_COLOR: '1' } });
    expect(narrow.output).toContain(RUNS.completed);
  });

  test.each([
    ['y\n', 0, 'Cancelled 3 runs.'],
    ['n\n', 1, 'Nothing was done.'],
    ['\n', 1, 'Nothing was done.'],
    ['\u0003', 1, 'Nothing was done.'],
    ['\u0004', 1, 'Nothing was done.'],
  ])('a bulk action asks first, and takes %j for an answer', async (text, exitCode, message) => {
    const answer = { to: 'Cancel 3 runs? [y/N]', text };
    const outcome = await inTerminal(['cancel', '--workflow', 'remind'], { answer });
    expect(outcome.output).toContain(message);
    expect(outcome.exitCode).toBe(exitCode);
    expect(await world.readInbox(RUNS.sleeping)).toHaveLength(exitCode === 0 ? 1 : 0);
  });

  test('it tells how far it is on one line, which it takes away at the end', async () => {
    for (let n = 100; n < 400; n++) await world.createRun(toNewRun({ runId: toRunId(n) }));
    const { exitCode, output } = await inTerminal(['cancel', '--workflow', 'workflow//app/order//order', '--yes']);
    expect(exitCode).toBe(0);
    expect(output).toContain(`\r${ESCAPE}[2KCancelled 1 of 300 runs`);
    expect(output).toMatch(/\r.\[2KCancelled 300 runs\.\r\n$/);
  });
});
