/** A storm: callers start runs without end, workers die and stall without end; then everything is checked. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkStore } from '../../runtime/observe/store-invariants.ts';
import type { World } from '../../runtime/world/world.ts';
import { startProducer } from './producer.ts';
import { driveRun, type FinishedRun } from './storm-caller.ts';
import { LANES } from './storm-code.ts';
import { countInterruptions, findMisdeeds, readLedger } from './storm-ledger.ts';
import { WorkerFleet } from './worker-fleet.ts';

export interface StormOptions {
  workers: number;
  /** Runs that are under way at the same time. */
  callers: number;
  /** Asked after each run: whether the last run has been started and the last trouble made. */
  isOver(soFar: Pick<StormReport, 'kills' | 'halts'> & { runs: number }): boolean;
  /** Of the workers: short, so that those that are halted lose their runs. */
  leaseMs: number;
}

export interface StormReport {
  runs: FinishedRun[];
  kills: number;
  halts: number;
  /** Everything that must not be, in words. */
  problems: string[];
}

/** Attempts of a step that may end with their process before the one after which it is given up. */
const INTERRUPTIONS_BEFORE_LAST = 24;

/**
 * Resolves when all runs have ended and were checked. The API of this process is that of the store of the storm until
 * then.
 */
export async function runStorm({ workers, callers, leaseMs, isOver }: StormOptions): Promise<StormReport> {
  const directory = mkdtempSync(join(tmpdir(), 'workflow-storm-'));
  const ledger = join(directory, 'ledger.jsonl');
  const dataDir = join(directory, 'data');
  const producer = await startProducer(dataDir);
  const env = {
    WORKFLOW_DATA_DIR: dataDir,
    WORKFLOW_LEASE_MS: String(leaseMs),
    LEDGER: ledger,
    NODE_COMPILE_CACHE: join(directory, 'compiled'),
  };
  const fleet = new WorkerFleet({ size: workers, leaseMs, env });
  const runs: FinishedRun[] = [];
  let started = 0;
  const isTime = (): boolean => isOver({ runs: runs.length, kills: fleet.kills, halts: fleet.halts });
  /** One run after another; the last ones come to their ends in peace. */
  const callAgain = async (): Promise<void> => {
    while (!isTime()) runs.push(await driveRun(producer, LANES[started++ % LANES.length]!));
    fleet.endTrouble();
  };
  try {
    await Promise.all([fleet.makeTrouble(() => runs.length), ...Array.from({ length: callers }, callAgain)]);
    fleet.stop();
    const problems = await checkAfterwards(producer.world, runs, ledger);
    return { runs, problems, kills: fleet.kills, halts: fleet.halts };
  } finally {
    fleet.stop();
    await producer.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The promises about outcomes, journals, effects and the store as a whole. */
async function checkAfterwards(world: World, runs: readonly FinishedRun[], ledger: string): Promise<string[]> {
  const lines = readLedger(ledger);
  const problems = runs.flatMap(({ problem }) => problem ?? []);
  for (const { runId, code, message } of await checkStore(world)) problems.push(`${runId}: ${code}: ${message}`);
  for (const { runId, lane, isGivenUp } of runs) {
    const journal = await world.readJournal(runId);
    const interruptions = countInterruptions(journal);
    if (isGivenUp && interruptions < INTERRUPTIONS_BEFORE_LAST)
      problems.push(`${lane} ${runId} was given up after ${interruptions} interruptions`);
    problems.push(...findMisdeeds(lines.get(runId) ?? [], journal).map((misdeed) => `${lane} ${runId}: ${misdeed}`));
    const ends = journal.filter(({ type }) => /^run_(completed|failed|cancelled)$/.test(type));
    if (ends.length !== 1 || ends[0] !== journal.at(-1)) problems.push(`${lane} ${runId} has ${ends.length} ends`);
  }
  return problems;
}
