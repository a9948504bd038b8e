import { describe, expect, it } from 'vitest';
import { plantedBugs } from './planted-bugs.ts';
import { openMemoryWorld, runPlan } from './run-seed.ts';
import { planSimulation } from './simulation-plan.ts';

/** So many simulations are enough for each of them. */
const SEEDS_MAX = 150;

describe('the simulator finds it when', () => {
  it.each(Object.entries(plantedBugs))('%s', { timeout: 60_000 }, async (_, plant) => {
    await expect(countUntilFound(async () => plant(await openMemoryWorld()))).resolves.toBeLessThanOrEqual(SEEDS_MAX);
  });
});

async function countUntilFound(openWorld: typeof openMemoryWorld): Promise<number> {
  for (let seed = 1; seed <= SEEDS_MAX; seed++) {
    const { problems } = await runPlan(planSimulation(`planted ${seed}`), openWorld);
    if (problems.length > 0) return seed;
  }
  return Infinity;
}
