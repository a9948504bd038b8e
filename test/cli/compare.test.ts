/** `workflow compare`: plain code, a live run and a replaying one do the same, or it says where they do not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CliProject } from './cli-project.ts';
import { type CliOutcome, runCli } from './run-cli.ts';

const STEPS = `export let calls = 0;
export class Refused extends Error { status = 402; }
export async function charge(amount: number, { to = 'shop' } = {}) {
  'use step';
  calls += 1;
  if (amount < 0) throw new Refused('no');
  return new Map([[await half(amount), to]]);
}
export const half = async (amount: number) => { 'use step'; return amount / 2; };
export class Desk {
  static async open(name: string) { 'use step'; return name + arguments.length; }
}
/** Outside of its own code, nobody can read the code of such an error. */
export class Locked extends Error { #code = 7; get code() { return this.#code; } }
export async function lock() { 'use step'; throw new Locked('locked'); }
export async function apply(step: (n: number) => Promise<number>, n: number) { 'use step'; return await step(n); }
export const tools = { async twice(n: number) { 'use step'; return n * 2; } };
`;

const FLOWS = `import { createHook, createWebhook, continueAs, defineHook, sleep } from 'workflow';
import { start } from 'workflow/api';
import { apply, calls, charge, Desk, half, lock, Refused, tools } from './steps.ts';

export async function child(n: number) { 'use workflow'; await sleep('1d'); return n + 1; }

export async function all(amount: number) {
  'use workflow';
  const add = async (n: number) => { 'use step'; return n + amount; };
  const first = await Promise.race([sleep('2h').then(() => 'late'), sleep('1h').then(() => 'early')]);
  const sums = await Promise.all([half(4), add(1), tools.twice(3), Desk.open('a'), apply(half, 8)]);
  const caught = await charge(-1).catch((error) => [error instanceof Refused, error]);
  const locked = await lock().catch((error) => error.message);
  const { returnValue } = await start(child, [1]);
  return [await charge(amount), first, sums, caught, locked, await returnValue];
}

export async function counts() {
  'use workflow';
  await charge(1);
  return { id: Math.random(), calls };
}

const approval = defineHook<{ ok: boolean }>();
export async function approve(times: number) {
  'use workflow';
  const hook = approval.create({ token: 'boss' });
  const given = await Promise.race([hook, sleep('1d')]);
  return times > 0 ? await continueAs([times - 1]) : given;
}

export async function waits() {
  'use workflow';
  return await approval.create();
}

export async function disposes() {
  'use workflow';
  const hook = createHook({ token: 'letters' });
  const seen: unknown[] = [];
  const read = async () => { for await (const one of hook) seen.push(one); return seen; };
  const reading = read();
  await sleep('1h');
  hook.dispose();
  return [await reading, await hook.then(() => 'given', (error) => error.code)];
}

export async function calledBack() {
  'use workflow';
  createWebhook();
  return new Date();
}

async function end() { 'use step'; process.exit(3); }
export async function ends() { 'use workflow'; await end(); }
`;

let project: CliProject;
beforeAll(() => {
  project = new CliProject({ 'workflows/steps.ts': STEPS, 'workflows/flows.ts': FLOWS });
});
afterAll(() => project.remove());

const compare = (...args: string[]): Promise<CliOutcome> => runCli(['compare', ...args], { cwd: project.dir });

describe('workflow compare', () => {
  test('shows what a workflow did in all ways', async () => {
    const { exitCode, stdout } = await compare('all', '--args', '[6]', '--json');
    const { same, plain, live, replaying } = JSON.parse(stdout);
    expect([plain.text, live, replaying]).toEqual([live, live, live]);
    expect(live.replaceAll(/\s+/g, ' ')).toBe(
      "step Desk.open [ 'a' ] step add [ 1 ] step apply [ [function half], 8 ] step charge [ -1 ] step charge [ 6 ] " +
        'step half [ 4 ] step lock [] step twice [ 3 ] ' +
        "returned [ Map(1) { 3 => 'shop' }, 'early', [ 2, 7, 6, 'a1', 4 ], " +
        "[ true, Error (Refused): no { status: 402 } ], 'locked', 2 ]",
    );
    expect([same, exitCode]).toEqual([true, 0]);
  });

  test('says in which lines they differ, without those that are others each time', async () => {
    const { exitCode, stdout } = await compare('counts');
    expect(stdout).toMatch(/between plain code \(-\) and a live run \(\+\):\n.*returned \{\n.*id: … \(another/s);
    expect(stdout).toMatch(/\n {2}- {3}calls: 1\n {2}\+ {3}calls: 0\n/);
    expect(stdout).not.toContain('a replaying one');
    expect(exitCode).toBe(1);
  });

  test('gives payloads to hooks, before time passes, and follows continueAs()', async () => {
    const { exitCode, stdout } = await compare(
      'approve',
      '--args',
      '[1]',
      '--payload',
      '1',
      '--payload',
      '{"ok":true}',
    );
    expect(stdout).toBe('approve does the same as plain code, live and replaying.\nreturned {\n  ok: true\n}\n');
    expect(exitCode).toBe(0);
  });

  test('says what a workflow waits for that never comes', async () => {
    expect((await compare('waits')).stdout).toBe(
      'waits does the same as plain code, live and replaying.\nwaits for a hook\n',
    );
  });

  test('ends what waits for a hook that is disposed', async () => {
    const { stdout } = await compare('disposes', '--payload', '"a"');
    expect(stdout.replaceAll(/\s+/g, ' ')).toBe(
      "disposes does the same as plain code, live and replaying. returned [ [ 'a' ], 'hook_disposed' ] ",
    );
  });

  test('says what cannot run as plain code, and compares the other two', async () => {
    const { exitCode, stdout } = await compare('calledBack');
    expect(stdout).toMatch(/^It was not compared with plain code\. createWebhook\(\) /);
    expect(stdout).toMatch(
      /\ncalledBack does the same live and replaying\.\nreturned .*… \(another value each time\)\n$/,
    );
    expect(exitCode).toBe(0);
  });

  test('says that a process has ended', async () => {
    const { exitCode, stderr } = await compare('ends');
    expect(stderr).toContain('[cli_comparison_ended]');
    expect(exitCode).toBe(1);
  });

  test.each([
    [['al'], 'did you mean "all"?'],
    [['all', '--args', '6'], 'a list in JSON, such as [42]'],
    [['all', '--args', 'six'], 'is not JSON'],
  ])('%j is a misuse', async (args, hint) => {
    const { exitCode, stderr } = await compare(...args);
    expect(stderr).toContain(hint);
    expect(exitCode).toBe(2);
  });
});
