/**
 * Simulations by their seed: run one, and when it fails find the smallest plan that still fails, and tell how to see it
 * again.
 */
import { MemoryWorld } from '../../runtime/world/memory/memory-world.ts';
import type { World } from '../../runtime/world/world.ts';
import { describeFault } from './fault.ts';
import { shrinkPlan } from './shrink-plan.ts';
import { simulate, type SimulationResult } from './simulation.ts';
import { planSimulation, type SimulationPlan } from './simulation-plan.ts';

/** Lines of the trace that a report shows. */
const TAIL = 60;

export type OpenWorld = () => Promise<World>;

/** A fresh memory World. */
export const openMemoryWorld: OpenWorld = async () => {
  const world = new MemoryWorld();
  await world.open();
  return world;
};

export async function runPlan(plan: SimulationPlan, openWorld: OpenWorld): Promise<SimulationResult> {
  const world = await openWorld();
  try {
    return await simulate(plan, world);
  } finally {
    await world.close();
  }
}

export interface SeedResult {
  counts: SimulationResult['counts'];
  /** The failure and how to see it again; `null`: none. */
  failure: string | null;
}

/** Runs the simulation of a seed. A failure is reported for the smallest plan that still fails. */
export async function runSeed(
  seed: string,
  openWorld: OpenWorld = openMemoryWorld,
  toPlan = planSimulation,
): Promise<SeedResult> {
  const plan = toPlan(seed);
  const result = await runPlan(plan, openWorld);
  const { counts } = result;
  if (result.problems.length === 0) return { counts, failure: null };
  const small = await shrinkPlan(plan, async (other) => (await runPlan(other, openWorld)).problems.length > 0);
  return { counts, failure: describeFailure(small, await runPlan(small, openWorld), result.problems) };
}

function describeFailure(plan: SimulationPlan, { problems, trace }: SimulationResult, original: string[]): string {
  return [
    `Seed ${plan.seed} breaks a promise: ${original.join('\n  ')}`,
    `Made smaller it still fails: ${problems.join('\n  ')}`,
    `Settings: ${JSON.stringify(plan.settings)}`,
    `Faults:`,
    ...plan.faults.map((fault) => `  ${describeFault(fault)}`),
    `From outside: ${JSON.stringify(plan.actions)}`,
    `Programs:`,
    ...plan.runs.map((run) => `  ${JSON.stringify(run)}`),
    `The last ${TAIL} lines of its trace:`,
    ...trace.tail(TAIL).map((line) => `  ${line}`),
    `See it again: npm run test:sim -- --seed ${plan.seed}`,
  ].join('\n');
}
