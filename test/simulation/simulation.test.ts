import { describe, expect, it } from 'vitest';
import { makeDataDir } from '../world/test-store.ts';
import { createWorld } from '../../runtime/world/open.ts';
import { openMemoryWorld, runPlan, runSeed, type OpenWorld } from './run-seed.ts';
import { shrinkPlan } from './shrink-plan.ts';
import { FOCUSES } from './simulation-focus.ts';
import { planSimulation } from './simulation-plan.ts';

/** Seeds that every run of this test tries. */
const FIXED_SEEDS = Number(process.env['SIMULATION_SEEDS'] ?? 200);
/** Fresh seeds at which something was found once. */
const TOLD_SEEDS = ['321704354', '824424076', '461901744'];
/** How long `NEW_SEEDS=1` goes on with seeds that nobody has tried. */
const FRESH_SECONDS = Number(process.env['SIMULATION_SECONDS'] ?? 5);
const FOCUSED_SEEDS = FIXED_SEEDS / 16;
const SQLITE_SEEDS = 6;

describe('the system keeps its promises', () => {
  it('in simulations that it has been through before', async () => {
    for (const seed of TOLD_SEEDS) await expectKept(seed);
    for (let seed = 1; seed <= FIXED_SEEDS; seed++) await expectKept(String(seed));
  });

  // Any change may meet a defect that was there before, so only lanes try new seeds.
  if (process.env['NEW_SEEDS'] === '1') it('in simulations that are new', expectNewSeedsKept);

  it.each(Object.entries(FOCUSES))('in simulations that lean towards %s', async (_, plan) => {
    for (let seed = 1; seed <= FOCUSED_SEEDS; seed++) await expectKept(`focus ${seed}`, openMemoryWorld, plan);
  });

  it('in simulations on a store with files', async () => {
    for (let seed = 1; seed <= SQLITE_SEEDS; seed++) await expectKept(`sqlite ${seed}`, openSqliteWorld);
  });
});

describe('a simulation', () => {
  it('is the same each time it is run with one seed', async () => {
    for (const seed of ['again 1', 'again 2', 'again 3']) {
      const [first, second] = [await runTraced(seed), await runTraced(seed)];
      expect(first.length).toBeGreaterThan(20);
      expect(second).toEqual(first);
    }
  });

  it('is another one with another seed', async () => {
    expect((await runTraced('one')).hash).not.toBe((await runTraced('other')).hash);
  });

  it('is made as small as it can be while it still fails', async () => {
    const plan = planSimulation('shrink 1');
    const runs = plan.runs.map(({ tag }) => tag);
    const smallest = await shrinkPlan(plan, async (other) => other.runs.some(({ tag }) => tag === runs.at(-1)));
    expect(smallest).toMatchObject({ faults: [], actions: [], runs: [{ tag: runs.at(-1) }] });
    expect(JSON.stringify(smallest.runs[0]!.program).length).toBeLessThan(200);
  });
});

async function expectKept(seed: string, openWorld: OpenWorld = openMemoryWorld, plan = planSimulation): Promise<void> {
  const { failure } = await runSeed(seed, openWorld, plan);
  expect(failure, failure ?? '').toBeNull();
}

async function expectNewSeedsKept(): Promise<void> {
  const first = Math.floor(Math.random() * 1e9);
  console.log(`Simulations from seed ${first} on.`);
  const until = performance.now() + FRESH_SECONDS * 1000;
  for (let seed = first; performance.now() < until; seed++) await expectKept(String(seed));
}

async function runTraced(seed: string): Promise<{ hash: string; length: number }> {
  const { trace } = await runPlan(planSimulation(seed), openMemoryWorld);
  return { hash: trace.hash, length: trace.length };
}

/** Its threads run in real time, so two simulations with one seed may differ in small things. */
const openSqliteWorld: OpenWorld = async () => {
  const world = await createWorld({ kind: 'sqlite', dataDir: makeDataDir(), durability: 'relaxed' });
  await world.open();
  return world;
};
