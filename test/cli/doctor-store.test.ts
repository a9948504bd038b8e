/** `workflow doctor` on a store. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorld } from '../../runtime/world/open.ts';
import type { World } from '../../runtime/world/world.ts';
import { openOperatorStore } from './operator-store.ts';
import { runCli, type CliOutcome } from './run-cli.ts';

let cwd: string;
let world: World;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ cwd, world, close } = await openOperatorStore());
});
afterEach(() => close());

const examine = (...options: string[]): Promise<CliOutcome> =>
  runCli(['doctor', '--data-dir', '.workflow-data', ...options], { cwd });

describe('workflow doctor, on a store', () => {
  test('names what keeps runs from going on, each with a fix', async () => {
    const { exitCode, stdout } = await examine();
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^Store: sqlite, \d+(?:\.\d)? MB, \d+(?:\.\d)? [MGT]B free on its disk, 1 worker alive\n/);
    expect(stdout).toContain(
      '  1 run is parked [step_missing]: no worker has the step "mail"\n  Fix: `workflow runs --parked`',
    );
    expect(stdout).toMatch(/ {2}A run is due since \d+h?/);
  });

  test('says that nobody works', async () => {
    for (const { workerId } of await world.listWorkers(0)) await world.leaveWorker(workerId);
    expect((await examine()).stdout).toContain('Runs wait, and no worker is on this store.');
  });

  test('finds nothing in a store in which all is well, and says when there is none', async () => {
    const empty = await createWorld({ kind: 'sqlite', dataDir: join(cwd, 'empty') });
    await empty.open();
    await empty.close();
    const well = await runCli(['doctor', '--data-dir', 'empty'], { cwd });
    expect([well.exitCode, well.stdout]).toEqual([0, expect.stringContaining('Nothing keeps its runs from going on.')]);
    const none = await runCli(['doctor', '--data-dir', 'nowhere'], { cwd });
    expect([none.exitCode, none.stdout]).toEqual([0, expect.stringContaining('There is no store yet')]);
  });
});
