/** A storm: callers start runs without end, workers die and stall without end; then everything is checked. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { checkStore } from '../../runtime/observe/store-invariants.ts';
import type { World } from '../../runtime/world/world.ts';
import { findGrowth, type Sample } from './curves.ts';
import type { DatabaseChaos } from './database-chaos.ts';
import { startProducer } from './producer.ts';
import { makeSharedStore, type SharedStore } from './shared-store.ts';
import { driveRun, insist, type FinishedRun } from './storm-caller.ts';
import { LANES, type Lane } from './storm-code.ts';
import { countInterruptions, findMisdeeds, readJournalFacts, readLedger, type JournalFacts } from './storm-ledger.ts';
import { WorkerFleet } from './worker-fleet.ts';

export interface StormOptions {
  workers: number;
  /** Runs that are under way at the same time. */
  callers: number;
  /** Kinds of runs, one after the other. Default: each once. */
  lanes?: readonly Lane[];
  /** See `FleetOptions`. */
  troubleMaxMs?: number;
  /** Asked after each run: whether the last run has been started and the last trouble made. */
  isOver(soFar: Pick<StormReport, 'kills' | 'halts'> & { runs: number }): boolean;
  /** The database that the store is in, and to which things happen. Default: a store that is always there. */
  database?: DatabaseChaos;
  /** Of the workers: short, so that those that are halted lose their runs. */
  leaseMs: number;
  /**
   * One more worker lives through the storm, is looked at so often, and must not grow. Runs are purged a minute after
   * their end, so the file must not grow either. Default: nobody is looked at.
   */
  sampleEveryMs?: number;
}

export interface StormReport {
  runs: FinishedRun[];
  kills: number;
  halts: number;
  /** Everything that must not be, in words. */
  problems: string[];
  /** Of the worker that lived through the storm. */
  samples: Sample[];
}

/** Attempts of a step that may end with their process before the one after which it is given up. */
const INTERRUPTIONS_BEFORE_LAST = 24;

/**
 * Resolves when all runs have ended and were checked. The API of this process is that of the store of the storm until
 * then.
 */
export async function runStorm(options: StormOptions): Promise<StormReport> {
  const { workers, leaseMs, isOver, sampleEveryMs, database, lanes = LANES, troubleMaxMs } = options;
  const directory = mkdtempSync(join(tmpdir(), 'workflow-storm-'));
  const ledger = join(directory, 'ledger.jsonl');
  const store = database?.store ?? makeSharedStore(join(directory, 'data'));
  const producer = await startProducer(store, sampleEveryMs === undefined ? {} : { retention: '1m' });
  const env = {
    ...store.env,
    WORKFLOW_LEASE_MS: String(leaseMs),
    LEDGER: ledger,
    NODE_COMPILE_CACHE: join(directory, 'compiled'),
  };
  const fleet = new WorkerFleet({
    size: workers,
    leaseMs,
    env,
    hasSteady: sampleEveryMs !== undefined,
    ...(troubleMaxMs && { troubleMaxMs }),
  });
  const runs: EndedRun[] = [];
  const problems: string[] = [];
  const sampling = new AbortController();
  let started = 0;
  const isTime = (): boolean => isOver({ runs: runs.length, kills: fleet.kills, halts: fleet.halts });
  /** One run after another; the last ones come to their ends in peace. */
  const callAgain = async (): Promise<void> => {
    while (!isTime()) {
      const lane = lanes[started++ % lanes.length]!;
      const run = await driveRun(producer, lane, `storm ${started}`);
      runs.push(await takeDown(producer.world, run, problems));
    }
    fleet.endTrouble();
    database?.endTrouble();
  };
  try {
    const callers = Array.from({ length: options.callers }, callAgain);
    const trouble = [fleet, database].map((some) => some?.makeTrouble(() => runs.length));
    const storm = Promise.all([...trouble, ...callers]).finally(() => sampling.abort());
    const [samples] = await Promise.all([
      takeSamples({ fleet, store, countRuns: () => runs.length, everyMs: sampleEveryMs, signal: sampling.signal }),
      storm,
    ]);
    fleet.stop();
    problems.push(...(await checkAfterwards(producer.world, runs, ledger)), ...findGrowth(samples));
    return { runs, problems, samples, kills: fleet.kills, halts: fleet.halts };
  } finally {
    fleet.stop();
    await producer.close();
    await store.remove();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A run that has ended, with the journal that it had then. */
interface EndedRun extends FinishedRun {
  facts: JournalFacts;
}

/** Reads the journal of a run before the run is purged. */
async function takeDown(world: World, run: FinishedRun, problems: string[]): Promise<EndedRun> {
  const { runId, lane, isGivenUp, problem } = run;
  if (problem !== null) problems.push(problem);
  const journal = await insist(() => world.readJournal(runId));
  const interruptions = countInterruptions(journal);
  if (isGivenUp && interruptions < INTERRUPTIONS_BEFORE_LAST)
    problems.push(`${lane} ${runId} was given up after ${interruptions} interruptions`);
  const ends = journal.filter(({ type }) => /^run_(completed|failed|cancelled)$/.test(type));
  if (ends.length !== 1 || ends[0] !== journal.at(-1)) problems.push(`${lane} ${runId} has ${ends.length} ends`);
  return { ...run, facts: readJournalFacts(journal) };
}

/** The promises about effects, which may come long after the end of their run, and about the store as a whole. */
async function checkAfterwards(world: World, runs: readonly EndedRun[], ledger: string): Promise<string[]> {
  const lines = readLedger(ledger);
  const found = await checkStore(world);
  return [
    ...found.map(({ runId, code, message }) => `${runId}: ${code}: ${message}`),
    ...runs.flatMap(({ runId, lane, facts }) =>
      findMisdeeds(lines.get(runId) ?? [], facts).map((misdeed) => `${lane} ${runId}: ${misdeed}`),
    ),
  ];
}

/** Takes a sample now and then, until `signal` aborts. @returns The samples; rejects when the worker has ended. */
async function takeSamples({ fleet, store, countRuns, everyMs, signal }: Sampling): Promise<Sample[]> {
  if (everyMs === undefined) return [];
  const begun = performance.now();
  const samples: Sample[] = [];
  while (!signal.aborted) {
    await setTimeout(everyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const signs = await fleet.askVitalSigns();
    const fileMb = await store.sizeMb();
    samples.push({ ...signs, atS: (performance.now() - begun) / 1_000, runs: countRuns(), fileMb });
  }
  return samples;
}

interface Sampling {
  fleet: WorkerFleet;
  store: SharedStore;
  countRuns(): number;
  /** `undefined`: never. */
  everyMs: number | undefined;
  signal: AbortSignal;
}
