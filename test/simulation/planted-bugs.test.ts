import { describe, expect, it, onTestFinished } from 'vitest';
import { plantedBugs } from './planted-bugs.ts';
import { plantedDefects } from './planted-defects.ts';
import { openMemoryWorld, runPlan } from './run-seed.ts';
import { planSimulation } from './simulation-plan.ts';

/** So many simulations are enough for each of them. */
const SEEDS_MAX = 150;
/** Defects that show only when several things come together need more. */
const SEEDS_MAX_OF_CODE = 1_500;

describe('the simulator finds it when', () => {
  it.each(Object.entries(plantedBugs))('%s', async (_, plant) => {
    const found = countUntilFound(SEEDS_MAX, async () => plant(await openMemoryWorld()));
    await expect(found).resolves.toBeLessThanOrEqual(SEEDS_MAX);
  });

  it.each(Object.entries(plantedDefects))('%s', async (_, { plan, plant }) => {
    onTestFinished(plant());
    await expect(countUntilFound(SEEDS_MAX_OF_CODE, openMemoryWorld, plan)).resolves.toBeLessThanOrEqual(
      SEEDS_MAX_OF_CODE,
    );
  });
});

async function countUntilFound(seedsMax: number, openWorld = openMemoryWorld, plan = planSimulation): Promise<number> {
  for (let seed = 1; seed <= seedsMax; seed++) {
    const { problems } = await runPlan(plan(`planted ${seed}`), openWorld);
    if (problems.length > 0) {
      console.log(`seed ${seed}: ${problems[0]!}`);
      return seed;
    }
  }
  return Infinity;
}
