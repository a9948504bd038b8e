/**
 * Simulations, one seed after the other:
 * `npm run test:sim -- [--seed <text or number>] [--runs <n>] [--seconds <n>] [--world memory|sqlite]
 * [--focus streams|lateResults|slices|deploys|crowds|edits|ambiguity]`.
 * If `--seed` is a number, the numbers after it follow. Exits with 1 at the first failure and says how to repeat it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { OpenWorld } from '../test/simulation/run-seed.ts';
import { writeEmbeddedScripts } from './embedded-scripts.ts';

// A fresh clone does not have the script, which these import.
await writeEmbeddedScripts();
const { openMemoryWorld, runSeed } = await import('../test/simulation/run-seed.ts');
const { FOCUSES } = await import('../test/simulation/simulation-focus.ts');
const { planSimulation } = await import('../test/simulation/simulation-plan.ts');
const { createWorld } = await import('../runtime/world/open.ts');

const PROGRESS_MS = 10_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    runs: { type: 'string', default: '1' },
    seconds: { type: 'string', default: 'Infinity' },
    world: { type: 'string', default: 'memory' },
    focus: { type: 'string' },
  },
});

async function main(): Promise<void> {
  const stores = mkdtempSync(join(tmpdir(), 'workflow-simulation-'));
  try {
    await simulateSeeds(values.world === 'sqlite' ? () => openSqliteWorld(stores) : openMemoryWorld);
  } finally {
    rmSync(stores, { recursive: true, force: true });
  }
}

async function openSqliteWorld(stores: string): ReturnType<OpenWorld> {
  const world = await createWorld({
    kind: 'sqlite',
    dataDir: mkdtempSync(join(stores, 'store-')),
    durability: 'relaxed',
  });
  await world.open();
  return world;
}

async function simulateSeeds(openWorld: OpenWorld): Promise<void> {
  const startedAt = performance.now();
  const isOver = (): boolean => performance.now() - startedAt > Number(values.seconds) * 1000;
  const toPlan = values.focus === undefined ? planSimulation : FOCUSES[values.focus as keyof typeof FOCUSES];
  if (!toPlan) throw new Error(`There is no focus "${values.focus}": take one of ${Object.keys(FOCUSES).join(', ')}.`);
  let printedAt = startedAt;
  let done = 0;
  for (; done < Number(values.runs) && !isOver(); done++) {
    const { failure } = await runSeed(nthSeed(done), openWorld, toPlan);
    if (failure !== null) {
      console.error(failure);
      process.exitCode = 1;
      return;
    }
    if (performance.now() - printedAt < PROGRESS_MS) continue;
    printedAt = performance.now();
    console.log(`${done + 1} simulations without a problem …`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${done} simulations from seed ${values.seed} on, no promise broken, ${seconds.toFixed(1)} s.`);
}

/** The seed `n` after the first. */
const nthSeed = (n: number): string =>
  /^\d+$/.test(values.seed) ? String(Number(values.seed) + n) : `${values.seed}${n || ''}`;

await main();
// Callers in simulated processes that died still wait for their answers, and would keep this process alive.
process.exit();
